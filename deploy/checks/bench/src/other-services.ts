import { exampleSettings, type User } from '@crm/contracts/entities/user.js';
import { listSessions, snapshotUsers } from '@crm/contracts/http/auth.js';
import { snapshotSettings } from '@crm/contracts/http/settings.js';
import { leadsToCall, type LeadToCall } from '@crm/contracts/http/calling.js';
import { mayContact } from '@crm/contracts/http/permission.js';
import { systemClock } from '@crm/platform/clock.js';
import { mountAll, route } from '@crm/platform/http/mount-endpoint.js';
import { noTasks } from '@crm/platform/testing/fakes.js';
import { startTestServer } from '@crm/platform/testing/test-server.js';
import { uniqueId } from '@crm/platform/testing/unique.js';

/** What a service asks of auth: these users, whose sessions go on. */
export const startAuth = (users: readonly User[]) =>
  startTestServer({
    service: 'auth',
    clock: systemClock,
    mount: (router, deps) => {
      mountAll(router, deps, [
        route(listSessions, async () => ({
          at: new Date().toISOString(),
          versions: {},
          revoked: [],
          kept: [],
        })),
        route(snapshotSettings, async () => ({ settings: exampleSettings, version: 1 })),
        route(snapshotUsers, async () => ({ users: [...users], next: null })),
      ]);
    },
  });

/** What it asks of leads: these leads, and that everybody may be contacted. */
export function startLeads(leads: readonly LeadToCall[]) {
  const byId = new Map(leads.map((lead) => [lead.lead_id, lead]));
  const byPhone = new Map(leads.flatMap((lead) => lead.phones.map((phone) => [phone, lead] as const)));
  return startTestServer({
    service: 'leads',
    clock: systemClock,
    mount: (router, deps) => {
      mountAll(router, deps, [
        noTasks,
        route(leadsToCall, async (_actor, { body }) => ({
          leads:
            'ids' in body
              ? body.ids.flatMap((id) => byId.get(id) ?? [])
              : body.phones.flatMap((phone) => byPhone.get(phone) ?? []),
        })),
        route(mayContact, async () => ({
          allowed: true,
          rule: null,
          sentence: 'May be contacted',
          next_allowed_at: null,
          override_id: null,
          decision_id: uniqueId(),
          purpose: 'sales' as const,
        })),
      ]);
    },
  });
}
