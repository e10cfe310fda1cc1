import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { listVoicemails } from '@crm/contracts/http/recordings.js';
import { RetryButton } from '../controls/RetryButton.js';
import { DialogFrame } from '../controls/DialogFrame.js';
import { useCallMessages } from '../i18n/calls.en.js';
import { useVerbQuery } from '../providers/useVerbQuery.js';
import { useCurrentUser } from '../session/SessionContext.js';
import { useCalling } from '../calling/calling.js';
import { useCallActions } from '../calling/useCallActions.js';

/** Drops one of the user's voicemails on the customer's answering machine. */
export default function DropVoicemailDialog({ onClose }: { onClose: () => void }) {
  const translate = useCallMessages();
  const { id: userId } = useCurrentUser();
  const { live } = useCalling();
  const { drop } = useCallActions(live);
  const { data, isError, refetch } = useVerbQuery({
    key: ['calls', 'voicemails', userId],
    ask: async (provider, signal) =>
      (await provider.call(listVoicemails, { params: { userId }, signal })).voicemails,
  });
  return (
    <DialogFrame
      open
      width={400}
      title={translate('crm.calls.dropTitle')}
      onClose={onClose}
      actions={
        <Button variant="outlined" onClick={onClose}>
          {translate('crm.action.close')}
        </Button>
      }
    >
      <Typography variant="body2" color="text.secondary" sx={{ mb: 1.5 }}>
        {translate('crm.calls.dropText')}
      </Typography>
      {isError && (
        <Typography role="alert">
          {translate('crm.calls.voicemailsFailed')} <RetryButton onRetry={refetch} />
        </Typography>
      )}
      {!data && !isError && <Skeleton variant="rounded" height={36} />}
      {data?.length === 0 && <Typography>{translate('crm.calls.noVoicemails')}</Typography>}
      <Box component="ul" sx={{ display: 'grid', gap: 1, m: 0, p: 0, listStyle: 'none' }}>
        {data?.map(({ id, title, duration }) => (
          <li key={id}>
            <Button
              fullWidth
              variant="outlined"
              loading={drop.isPending && drop.variables === id}
              aria-label={translate('crm.calls.dropNow', { title })}
              onClick={() => {
                if (!drop.isPending) drop.mutate(id, { onSuccess: onClose });
              }}
              sx={{ justifyContent: 'space-between' }}
            >
              <span>{title}</span>
              <Box component="span" sx={{ color: 'text.secondary' }}>
                {translate('crm.calls.seconds', { count: duration })}
              </Box>
            </Button>
          </li>
        ))}
      </Box>
    </DialogFrame>
  );
}
