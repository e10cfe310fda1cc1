import CallOutlined from '@mui/icons-material/CallOutlined';
import type { Lead } from '@crm/contracts/entities/lead.js';
import { ReasonButton } from '../controls/ReasonButton.js';
import { useCallMessages } from '../i18n/calls.en.js';
import { useMayContact } from '../leads/permission/useMayContact.js';
import { shownCall } from './call-shown.rules.js';
import { useCalling } from '../calling/calling.js';
import { useCallableNumbers } from './useCallableNumbers.js';

/**
 * Opens the call centre of a lead; disabled, with the reason and the next permitted time, if none of its numbers
 * may be called.
 */
export function CallCentreButton({
  lead,
  reason,
  onOpen,
}: {
  lead: Lead;
  reason: string | undefined;
  onOpen: () => void;
}) {
  const translate = useCallMessages();
  const calling = useCalling();
  const call = shownCall(calling);
  const numbers = useCallableNumbers(lead, useMayContact(lead));
  const isThis = call?.leadId === lead.id;
  const refused = numbers.some(({ denialReason }) => denialReason === undefined)
    ? undefined
    : (numbers[0]?.denialReason ?? translate('crm.contact.none'));
  const why = isThis
    ? undefined
    : call || calling.here
      ? translate('crm.calls.onAnotherCall')
      : (reason ?? refused);
  return (
    <ReasonButton variant="outlined" reason={why} startIcon={<CallOutlined />} onClick={onOpen}>
      {translate(isThis ? 'crm.calls.onThisCall' : 'crm.calls.callCentre')}
    </ReasonButton>
  );
}
