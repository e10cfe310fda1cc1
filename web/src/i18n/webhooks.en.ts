import { laterMessages } from './later-messages.js';

/** The pages of webhooks and of what was sent to them. */
export const webhookMessages = {
  webhooks: {
    emptyText: 'Webhooks send events to other systems over HTTPS. Add the first one.',
    never: 'None yet',
    off: 'Switched off',
    failing: 'Failing',
    deliveries: 'Deliveries',
    test: 'Send a test event to %{name}',
    renew: 'New secret for %{name}',
    replay: 'Send events to %{name} again',
    secretTitle: 'The secret of %{name}',
    secretText:
      'Copy it now: it is shown only once. The receiver verifies the header webhook-signature with it, as Standard Webhooks describes.',
    secretLabel: 'Secret',
    copy: 'Copy',
    copied: 'Copied',
    renewTitle: 'Create a new secret?',
    renewText: 'For 24 hours events to %{name} are signed by both secrets, then by the new one alone.',
    renewed: 'New secret created',
    renewNow: 'Create a new secret',
    replayTitle: 'Send events again',
    replayText: 'Events keep their ids, so that a receiver that has one already can tell.',
    from: 'From',
    to: 'To',
    which: 'Which',
    onlyFailed: 'Failed deliveries',
    all: 'All deliveries',
    replayNow: 'Send again',
    wrongPeriod: 'The last day is before the first',
    more: 'More than 10,000 were found: do it again from a later day',
  },
  webhookDeliveries: {
    emptyText: 'Events that are sent to webhooks are listed for 14 days.',
    replay: 'Send %{type} again',
  },
};

export const useWebhookMessages = laterMessages(webhookMessages);
