import { useState } from 'react';
import Box from '@mui/material/Box';
import Slider from '@mui/material/Slider';
import TextField from '@mui/material/TextField';
import { keyboards } from '../../controls/mask.rules.js';
import { useTyping } from '../../controls/useTyping.js';
import { useBeneficiaryMessages } from '../../i18n/beneficiaries.en.js';

interface Props {
  id: string;
  /** 0 for a field that was emptied, NaN for one that holds no whole number. */
  value: number;
  error: string | undefined;
  help: string;
  onPick: (percent: number) => void;
}

const shownOf = (value: number) => (value === 0 ? '' : String(value));

function percentOf(text: string): number {
  if (text.trim() === '') return 0;
  return /^\d+$/.test(text) ? Number(text) : Number.NaN;
}

/** A share from 1 to 100: by slider, or by its number. */
export function PercentField({ id, value, error, help, onPick }: Props) {
  const translate = useBeneficiaryMessages();
  const [typed, setTyped] = useState(shownOf(value));
  const { input, ...typing } = useTyping({
    mask: 'percent',
    onType: (text) => {
      setTyped(text);
      onPick(percentOf(text));
    },
  });
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) 84px', columnGap: 2.5 }}>
      <Slider
        aria-label={translate('crm.beneficiary.percentSlider')}
        min={1}
        max={100}
        value={Math.min(100, Math.max(1, value || 1))}
        size="small"
        sx={{ alignSelf: 'start', mt: 2.75, ml: 1 }}
        onChange={(_event, picked) => {
          onPick(typeof picked === 'number' ? picked : value || 1);
        }}
      />
      <TextField
        id={id}
        label={translate('crm.beneficiary.percent')}
        required
        {...typing}
        inputRef={input}
        // The slider and Auto Percent set it too.
        value={Object.is(percentOf(typed), value) ? typed : shownOf(value)}
        error={error !== undefined}
        autoComplete="off"
        slotProps={{
          htmlInput: { inputMode: keyboards.percent, 'aria-describedby': `${id}-help` },
        }}
      />
      <Box
        id={`${id}-help`}
        sx={(theme) => ({
          ...theme.typography.caption,
          gridColumn: '1 / -1',
          mt: 0.5,
          color: error === undefined ? 'text.secondary' : 'error.main',
        })}
      >
        {error ?? help}
      </Box>
    </Box>
  );
}
