import { useState } from 'react';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useRefresh } from 'react-admin';
import {
  renewScimToken,
  withdrawScimToken,
  type IdentityProvider,
} from '@crm/contracts/resources/identity-provider.js';
import { DialogFrame } from '../../controls/DialogFrame.js';
import { ShownOnce } from '../../controls/ShownOnce.js';
import { useSingleSignOnMessages } from '../../i18n/single-sign-on.en.js';
import { useShowAnswer } from '../../notifications/useShowAnswer.js';
import { useVerb } from '../../providers/useVerb.js';

interface Props {
  provider: IdentityProvider;
  onClose: () => void;
}

/** Makes the token by which a provider calls SCIM, shows it this once, and withdraws it. */
export function ScimTokenDialog({ provider: { id, label: name, scim_token }, onClose }: Props) {
  const translate = useSingleSignOnMessages();
  const refresh = useRefresh();
  const showAnswer = useShowAnswer();
  const [token, setToken] = useState<string>();
  const params = { id };
  const renewal = useVerb((provider) => provider.call(renewScimToken, { params }), {
    onSuccess: (renewed) => {
      showAnswer({ status: 'success', message: translate('crm.singleSignOn.created') });
      refresh();
      setToken(renewed.token);
    },
  });
  const withdrawal = useVerb((provider) => provider.call(withdrawScimToken, { params }), {
    onSuccess: () => {
      showAnswer({ status: 'success', message: translate('crm.singleSignOn.withdrawn') });
      refresh();
      onClose();
    },
  });
  const close = (
    <Button variant="outlined" onClick={onClose}>
      {translate('crm.action.close')}
    </Button>
  );
  if (token !== undefined) {
    return (
      <DialogFrame
        open
        width={560}
        persistent
        title={translate('crm.singleSignOn.tokenTitle', { name })}
        onClose={onClose}
        actions={close}
      >
        <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
          {translate('crm.singleSignOn.tokenText')}
        </Typography>
        <ShownOnce
          label={translate('crm.singleSignOn.tokenLabel')}
          value={token}
          copy={translate('crm.singleSignOn.copy')}
          copied={translate('crm.singleSignOn.copied')}
        />
      </DialogFrame>
    );
  }
  const isBusy = renewal.isPending || withdrawal.isPending;
  return (
    <DialogFrame
      open
      width={560}
      title={translate('crm.singleSignOn.tokenTitle', { name })}
      onClose={onClose}
      actions={
        <>
          {close}
          {scim_token !== '' && (
            <Button
              color="error"
              loading={withdrawal.isPending}
              onClick={() => {
                if (!isBusy) withdrawal.mutate(undefined);
              }}
            >
              {translate('crm.singleSignOn.withdraw')}
            </Button>
          )}
          <Button
            variant="contained"
            loading={renewal.isPending}
            onClick={() => {
              if (!isBusy) renewal.mutate(undefined);
            }}
          >
            {translate('crm.singleSignOn.create')}
          </Button>
        </>
      }
    >
      <Typography color="text.secondary">
        {translate(scim_token === '' ? 'crm.singleSignOn.tokenFirst' : 'crm.singleSignOn.tokenAgain')}
      </Typography>
    </DialogFrame>
  );
}
