import { useState } from 'react';
import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import type { Beneficiary } from '@crm/contracts/http/beneficiaries.js';
import { beneficiaryNumbers, type BeneficiaryNumber } from '@crm/contracts/leads/beneficiary.rules.js';
import { RetryButton } from '../../controls/RetryButton.js';
import { useOpened } from '../../controls/useOpened.js';
import { useBeneficiaryMessages } from '../../i18n/beneficiaries.en.js';
import type { LeadPanelProps } from '../lead/lead-tab.js';
import { SlotForm } from './SlotForm.js';
import { percentGiven } from './slot-form.rules.js';
import { useBeneficiaries } from './useBeneficiaries.js';

/** The three slots of a life lead, one at a time (rule L33). */
export default function BeneficiariesPanel({ lead, denialReason }: LeadPanelProps) {
  const translate = useBeneficiaryMessages();
  const { data: stored, error, refetch } = useBeneficiaries(lead.id);
  const [slot, setSlot] = useState<BeneficiaryNumber>(1);
  const picked = useOpened([slot]);

  if (stored === undefined) {
    return error === null ? null : (
      <Box role="alert" sx={{ px: 2.5, py: 2 }}>
        <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
          {translate('crm.beneficiary.failed')}
        </Typography>
        <RetryButton variant="outlined" onRetry={refetch} />
      </Box>
    );
  }
  const given = percentGiven(stored);
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1.5, px: 2, py: 2, maxWidth: 480 }}>
      <SlotPicker stored={stored} slot={slot} onPick={setSlot} />
      <Box>
        <LinearProgress
          variant="determinate"
          value={given}
          aria-label={translate('crm.beneficiary.total', { percent: given })}
          sx={{ height: 6, borderRadius: 3, backgroundColor: 'surface.sunken' }}
        />
        <Typography
          variant="caption"
          component="p"
          sx={{ mt: 0.5, color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}
        >
          {translate('crm.beneficiary.total', { percent: given })}
        </Typography>
      </Box>
      {beneficiaryNumbers
        .filter((number) => picked.includes(number))
        .map((number) => (
          // Each slot keeps what is typed into it while another is looked at.
          <Box key={number} hidden={number !== slot}>
            <SlotForm leadId={lead.id} number={number} stored={stored} denialReason={denialReason} />
          </Box>
        ))}
    </Box>
  );
}

interface PickerProps {
  stored: readonly Beneficiary[];
  slot: BeneficiaryNumber;
  onPick: (slot: BeneficiaryNumber) => void;
}

function SlotPicker({ stored, slot, onPick }: PickerProps) {
  const translate = useBeneficiaryMessages();
  return (
    <ToggleButtonGroup
      exclusive
      fullWidth
      aria-label={translate('crm.beneficiary.slots')}
      value={slot}
      onChange={(_event, picked: BeneficiaryNumber | null) => {
        if (picked !== null) onPick(picked);
      }}
    >
      {beneficiaryNumbers.map((number) => {
        const percent = stored.find((each) => each.number === number)?.percent;
        return (
          <ToggleButton
            key={number}
            value={number}
            sx={(theme) => ({
              ...theme.typography.body2,
              flexDirection: 'column',
              py: 0.5,
              textTransform: 'none',
              color: 'text.secondary',
              borderColor: 'border.control',
              '&.Mui-selected, &.Mui-selected:hover': {
                color: 'primary.main',
                backgroundColor: 'brand.tint',
                fontWeight: 600,
              },
            })}
          >
            {translate(`crm.beneficiary.slot${number}`)}
            <Typography
              variant="caption"
              component="span"
              sx={{ color: percent === undefined ? 'text.tertiary' : 'inherit' }}
            >
              {percent === undefined
                ? translate('crm.beneficiary.shareNone')
                : translate('crm.beneficiary.shareOf', { percent })}
            </Typography>
          </ToggleButton>
        );
      })}
    </ToggleButtonGroup>
  );
}
