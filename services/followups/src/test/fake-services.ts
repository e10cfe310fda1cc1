import { exampleLeadRow, type LeadRow } from '@crm/contracts/entities/lead.js';
import type { User } from '@crm/contracts/entities/user.js';
import { leadAccess, leadRows } from '@crm/contracts/http/leads.js';
import type { Clock } from '@crm/platform/clock.js';
import { notFound, unavailable } from '@crm/platform/errors/app-error.js';
import { mountAll, route } from '@crm/platform/http/mount-endpoint.js';
import { noTasks, nobodySignedOut, usersOf } from '@crm/platform/testing/fakes.js';
import { startTestServer, type TestServer } from '@crm/platform/testing/test-server.js';
import { uniqueId, uniqueName } from '@crm/platform/testing/unique.js';

export interface FakeServices {
  tokens: TestServer['tokens'];
  auth: { url: string; users: User[] };
  leads: {
    url: string;
    known: LeadRow[];
    isAway: boolean;
    /** Runs once, after the next read of a row, to simulate a concurrent change. */
    afterRead: (() => Promise<void>) | undefined;
  };
  close(): Promise<void>;
}

/** A life lead as its table shows it, without agent unless said otherwise. */
export function buildLead(given: Partial<LeadRow> = {}): LeadRow {
  const fullname = uniqueName('Raymond');
  return {
    ...exampleLeadRow,
    id: uniqueId(),
    fullname,
    user_id: 0,
    agent_fullname: null,
    version: 1,
    ...given,
  };
}

/** The calls to auth and leads that follow-ups make, over real HTTP. */
export async function startFakeServices(clock: Clock): Promise<FakeServices> {
  const auth = { users: [] as User[] };
  const leads: Pick<FakeServices['leads'], 'known' | 'isAway' | 'afterRead'> = {
    known: [],
    isAway: false,
    afterRead: undefined,
  };
  const requireHere = () => {
    if (leads.isAway) throw unavailable('The store is out of reach');
  };
  const authServer = await startTestServer({
    service: 'auth',
    clock,
    mount: (router, deps) => {
      mountAll(router, deps, [nobodySignedOut(clock), usersOf(auth)]);
    },
  });
  const leadsServer = await startTestServer({
    service: 'leads',
    clock,
    mount: (router, deps) => {
      mountAll(router, deps, [
        noTasks,
        route(leadRows, async (_actor, { body }) => {
          requireHere();
          const found = leads.known.filter(({ id }) => body.ids.includes(id)).map((lead) => ({ ...lead }));
          const then = leads.afterRead;
          leads.afterRead = undefined;
          await then?.();
          return { leads: found };
        }),
        route(leadAccess, async (_actor, { params }) => {
          requireHere();
          const lead = leads.known.find(({ id }) => id === params.id);
          if (lead === undefined) throw notFound('Lead');
          const { id: lead_id, type_id, status, user_id, version } = lead;
          return { lead_id, type_id, status, user_id, phones: [], version };
        }),
      ]);
    },
  });
  return {
    tokens: authServer.tokens,
    auth: Object.assign(auth, { url: authServer.url }),
    leads: Object.assign(leads, { url: leadsServer.url }),
    close: async () => {
      await Promise.all([authServer.close(), leadsServer.close()]);
    },
  };
}
