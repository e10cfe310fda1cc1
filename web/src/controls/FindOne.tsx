import { useId, useState } from 'react';
import Box from '@mui/material/Box';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useTranslate } from '../i18n/useTranslate.js';
import { SearchInput } from './SearchInput.js';

export interface FoundChoice<V extends string | number> {
  value: V;
  label: string;
  /** Beside it, and found by too, such as an e-mail address. */
  note?: string;
}

interface Props<V extends string | number> {
  label: string;
  findLabel: string;
  /** Absent while they are being read. */
  choices: readonly FoundChoice<V>[] | undefined;
  picked: V | undefined;
  onPick: (choice: FoundChoice<V>) => void;
}

/** One out of many, found by typing. */
export function FindOne<V extends string | number>(props: Props<V>) {
  const { label, findLabel, choices, picked, onPick } = props;
  const translate = useTranslate();
  const name = useId();
  const [text, setText] = useState('');
  const wanted = text.trim().toLowerCase();
  const found = choices?.filter((choice) =>
    `${choice.label} ${choice.note ?? ''}`.toLowerCase().includes(wanted),
  );

  return (
    <>
      <SearchInput label={findLabel} text={text} onType={setText} />
      <RadioGroup
        name={name}
        aria-label={label}
        value={picked ?? ''}
        sx={{ mt: 1, height: 324, overflow: 'auto', flexWrap: 'nowrap' }}
      >
        {found?.map((choice) => (
          <Box
            key={choice.value}
            component="label"
            sx={(theme) => ({
              display: 'flex',
              alignItems: 'center',
              flex: 'none',
              gap: 1,
              minHeight: theme.size.rowComfortable,
              pr: 1.5,
              borderRadius: `${String(theme.radius.control)}px`,
              cursor: 'pointer',
              backgroundColor: choice.value === picked ? 'brand.tint' : undefined,
              '&:hover': { backgroundColor: choice.value === picked ? undefined : 'surface.hover' },
            })}
          >
            <Radio
              value={choice.value}
              checked={choice.value === picked}
              onChange={() => {
                onPick(choice);
              }}
            />
            <Typography variant="body2" component="span" sx={{ flex: 1, fontWeight: 500 }}>
              {choice.label}
            </Typography>
            {choice.note !== undefined && (
              <Typography variant="body2" component="span" color="text.secondary" noWrap>
                {choice.note}
              </Typography>
            )}
          </Box>
        ))}
        {found?.length === 0 && (
          <Typography variant="body2" color="text.secondary" sx={{ p: 1 }}>
            {translate('crm.filters.nothingFound', { text: text.trim() })}
          </Typography>
        )}
        {!found && <Skeleton variant="rounded" height={36} />}
      </RadioGroup>
    </>
  );
}
