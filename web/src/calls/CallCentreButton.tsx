import CallOutlined from '@mui/icons-material/CallOutlined';
import type { Lead } from '@crm/contracts/entities/lead.js';
import { ReasonButton } from '../controls/ReasonButton.js';
import { useCallCentre } from './useCallCentre.js';

/** Opens the call centre of a lead; disabled, with the reason, where that is not possible now. */
export function CallCentreButton({
  lead,
  reason,
  onOpen,
}: {
  lead: Lead;
  reason: string | undefined;
  onOpen: () => void;
}) {
  const offered = useCallCentre(lead, reason);
  return (
    <ReasonButton variant="outlined" reason={offered.reason} startIcon={<CallOutlined />} onClick={onOpen}>
      {offered.label}
    </ReasonButton>
  );
}
