import { useRefresh } from 'react-admin';
import { renewPartnerKey, type Partner } from '@crm/contracts/resources/partner.js';
import { QuestionDialog } from '../../controls/QuestionDialog.js';
import { usePartnerMessages } from '../../i18n/partners.en.js';
import { useShowAnswer } from '../../notifications/useShowAnswer.js';
import { useVerb } from '../../providers/useVerb.js';

interface Props {
  partner: Partner;
  onClose: () => void;
  onKey: (partner: Partner & { key: string }) => void;
}

/** Asks before a key is replaced, since the old one is refused from then on. */
export function RenewKeyDialog({ partner, onClose, onKey }: Props) {
  const translate = usePartnerMessages();
  const refresh = useRefresh();
  const showAnswer = useShowAnswer();
  const renewal = useVerb((provider, id: string) => provider.call(renewPartnerKey, { params: { id } }), {
    onSuccess: (renewed) => {
      showAnswer({ status: 'success', message: translate('crm.partners.renewed') });
      refresh();
      onKey(renewed);
    },
  });
  return (
    <QuestionDialog
      title={translate('crm.partners.renewTitle')}
      text={translate('crm.partners.renewText', { name: partner.name })}
      action={translate('crm.partners.renewNow')}
      isPending={renewal.isPending}
      onAction={() => {
        renewal.mutate(partner.id);
      }}
      onClose={onClose}
    />
  );
}
