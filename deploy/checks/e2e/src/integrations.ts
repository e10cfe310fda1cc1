import { apiKeys } from '@crm/contracts/resources/api-key.js';
import { webhooks } from '@crm/contracts/resources/webhook.js';
import { callerFor, people } from './people.js';

/** Sees that there is a webhook and an API key, each called "Policy system". */
export async function withIntegrations(url: string): Promise<void> {
  const { client } = await callerFor(url, people.admin);
  const query = { filter: JSON.stringify({ q: 'Policy system' }) };
  if ((await client.call(webhooks.calls.list, { query })).answer.length === 0) {
    const events = ['lead.created' as const, 'lead.status-changed' as const];
    const body = { name: 'Policy system', url: 'https://hooks.example.com/call-centre', events };
    await client.call(webhooks.calls.create, { body });
  }
  if ((await client.call(apiKeys.calls.list, { query })).answer.length === 0) {
    const body = {
      name: 'Policy system',
      scopes: ['leads:create' as const, 'leads:read' as const],
      networks: ['203.0.113.0/24', '2001:db8::/32'],
      ends_on: '2027-06-30',
    };
    await client.call(apiKeys.calls.create, { body });
  }
}
