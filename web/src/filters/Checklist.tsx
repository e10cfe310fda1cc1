import { useRef, useState, type KeyboardEvent } from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Divider from '@mui/material/Divider';
import Typography from '@mui/material/Typography';
import type { HueName } from '../theme/tokens.js';
import { useTranslate } from '../i18n/useTranslate.js';
import { shownCount } from '../i18n/shown-numbers.js';
import { Dot } from './Dot.js';
import { SearchInput } from '../controls/SearchInput.js';

export interface Choice<V extends string | number> {
  value: V;
  label: string;
  hue?: HueName;
  /** How many leads it would show, once that is known. */
  count?: number | undefined;
}

interface Props<V extends string | number> {
  choices: readonly Choice<V>[];
  /** Absent means all. */
  picked: readonly V[] | undefined;
  onPick: (picked: readonly V[]) => void;
  /** Words for the search field. */
  findLabel: string;
}

/** A searchable list of boxes with Select All on top; arrows walk it, Space picks. */
export function Checklist<V extends string | number>({ choices, picked, onPick, findLabel }: Props<V>) {
  const translate = useTranslate();
  const [text, setText] = useState('');
  // The list around answers a moment later: while this one is open, each click goes on from the one before it.
  const [own, setOwn] = useState<readonly V[]>();
  const list = useRef<HTMLDivElement>(null);
  const all = choices.map(({ value }) => value);
  const current = own ?? picked ?? all;
  // Nothing picked filters nothing, as the server has it; the boxes say so while the list is open.
  const isNonePicked = own?.length === 0;
  const wanted = text.trim().toLowerCase();
  const found = choices.filter(({ label }) => label.toLowerCase().includes(wanted));

  const pick = (values: V[]) => {
    setOwn(values);
    onPick(values);
  };
  const toggle = (value: V) => {
    pick(current.includes(value) ? current.filter((other) => other !== value) : [...current, value]);
  };

  const walk = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    const boxes = [...(list.current?.querySelectorAll<HTMLElement>('input') ?? [])];
    const at = boxes.findIndex((box) => box === document.activeElement);
    const next = event.key === 'ArrowDown' ? at + 1 : at - 1;
    boxes[(next + boxes.length) % boxes.length]?.focus();
  };

  return (
    <Box ref={list} onKeyDown={walk}>
      <Box sx={{ p: 1 }}>
        <SearchInput label={findLabel} text={text} onType={setText} />
      </Box>
      {wanted === '' && (
        <>
          <Line
            label={translate('crm.filters.selectAll')}
            isChecked={current.length === all.length}
            isSome={current.length > 0 && current.length < all.length}
            onToggle={() => {
              pick(current.length === all.length ? [] : all);
            }}
          />
          <Divider />
        </>
      )}
      <Box role="group" aria-label={findLabel} sx={{ maxHeight: 324, overflow: 'auto', py: 0.5 }}>
        {found.map(({ value, label, hue, count }) => (
          <Line
            key={value}
            label={label}
            hue={hue}
            count={count}
            isChecked={current.includes(value)}
            onToggle={() => {
              toggle(value);
            }}
            onOnly={() => {
              pick([value]);
            }}
          />
        ))}
        {found.length === 0 && (
          <Typography variant="body2" color="text.secondary" sx={{ px: 2, py: 1 }}>
            {translate('crm.filters.nothingFound', { text: text.trim() })}
          </Typography>
        )}
      </Box>
      {isNonePicked && (
        <>
          <Divider />
          <Typography
            variant="caption"
            component="p"
            role="status"
            sx={{ px: 2, py: 1, color: 'text.tertiary' }}
          >
            {translate('crm.filters.nonePicked')}
          </Typography>
        </>
      )}
    </Box>
  );
}

interface LineProps {
  label: string;
  hue?: HueName | undefined;
  count?: number | undefined;
  isChecked: boolean;
  isSome?: boolean;
  onToggle: () => void;
  /** Picks this one and no other. */
  onOnly?: () => void;
}

function Line({ label, hue, count, isChecked, isSome = false, onToggle, onOnly }: LineProps) {
  const translate = useTranslate();
  return (
    <Box
      sx={(theme) => ({
        display: 'flex',
        alignItems: 'center',
        pr: 1,
        '&:hover': { backgroundColor: theme.palette.surface.hover },
        // A finger does not hover.
        '@media (hover: hover)': { '&:not(:hover) > button:not(:focus-visible)': { opacity: 0 } },
      })}
    >
      <Box
        component="label"
        sx={(theme) => ({
          ...theme.typography.body2,
          display: 'flex',
          flex: 1,
          alignItems: 'center',
          gap: 1,
          minWidth: 0,
          minHeight: theme.size.control,
          pl: 0.75,
          pr: 1,
          cursor: 'pointer',
        })}
      >
        <Checkbox checked={isChecked} indeterminate={isSome} onChange={onToggle} />
        {hue && <Dot hue={hue} />}
        <Box component="span" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
          {label}
        </Box>
        {count !== undefined && (
          <Box component="span" sx={(theme) => ({ ...theme.tabular, color: 'text.tertiary' })}>
            {shownCount(count)}
          </Box>
        )}
      </Box>
      {onOnly && (
        <Button
          size="small"
          aria-label={translate('crm.filters.onlyThis', { name: label })}
          onClick={onOnly}
          sx={{ minWidth: 0, px: 0.75 }}
        >
          {translate('crm.filters.only')}
        </Button>
      )}
    </Box>
  );
}
