import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useRefresh } from 'react-admin';
import { renewPartnerKey, type Partner } from '@crm/contracts/resources/partner.js';
import { DialogFrame } from '../../controls/DialogFrame.js';
import { usePartnerWords } from '../../i18n/partners.en.js';
import { useShowAnswer } from '../../notifications/useShowAnswer.js';
import { useVerb } from '../../providers/useVerb.js';

interface Props {
  partner: Partner;
  onClose: () => void;
  onKey: (partner: Partner & { key: string }) => void;
}

/** Asks before a key is replaced, since the old one is refused from then on. */
export function RenewKeyDialog({ partner, onClose, onKey }: Props) {
  const words = usePartnerWords();
  const refresh = useRefresh();
  const showAnswer = useShowAnswer();
  const renewal = useVerb((provider, id: string) => provider.call(renewPartnerKey, { params: { id } }), {
    onSuccess: (renewed) => {
      showAnswer({ status: 'success', message: words('crm.partners.renewed') });
      refresh();
      onKey(renewed);
    },
  });
  return (
    <DialogFrame
      open
      width={400}
      title={words('crm.partners.renewTitle')}
      onClose={onClose}
      actions={
        <>
          <Button variant="outlined" autoFocus onClick={onClose}>
            {words('crm.action.close')}
          </Button>
          <Button
            variant="contained"
            color="error"
            loading={renewal.isPending}
            onClick={() => {
              renewal.mutate(partner.id);
            }}
          >
            {words('crm.partners.renewNow')}
          </Button>
        </>
      }
    >
      <Typography color="text.secondary">
        {words('crm.partners.renewText', { name: partner.name })}
      </Typography>
    </DialogFrame>
  );
}
