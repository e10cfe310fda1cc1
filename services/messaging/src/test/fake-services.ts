import type { z } from 'zod';
import type { Permission } from '@crm/contracts/customers/contact.js';
import { exampleLeadRow, type LeadRow } from '@crm/contracts/entities/lead.js';
import { exampleSettings, type Settings } from '@crm/contracts/entities/user.js';
import { saveMailToken, mailCredentials } from '@crm/contracts/http/agents.js';
import { snapshotSettings } from '@crm/contracts/http/settings.js';
import { leadsEvidence, telephonyEvidence, type EvidenceSubject } from '@crm/contracts/http/evidence.js';
import { leadsToCall, type LeadToCall } from '@crm/contracts/http/calling.js';
import type { AnswerOf, InputOf } from '@crm/contracts/endpoint/endpoint.js';
import { leadAccess, leadRows } from '@crm/contracts/http/leads.js';
import { mayContact } from '@crm/contracts/http/permission.js';
import type { PersonRecords } from '@crm/contracts/http/privacy.js';
import { ownNumber } from '@crm/contracts/http/state-phones.js';
import type { Clock } from '@crm/platform/clock.js';
import { notFound, unavailable } from '@crm/platform/errors/app-error.js';
import { mountAll, route } from '@crm/platform/http/mount-endpoint.js';
import { noTasks, nobodySignedOut, usersOf } from '@crm/platform/testing/fakes.js';
import { startTestServer, type TestServer } from '@crm/platform/testing/test-server.js';
import { uniqueId } from '@crm/platform/testing/unique.js';

type Asked = InputOf<typeof mayContact>['body'];
type Credentials = z.output<(typeof mailCredentials)['answer']>['credentials'];

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
  sentence: 'It is 7:12 AM CT there; texts may begin at 9:00 AM CT',
  next_allowed_at: '2026-11-20T15:00:00.000Z',
  override_id: null,
};

export const optedOut: Permission = {
  allowed: false,
  rule: 'do_not_contact',
  sentence: 'This number wants no texts',
  next_allowed_at: null,
  override_id: null,
};

export interface FakeServices {
  tokens: TestServer['tokens'];
  auth: {
    url: string;
    settings: Settings;
    credentials: Credentials;
    /** Tokens that were kept, in order. */
    kept: string[];
  };
  leads: {
    url: string;
    /** The one changed last first. */
    known: LeadToCall[];
    /** What else the tables show of a lead, by its id. */
    rows: Map<string, Partial<LeadRow>>;
    /** What permission says; `unreachable` where leads does not answer as it should. */
    permit: (asked: Asked) => Permission | 'unreachable';
    /** What permission was asked, in order. */
    asked: Asked[];
    /** What leads stores of a person. */
    evidence: (subject: EvidenceSubject) => AnswerOf<typeof leadsEvidence>;
    isAway: boolean;
  };
  telephony: { url: string; phone: string | null; isAway: boolean; evidence: PersonRecords[] };
  close(): Promise<void>;
}

/** The calls of auth, leads and telephony that messaging makes, over real HTTP. */
export async function startFakeServices(clock: Clock): Promise<FakeServices> {
  const auth = { settings: exampleSettings, credentials: null as Credentials, kept: [] as string[] };
  const leads = {
    known: [] as LeadToCall[],
    rows: new Map<string, Partial<LeadRow>>(),
    permit: (() => allowed) as FakeServices['leads']['permit'],
    asked: [] as Asked[],
    evidence: (({ phone, lead_id }) => ({
      person: {
        phones: phone === undefined ? [] : [phone],
        emails: [],
        lead_ids: lead_id === undefined ? [] : [lead_id],
      },
      leads: [],
      records: [],
    })) as FakeServices['leads']['evidence'],
    isAway: false,
  };
  const telephony = {
    phone: '+17375550190' as string | null,
    isAway: false,
    evidence: [] as PersonRecords[],
  };

  const authServer = await startTestServer({
    service: 'auth',
    clock,
    mount: (router, deps) => {
      mountAll(router, deps, [
        nobodySignedOut(clock),
        route(snapshotSettings, async () => ({ settings: auth.settings, version: 1 })),
        usersOf({ users: [] }),
        route(mailCredentials, async () => ({ credentials: auth.credentials })),
        route(saveMailToken, async (_actor, { body }) => {
          auth.kept.push(body.accessToken);
          return { kept: true };
        }),
      ]);
    },
  });
  const requireHere = () => {
    if (leads.isAway) throw unavailable('The store is out of reach');
  };
  const leadsServer = await startTestServer({
    service: 'leads',
    clock,
    mount: (router, deps) => {
      mountAll(router, deps, [
        noTasks,
        route(leadsEvidence, async (_actor, { body }) => {
          requireHere();
          return leads.evidence(body);
        }),
        route(leadsToCall, async (_actor, { body }) => {
          requireHere();
          return {
            leads: leads.known.filter(({ lead_id, phones }) =>
              'ids' in body
                ? body.ids.includes(lead_id)
                : phones.some((phone) => body.phones.includes(phone)),
            ),
          };
        }),
        route(leadRows, async (_actor, { body }) => ({
          leads: leads.known
            .filter(({ lead_id }) => body.ids.includes(lead_id))
            .map(({ lead_id, fullname, state, phones, language }) => ({
              ...exampleLeadRow,
              id: lead_id,
              fullname,
              state,
              phone: phones[0] ?? null,
              language,
              ...leads.rows.get(lead_id),
            })),
        })),
        route(leadAccess, async (_actor, { params }) => {
          const lead = leads.known.find(({ lead_id }) => lead_id === params.id);
          if (lead === undefined) throw notFound('Lead');
          const { lead_id, type_id, status, user_id, phones, version } = lead;
          return { lead_id, type_id, status, user_id, phones, version };
        }),
        route(mayContact, async (_actor, { body }) => {
          requireHere();
          leads.asked.push(body);
          const permission = leads.permit(body);
          if (permission === 'unreachable') throw unavailable('The store is out of reach');
          return { ...permission, decision_id: uniqueId(), purpose: 'sales' as const };
        }),
      ]);
    },
  });
  const telephonyServer = await startTestServer({
    service: 'telephony',
    clock,
    mount: (router, deps) => {
      mountAll(router, deps, [
        route(ownNumber, async () => {
          if (telephony.isAway) throw unavailable('The store is out of reach');
          return { phone: telephony.phone };
        }),
        route(telephonyEvidence, async () => {
          if (telephony.isAway) throw unavailable('The store is out of reach');
          return { records: telephony.evidence };
        }),
      ]);
    },
  });
  return {
    tokens: authServer.tokens,
    auth: Object.assign(auth, { url: authServer.url }),
    leads: Object.assign(leads, { url: leadsServer.url }),
    telephony: Object.assign(telephony, { url: telephonyServer.url }),
    close: async () => {
      await Promise.all([authServer.close(), leadsServer.close(), telephonyServer.close()]);
    },
  };
}
