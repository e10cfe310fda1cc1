import { useWatch } from 'react-hook-form';
import type { LifeLead } from '@crm/contracts/entities/lead.js';
import { useRecordingPause } from '../../calling/useRecordingPause.js';
import { useLeadFormMessages } from '../../i18n/lead-form.en.js';
import { LeadFormDialog, type LeadFormProps } from '../form/LeadFormDialog.js';
import { BankAccount } from './BankAccount.js';
import { useKindBeginningWith } from '../form/useKindBeginningWith.js';
import { sourceOf, useLifeForm } from './useLifeForm.js';

interface Props extends LeadFormProps<LifeLead> {
  /** A new lead of the advertising marketplace; an edited one says by itself whether it is. */
  isMarketplace?: boolean;
  /** The number that a new lead begins with. */
  phone?: string;
}

/** Makes or edits a life lead (rule L15). */
export default function LifeFormDialog({ isMarketplace = false, phone, ...props }: Props) {
  const translate = useLeadFormMessages();
  const { lead } = props;
  const source = isMarketplace ? 'mediaalpha' : sourceOf(lead);
  const form = useLifeForm(source, lead);
  return (
    <LeadFormDialog
      {...props}
      {...form}
      kind={useKindBeginningWith(phone, form.kind)}
      {...(source === 'mediaalpha' && { subtitle: translate('crm.lifeForm.marketplace') })}
      extras={
        <>
          <BankAccount />
          <RecordingPause leadId={lead?.id} />
        </>
      }
    />
  );
}

/** While the bank account is asked for, nothing is recorded. */
function RecordingPause({ leadId }: { leadId: string | undefined }) {
  const account: unknown = useWatch({ name: 'checking_account' });
  useRecordingPause(leadId, account === 1);
  return null;
}
