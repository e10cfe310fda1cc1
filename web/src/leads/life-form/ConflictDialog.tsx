import { useState } from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Radio from '@mui/material/Radio';
import Typography from '@mui/material/Typography';
import { loadLifeForm } from '@crm/contracts/leads/life-form-wire.rules.js';
import type { LifeForm } from '@crm/contracts/leads/life-form.rules.js';
import { DialogFrame } from '../../controls/DialogFrame.js';
import { ReasonButton } from '../../controls/ReasonButton.js';
import { useWords } from '../../i18n/useWords.js';
import { shownFieldValue, useFieldWords } from './field-words.js';
import { useLifeFormContext } from './form-context.js';
import type { FormConflict, LifeFormField, Side } from './three-way.rules.js';
import type { OpenConflict } from './useSaveLife.js';

interface Props {
  conflict: OpenConflict;
  onDecide: (choices: Partial<Record<LifeFormField, Side>>) => void;
  onClose: () => void;
}

/** Shows what two people made of the same fields, and lets the reader choose, field by field. */
export default function ConflictDialog({
  conflict: { merged, theirs, changedBy },
  onDecide,
  onClose,
}: Props) {
  const words = useWords();
  const [choices, setChoices] = useState<Partial<Record<LifeFormField, Side>>>({});
  const left = merged.conflicts.filter(({ id }) => choices[id] === undefined).length;
  const now = loadLifeForm(theirs);
  const chooseAll = (side: Side) => {
    setChoices(Object.fromEntries(merged.conflicts.map(({ id }) => [id, side])));
  };

  return (
    <DialogFrame
      open
      persistent
      width={900}
      title={words('crm.conflict.title')}
      subtitle={
        changedBy === null ? words('crm.conflict.text') : words('crm.conflict.textBy', { name: changedBy })
      }
      onClose={onClose}
      extras={
        <>
          <Button
            color="secondary"
            onClick={() => {
              chooseAll('mine');
            }}
          >
            {words('crm.conflict.allMine')}
          </Button>
          <Button
            color="secondary"
            onClick={() => {
              chooseAll('theirs');
            }}
          >
            {words('crm.conflict.allTheirs')}
          </Button>
        </>
      }
      actions={
        <>
          <Button variant="outlined" onClick={onClose}>
            {words('crm.conflict.back')}
          </Button>
          <ReasonButton
            variant="contained"
            reason={left > 0 ? words('crm.conflict.left', { smart_count: left }) : undefined}
            onClick={() => {
              onDecide(choices);
            }}
          >
            {words('crm.conflict.save')}
          </ReasonButton>
        </>
      }
    >
      <Box sx={{ display: 'grid', gap: 2 }}>
        {merged.conflicts.map((conflict) => (
          <Choice
            key={conflict.id}
            conflict={conflict}
            mine={merged.form}
            theirs={now}
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
  conflict: FormConflict;
  mine: LifeForm;
  theirs: LifeForm;
  choice: Side | undefined;
  onChoose: (side: Side) => void;
}

function Choice({ conflict: { id, fields }, mine, theirs, choice, onChoose }: ChoiceProps) {
  const words = useWords();
  const { titleOf, labelOf } = useFieldWords();
  const { medications } = useLifeFormContext();
  const title = fields.length > 1 ? titleOf(id) : labelOf(fields[0] ?? id);
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
                {words(`crm.conflict.${side}`)}
              </Typography>
              {fields.map((field) => (
                <Typography key={field} variant="body2" sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
                  {fields.length > 1 && (
                    <Box component="span" sx={{ color: 'text.secondary', fontWeight: 400 }}>
                      {`${labelOf(field)}: `}
                    </Box>
                  )}
                  {shownFieldValue(field, side === 'mine' ? mine : theirs, words, medications) ||
                    words('crm.conflict.nothing')}
                </Typography>
              ))}
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  );
}
