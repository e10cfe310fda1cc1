import OutboxOutlined from '@mui/icons-material/OutboxOutlined';
import ReplayOutlined from '@mui/icons-material/ReplayOutlined';
import Chip from '@mui/material/Chip';
import { useRefresh } from 'react-admin';
import {
  replayDelivery,
  webhookDeliveries,
  type WebhookDelivery,
} from '@crm/contracts/resources/webhook-delivery.js';
import { IconAction } from '../../controls/IconAction.js';
import { shownValue } from '../../fields/shown-value.js';
import { useWebhookMessages } from '../../i18n/webhooks.en.js';
import { useShowAnswer } from '../../notifications/useShowAnswer.js';
import { useVerb } from '../../providers/useVerb.js';
import { defaultView } from '../default-view.js';
import { ResourcePage } from '../ResourcePage.js';

const { fields } = webhookDeliveries;

function State({ delivery: { state } }: { delivery: WebhookDelivery }) {
  const shown = shownValue(fields.state, state);
  return state === 'failed' ? <Chip size="small" color="error" label={shown} /> : shown;
}

function ReplayAction({ delivery: { id, type } }: { delivery: WebhookDelivery }) {
  const translate = useWebhookMessages();
  const refresh = useRefresh();
  const showAnswer = useShowAnswer();
  const replaying = useVerb((provider) => provider.call(replayDelivery, { params: { id } }), {
    onSuccess: (answer) => {
      showAnswer(answer);
      refresh();
    },
  });
  return (
    <IconAction
      label={translate('crm.webhookDeliveries.replay', { type })}
      onClick={() => {
        replaying.mutate(undefined);
      }}
    >
      <ReplayOutlined />
    </IconAction>
  );
}

/** What was sent to webhooks, and what came of it. */
export default function DeliveriesPage() {
  const translate = useWebhookMessages();
  const view = defaultView(webhookDeliveries, {
    Icon: OutboxOutlined,
    emptyText: translate('crm.webhookDeliveries.emptyText'),
    nameOf: ({ type, subject }: WebhookDelivery) => `${type} ${subject}`,
    columns: {
      at: { width: 150 },
      webhook: { width: 150, wraps: true },
      type: { width: 160, names: true },
      subject: { width: 190, wraps: true },
      state: { width: 100, cell: (delivery) => <State delivery={delivery} /> },
      attempts: { width: 84 },
      result: { width: 150, wraps: true },
      next_at: { width: 150 },
    },
    rowActions: (delivery) => <ReplayAction delivery={delivery} />,
  });
  return <ResourcePage view={view} />;
}
