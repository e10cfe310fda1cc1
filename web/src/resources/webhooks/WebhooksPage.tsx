import { useState } from 'react';
import ReplayOutlined from '@mui/icons-material/ReplayOutlined';
import SendOutlined from '@mui/icons-material/SendOutlined';
import VpnKeyOutlined from '@mui/icons-material/VpnKeyOutlined';
import WebhookOutlined from '@mui/icons-material/WebhookOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import { Link as RouterLink } from 'react-router';
import { shownInstant } from '@crm/contracts/time/pacific.js';
import { testWebhook, webhooks, type Webhook } from '@crm/contracts/resources/webhook.js';
import { Clip } from '../../controls/Clip.js';
import { IconAction } from '../../controls/IconAction.js';
import { useWebhookMessages } from '../../i18n/webhooks.en.js';
import { useShowAnswer } from '../../notifications/useShowAnswer.js';
import { useVerb } from '../../providers/useVerb.js';
import { defaultView } from '../default-view.js';
import { ResourcePage } from '../ResourcePage.js';
import { RenewSecretDialog } from './RenewSecretDialog.js';
import { ReplayDialog } from './ReplayDialog.js';
import { SecretDialog } from './SecretDialog.js';

const withSecret = webhooks.calls.create.answer;

type Open = { is: 'renew' | 'replay'; webhook: Webhook } | { is: 'secret'; webhook: Webhook; secret: string };

/** Its name, and whether anything is wrong with it. */
function Name({ webhook: { name, active, failing_since } }: { webhook: Webhook }) {
  const translate = useWebhookMessages();
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
      <Clip text={name} />
      {active === 0 && <Chip size="small" label={translate('crm.webhooks.off')} />}
      {active === 1 && failing_since !== null && (
        <Chip size="small" color="error" label={translate('crm.webhooks.failing')} />
      )}
    </Box>
  );
}

/** The addresses that events are sent to, and their secrets. */
export default function WebhooksPage() {
  const translate = useWebhookMessages();
  const showAnswer = useShowAnswer();
  const [open, setOpen] = useState<Open>();
  const testing = useVerb((provider, id: string) => provider.call(testWebhook, { params: { id } }), {
    onSuccess: showAnswer,
  });
  const close = () => {
    setOpen(undefined);
  };
  const showSecret = (webhook: Webhook & { secret: string }) => {
    setOpen({ is: 'secret', webhook, secret: webhook.secret });
  };
  const rowActions = (webhook: Webhook) => {
    const { id, name, active } = webhook;
    return (
      <>
        {active === 1 && (
          <>
            <IconAction
              label={translate('crm.webhooks.test', { name })}
              onClick={() => {
                testing.mutate(id);
              }}
            >
              <SendOutlined />
            </IconAction>
            <IconAction
              label={translate('crm.webhooks.replay', { name })}
              onClick={() => {
                setOpen({ is: 'replay', webhook });
              }}
            >
              <ReplayOutlined />
            </IconAction>
          </>
        )}
        <IconAction
          label={translate('crm.webhooks.renew', { name })}
          onClick={() => {
            setOpen({ is: 'renew', webhook });
          }}
        >
          <VpnKeyOutlined />
        </IconAction>
      </>
    );
  };
  const view = defaultView(webhooks, {
    Icon: WebhookOutlined,
    emptyText: translate('crm.webhooks.emptyText'),
    actions: (
      <Button variant="outlined" component={RouterLink} to="/webhook-deliveries">
        {translate('crm.webhooks.deliveries')}
      </Button>
    ),
    columns: {
      name: { width: 170, names: true, cell: (webhook) => <Name webhook={webhook} /> },
      url: { width: 230, wraps: true },
      events: { width: 190, wraps: true },
      last_delivered_at: {
        width: 140,
        cell: ({ last_delivered_at: at }) =>
          at === null ? translate('crm.webhooks.never') : shownInstant(at),
      },
      failing_since: { width: 140 },
    },
    rowActions,
    rowButtons: 5,
    onCreated: (created) => {
      showSecret(withSecret.parse(created));
    },
  });
  return (
    <>
      <ResourcePage view={view} />
      {open?.is === 'renew' && (
        <RenewSecretDialog webhook={open.webhook} onClose={close} onSecret={showSecret} />
      )}
      {open?.is === 'replay' && <ReplayDialog webhook={open.webhook} onClose={close} />}
      {open?.is === 'secret' && (
        <SecretDialog name={open.webhook.name} secret={open.secret} onClose={close} />
      )}
    </>
  );
}
