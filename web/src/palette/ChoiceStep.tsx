import { useState } from 'react';
import PersonOutlined from '@mui/icons-material/PersonOutlined';
import { usePaletteMessages } from '../i18n/palette.en.js';
import type { CommandStep } from '../shortcuts/commands.js';
import { PaletteFrame } from './PaletteFrame.js';
import { PlainContent } from './PaletteRow.js';
import { isNamed } from './palette.rules.js';

interface Props {
  label: string;
  step: CommandStep;
  onBack: () => void;
  /** Closes the overlay, then runs what was chosen. */
  onRun: (act: () => void) => void;
}

/** The second step of a command: one of its choices, found by typing. */
export function ChoiceStep({ label, step: { useChoices }, onBack, onRun }: Props) {
  const translate = usePaletteMessages();
  const [text, setText] = useState('');
  const { choices, isError } = useChoices();
  const found = (choices ?? []).filter((choice) => isNamed(text, choice.label, choice.note ?? ''));
  const items = found.map(({ id, label: name, note, run }) => ({
    id,
    content: (
      <PlainContent Icon={PersonOutlined} label={name} {...(note !== undefined && note !== '' && { note })} />
    ),
    run: () => {
      onRun(run);
    },
  }));
  return (
    <PaletteFrame
      text={text}
      onType={setText}
      sections={items.length > 0 ? [{ title: translate('crm.palette.choices'), items }] : []}
      isSettled={choices !== undefined || isError}
      none={
        isError
          ? translate('crm.palette.failed')
          : translate(text.trim() === '' ? 'crm.palette.noneToChoose' : 'crm.palette.nothing', {
              text: text.trim(),
            })
      }
      step={{ label, onBack }}
    />
  );
}
