import type { Permission } from '@crm/contracts/customers/contact.js';
import { exampleSettings, type Settings, type User } from '@crm/contracts/entities/user.js';
import { changeUserStatus, getUserStatus } from '@crm/contracts/http/account.js';
import { switchDiallerOff } from '@crm/contracts/http/auth.js';
import { snapshotSettings } from '@crm/contracts/http/settings.js';
import {
  leadsToCall,
  nextLeadOfGuide,
  suitableAgents,
  takeoverDenial,
  type LeadToCall,
} from '@crm/contracts/http/calling.js';
import type { InputOf } from '@crm/contracts/endpoint/endpoint.js';
import { leadAccess } from '@crm/contracts/http/leads.js';
import { mayContact } from '@crm/contracts/http/permission.js';
import type { Clock } from '@crm/platform/clock.js';
import { notFound, unavailable } from '@crm/platform/errors/app-error.js';
import { mountAll, route } from '@crm/platform/http/mount-endpoint.js';
import { noTasks, nobodySignedOut, usersOf } from '@crm/platform/testing/fakes.js';
import { startTestServer, type TestServer } from '@crm/platform/testing/test-server.js';
import { uniqueId } from '@crm/platform/testing/unique.js';

export interface FakeAuth {
  url: string;
  /** What the snapshots answer. */
  users: User[];
  settings: Settings;
  /** Whose dialler is on; what nobody said stands as the test's user has it. */
  diallers: Map<string, 0 | 1>;
  /** Is told what was set, as auth would tell everybody. */
  onDialler: (userId: string, on: 0 | 1) => Promise<void>;
  server: TestServer;
  close(): Promise<void>;
}

/** The calls of auth that telephony makes, over real HTTP: nobody's session is over. */
export async function startFakeAuth(clock: Clock): Promise<FakeAuth> {
  const known = {
    users: [] as User[],
    settings: exampleSettings,
    diallers: new Map<string, 0 | 1>(),
    onDialler: (async () => undefined) as FakeAuth['onDialler'],
  };
  const server = await startTestServer({
    service: 'auth',
    clock,
    mount: (router, deps) => {
      mountAll(router, deps, [
        nobodySignedOut(clock),
        route(snapshotSettings, async () => ({ settings: known.settings, version: 1 })),
        route(getUserStatus, async (_actor, { body }) => ({ status: known.diallers.get(body.user_id) ?? 0 })),
        route(changeUserStatus, async (_actor, { body: { user_id, status } }) => {
          known.diallers.set(user_id, status);
          await known.onDialler(user_id, status);
          return { status: 'success' as const, message: 'Saved' };
        }),
        route(switchDiallerOff, async (_actor, { body: { user_id } }) => {
          known.diallers.set(user_id, 0);
          await known.onDialler(user_id, 0);
          return { status: 0 as const };
        }),
        usersOf(known),
      ]);
    },
  });
  return Object.assign(known, { url: server.url, server, close: () => server.close() });
}

type Asked = InputOf<typeof mayContact>['body'];

export const allowed: Permission = {
  allowed: true,
  rule: null,
  sentence: 'May be contacted',
  next_allowed_at: null,
  override_id: null,
};

export const tooEarly: Permission = {
  allowed: false,
  rule: 'hours',
  sentence: 'It is 7:12 AM CT there; calls may begin at 9:00 AM CT',
  next_allowed_at: '2026-11-20T15:00:00.000Z',
  override_id: null,
};

export interface FakeLeads {
  url: string;
  leads: LeadToCall[];
  /** Leads that the dialler has dialled, which it does not take of itself again. */
  dialled: Set<string>;
  /** Who may take calls, whatever the state. */
  suitable: string[];
  /** Why users may not take over a call, by user. */
  denials: Map<string, string>;
  /** What permission says; `unreachable` where leads does not answer as it should. */
  permit: (asked: Asked) => Permission | 'unreachable';
  /** What permission was asked, in order. */
  asked: Asked[];
  close(): Promise<void>;
}

/** The calls of leads that telephony makes, over real HTTP: the leads are the test's own, and may be contacted. */
export async function startFakeLeads(clock: Clock): Promise<FakeLeads> {
  const known = {
    leads: [] as LeadToCall[],
    dialled: new Set<string>(),
    suitable: [] as string[],
    denials: new Map<string, string>(),
    permit: (() => allowed) as FakeLeads['permit'],
    asked: [] as Asked[],
  };
  const server = await startTestServer({
    service: 'leads',
    clock,
    mount: (router, deps) => {
      mountAll(router, deps, [
        noTasks,
        route(leadsToCall, async (_actor, { body }) => ({
          leads: known.leads.filter(({ lead_id, phones }) =>
            'ids' in body ? body.ids.includes(lead_id) : phones.some((phone) => body.phones.includes(phone)),
          ),
        })),
        route(nextLeadOfGuide, async (_actor, { body: { guide_id, without } }) => ({
          lead:
            known.leads.find(
              ({ user_id, lead_id }) =>
                user_id === guide_id && !known.dialled.has(lead_id) && !without.includes(lead_id),
            ) ?? null,
        })),
        route(suitableAgents, async () => ({ users: [...known.suitable] })),
        route(takeoverDenial, async (_actor, { body: { user_id } }) => ({
          reason: known.denials.get(user_id) ?? null,
        })),
        route(leadAccess, async (_actor, { params }) => {
          const lead = known.leads.find(({ lead_id }) => lead_id === params.id);
          if (lead === undefined) throw notFound('Lead');
          const { lead_id, type_id, status, user_id, phones, version } = lead;
          return { lead_id, type_id, status, user_id, phones, version };
        }),
        route(mayContact, async (_actor, { body }) => {
          known.asked.push(body);
          const permission = known.permit(body);
          if (permission === 'unreachable') throw unavailable('The store is out of reach');
          return { ...permission, decision_id: uniqueId(), purpose: 'sales' as const };
        }),
      ]);
    },
  });
  return Object.assign(known, { url: server.url, close: () => server.close() });
}
