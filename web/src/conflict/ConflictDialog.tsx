import { useState } from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Radio from '@mui/material/Radio';
import Typography from '@mui/material/Typography';
import { DialogFrame } from '../controls/DialogFrame.js';
import { ReasonButton } from '../controls/ReasonButton.js';
import { useConflictMessages } from '../i18n/conflict.en.js';
import type { Choices, Side } from './merge-forms.rules.js';

/** One line of a side's value; its label where several fields are decided together. */
export interface ValueLine {
  label: string;
  text: string;
}

/** What two people made of the same fields, in words. */
export interface ShownConflict {
  id: string;
  title: string;
  lines: Readonly<Record<Side, readonly ValueLine[]>>;
}

export interface ConflictDialogProps {
  conflicts: readonly ShownConflict[];
  changedBy: string | null;
  onDecide: (choices: Choices) => void;
  onClose: () => void;
}

/** Shows what two people made of the same fields, and lets the reader choose, field by field. */
export default function ConflictDialog({ conflicts, changedBy, onDecide, onClose }: ConflictDialogProps) {
  const translate = useConflictMessages();
  const [choices, setChoices] = useState<Choices>({});
  const left = conflicts.filter(({ id }) => choices[id] === undefined).length;
  const chooseAll = (side: Side) => () => {
    setChoices(Object.fromEntries(conflicts.map(({ id }) => [id, side])));
  };

  return (
    <DialogFrame
      open
      persistent
      width={900}
      title={translate('crm.conflict.title')}
      subtitle={
        changedBy === null
          ? translate('crm.conflict.text')
          : translate('crm.conflict.textBy', { name: changedBy })
      }
      onClose={onClose}
      extras={
        <>
          <Button color="secondary" onClick={chooseAll('mine')}>
            {translate('crm.conflict.allMine')}
          </Button>
          <Button color="secondary" onClick={chooseAll('theirs')}>
            {translate('crm.conflict.allTheirs')}
          </Button>
        </>
      }
      actions={
        <>
          <Button variant="outlined" onClick={onClose}>
            {translate('crm.conflict.back')}
          </Button>
          <ReasonButton
            variant="contained"
            reason={left > 0 ? translate('crm.conflict.left', { smart_count: left }) : undefined}
            onClick={() => {
              onDecide(choices);
            }}
          >
            {translate('crm.conflict.save')}
          </ReasonButton>
        </>
      }
    >
      <Box sx={{ display: 'grid', gap: 2 }}>
        {conflicts.map((conflict) => (
          <Choice
            key={conflict.id}
            conflict={conflict}
            choice={choices[conflict.id]}
            onChoose={(side) => {
              setChoices((before) => ({ ...before, [conflict.id]: side }));
            }}
          />
        ))}
      </Box>
    </DialogFrame>
  );
}

interface ChoiceProps {
  conflict: ShownConflict;
  choice: Side | undefined;
  onChoose: (side: Side) => void;
}

function Choice({ conflict: { id, title, lines }, choice, onChoose }: ChoiceProps) {
  const translate = useConflictMessages();
  return (
    <Box role="radiogroup" aria-label={title}>
      <Typography variant="subtitle2" component="h3" sx={{ mb: 0.5 }}>
        {title}
      </Typography>
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, gap: 1.5 }}>
        {(['mine', 'theirs'] as const).map((side) => (
          <Box
            key={side}
            component="label"
            sx={(theme) => ({
              display: 'flex',
              alignItems: 'flex-start',
              gap: 0.5,
              p: 1,
              pr: 1.5,
              border: '1px solid',
              borderColor: choice === side ? 'primary.main' : 'border.control',
              borderRadius: `${String(theme.radius.control)}px`,
              backgroundColor: choice === side ? 'brand.tint' : undefined,
              cursor: 'pointer',
            })}
          >
            <Radio
              size="small"
              name={`conflict-${id}`}
              checked={choice === side}
              onChange={() => {
                onChoose(side);
              }}
            />
            <Box sx={{ minWidth: 0, pt: 0.75 }}>
              <Typography variant="caption" component="p" color="text.secondary">
                {translate(`crm.conflict.${side}`)}
              </Typography>
              {lines[side].map(({ label, text }) => (
                <Typography key={label} variant="body2" sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
                  {lines[side].length > 1 && (
                    <Box component="span" sx={{ color: 'text.secondary', fontWeight: 400 }}>
                      {`${label}: `}
                    </Box>
                  )}
                  {text || translate('crm.conflict.nothing')}
                </Typography>
              ))}
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  );
}
