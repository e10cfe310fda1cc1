import Box from '@mui/material/Box';
import Slider from '@mui/material/Slider';
import TextField from '@mui/material/TextField';
import { useBeneficiaryWords } from '../../i18n/beneficiaries.en.js';

interface Props {
  id: string;
  /** 0 for a field that was emptied. */
  value: number;
  error: string | undefined;
  help: string;
  onPick: (percent: number) => void;
}

/** A share from 1 to 100: by slider, or by its number. */
export function PercentField({ id, value, error, help, onPick }: Props) {
  const words = useBeneficiaryWords();
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) 84px', columnGap: 2.5 }}>
      <Slider
        aria-label={words('crm.beneficiary.percentSlider')}
        min={1}
        max={100}
        value={Math.min(100, Math.max(1, value))}
        size="small"
        sx={{ alignSelf: 'start', mt: 2.75, ml: 1 }}
        onChange={(_event, picked) => {
          onPick(typeof picked === 'number' ? picked : value);
        }}
      />
      <TextField
        id={id}
        label={words('crm.beneficiary.percent')}
        required
        value={value === 0 ? '' : String(value)}
        error={error !== undefined}
        autoComplete="off"
        onChange={({ target }) => {
          onPick(Number(target.value.replace(/\D/g, '').slice(0, 3)));
        }}
        slotProps={{
          htmlInput: { inputMode: 'numeric', maxLength: 4, 'aria-describedby': `${id}-help` },
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
