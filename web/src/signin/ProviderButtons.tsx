import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Divider from '@mui/material/Divider';
import { useMutation } from '@tanstack/react-query';
import { beginSingleSignOn, type listSignInWays } from '@crm/contracts/http/single-sign-on.js';
import type { CallAnswer } from '../http/call-endpoint.js';
import { useTranslate } from '../i18n/useTranslate.js';
import { useShowRefusal } from '../notifications/useShowAnswer.js';
import { useVerbs } from '../providers/useVerb.js';
import { useFullRedirect } from '../session/full-redirect.js';

interface Props {
  providers: CallAnswer<typeof listSignInWays>['providers'];
  /** Whether the form of the password is above them. */
  isBelowForm: boolean;
}

/** A button for each identity provider: the browser goes there and comes back with a ticket. */
export function ProviderButtons({ providers, isBelowForm }: Props) {
  const translate = useTranslate();
  const provider = useVerbs();
  const leave = useFullRedirect();
  const showRefusal = useShowRefusal();
  const { mutate, isPending, isSuccess, variables } = useMutation({
    mutationFn: (id: string) => provider.call(beginSingleSignOn, { params: { id } }),
    onSuccess: ({ url }) => {
      leave(url);
    },
    onError: showRefusal,
  });
  const isBusy = isPending || isSuccess;
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1.5, mt: isBelowForm ? 2.5 : 0 }}>
      {isBelowForm && <Divider>{translate('crm.signIn.or')}</Divider>}
      {providers.map(({ id, label }, at) => (
        <Button
          key={id}
          variant={isBelowForm ? 'outlined' : 'contained'}
          size="large"
          fullWidth
          autoFocus={!isBelowForm && at === 0}
          loading={isBusy && variables === id}
          onClick={() => {
            if (!isBusy) mutate(id);
          }}
        >
          {label}
        </Button>
      ))}
    </Box>
  );
}
