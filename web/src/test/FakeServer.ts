import type { ErrorAnswer } from '@crm/contracts/errors.js';
import { errorAnswer, httpStatusOf } from '@crm/contracts/errors.js';
import { endpoints } from '@crm/contracts/http/all.js';
import { listBeneficiaries } from '@crm/contracts/http/beneficiaries.js';
import { changeUserStatus } from '@crm/contracts/http/account.js';
import { countOnlineAgents, signOut, verifyToken } from '@crm/contracts/http/auth.js';
import { getCallbackOffer } from '@crm/contracts/http/callbacks.js';
import { rateCall, sendCallQuality, testToken } from '@crm/contracts/http/call-quality.js';
import { listDay } from '@crm/contracts/http/day.js';
import { callToken, getDialler, getLiveCall } from '@crm/contracts/http/calling.js';
import { listAccountNumbers } from '@crm/contracts/http/carrier.js';
import { getOwnState } from '@crm/contracts/http/floor.js';
import { getReferenceList } from '@crm/contracts/http/reference.js';
import type { Fields } from '@crm/contracts/fields/field.js';
import type { AnyResource } from '@crm/contracts/resources/define-resource.js';
import type { Endpoint } from '@crm/contracts/endpoint/endpoint.js';
import { createMatcher } from '@crm/contracts/http/match-route.js';
import { builtInLists } from '@crm/contracts/reference/built-in-lists.js';
import { referenceListName } from '@crm/contracts/reference/reference-list.js';
import { listLeadViews } from '@crm/contracts/http/lead-views.js';
import { countViews } from '@crm/contracts/http/lead-lists.js';
import { listEmails, listTexts } from '@crm/contracts/http/messaging.js';
import { listAllFollowupsOfLead, listFollowupsOfUser } from '@crm/contracts/http/followups.js';
import { listConsents } from '@crm/contracts/http/consents.js';
import { listNotes } from '@crm/contracts/http/notes.js';
import { listNotifications } from '@crm/contracts/http/notifications.js';
import { noDayFigures } from '@crm/contracts/entities/stats.js';
import { getDayFigures } from '@crm/contracts/http/stats.js';
import { listVoicemailsOfLead } from '@crm/contracts/http/recordings.js';
import { leadPermission, permissionOfRows } from '@crm/contracts/http/permission.js';
import { licences } from '@crm/contracts/resources/licence.js';
import { getSupervision, listLiveCalls } from '@crm/contracts/http/supervision.js';
import { listSignInWays } from '@crm/contracts/http/single-sign-on.js';
import { reportClick } from '@crm/contracts/http/sessions.js';
import { scripts } from '@crm/contracts/resources/script.js';
import type { User } from '@crm/contracts/entities/user.js';
import type { z } from 'zod';

type Wire<E> = E extends Endpoint<infer _P, infer _Q, infer _B, infer A> ? z.input<A> : never;

/** A call as it arrived. */
export interface ArrivedCall {
  endpoint: string;
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
  headers: Headers;
}

export type Reply = (call: ArrivedCall) => Response | Promise<Response>;

/** Answers as the contract says: an answer that it does not describe fails the test. */
export const answer =
  <E extends Endpoint>(endpoint: E, value: Wire<E>, headers: Record<string, string> = {}): Reply =>
  () =>
    Response.json(endpoint.answer.parse(value), { headers });

/** Answers the whole list of a resource, as a page of it. */
export const rows = <F extends Fields>(
  { name, calls }: AnyResource<F>,
  records: readonly unknown[],
): Reply => {
  const last = records.length - 1;
  const range = records.length === 0 ? '*' : `0-${String(last)}`;
  return () =>
    Response.json(calls.list.answer.parse(records), {
      headers: { 'content-range': `${name} ${range}/${String(records.length)}` },
    });
};

/** Refuses as the catalogue of errors says. */
export const refuse =
  (refusal: Pick<ErrorAnswer, 'code' | 'message'> & Partial<ErrorAnswer>): Reply =>
  () => {
    const body = errorAnswer.parse({ status: 'error', ...refusal });
    return Response.json(body, { status: httpStatusOf[body.code] });
  };

const exampleTestToken = {
  token: 'a token',
  provider: 'sim',
  url: 'ws://carrier',
  identity: 'test_1',
  ttl: 120,
} as const;

/** The lists that admins keep, as nobody has changed them yet. */
const builtInList: Reply = ({ params }) => {
  const list = referenceListName.parse(params['list']);
  const unchanged = { list, version: 1, changed_by: null, changed_at: null, entries: builtInLists[list] };
  return Response.json(getReferenceList.answer.parse(unchanged));
};

/**
 * A server at the level of `fetch`: it knows every address of the contracts, holds each body against its contract, and
 * answers what a test told it to. A call that nobody told it about fails the test that made it.
 */
export class FakeServer {
  readonly arrived: ArrivedCall[] = [];
  private readonly replies = new Map<string, Reply>();
  private readonly match: ReturnType<typeof createMatcher<Endpoint>>;

  /** `more` are calls of a definition that only a test has. */
  constructor(user?: User, more: readonly Endpoint[] = []) {
    this.match = createMatcher([...endpoints, ...more]);
    this.on(listSignInWays, answer(listSignInWays, { providers: [], passwords: true }));
    if (user) {
      this.on(verifyToken, answer(verifyToken, { user }));
      this.on(testToken, answer(testToken, exampleTestToken));
      this.on(sendCallQuality, answer(sendCallQuality, { status: 'success', message: 'Noted' }));
      this.on(rateCall, answer(rateCall, { status: 'success', message: 'Noted' }));
      this.on(countOnlineAgents, answer(countOnlineAgents, { agents: 12 }));
      this.on(reportClick, answer(reportClick, { status: 'success', message: 'Noted' }));
      this.on(signOut, answer(signOut, { status: 'success', message: 'Signed out' }));
      this.on(getReferenceList, builtInList);
      this.on(listNotifications, answer(listNotifications, { notifications: [] }));
      this.on(countViews, answer(countViews, { counts: [] }));
      this.on(listLeadViews, answer(listLeadViews, { views: [] }));
      // What the page of any lead reads beside it.
      this.on(listNotes, answer(listNotes, { notes: [] }));
      this.on(listConsents, answer(listConsents, { consents: [] }));
      this.on(listBeneficiaries, answer(listBeneficiaries, { beneficiaries: [] }));
      const nowhere = {
        zones: ['America/Chicago'],
        ways: [],
        changes_at: null,
        as_of: '2026-11-20T17:00:00.000Z',
      };
      this.on(leadPermission, answer(leadPermission, nowhere));
      this.on(permissionOfRows, answer(permissionOfRows, { leads: [], as_of: nowhere.as_of }));
      this.on(listVoicemailsOfLead, answer(listVoicemailsOfLead, { vm: [] }));
      this.on(listEmails, answer(listEmails, { emails: [] }));
      this.on(listTexts, answer(listTexts, { messages: [], more: false }));
      this.on(getSupervision, answer(getSupervision, { supervision: null }));
      this.on(listLiveCalls, answer(listLiveCalls, { calls: [] }));
      this.on(getLiveCall, answer(getLiveCall, { call: null }));
      this.on(listAccountNumbers, answer(listAccountNumbers, { numbers: [] }));
      this.on(getCallbackOffer, answer(getCallbackOffer, { offer: null }));
      this.on(changeUserStatus, answer(changeUserStatus, { status: 'success', message: 'Saved' }));
      const grant = { token: 'call-token', provider: 'sim', url: '/_sim/client', ttl: 3600 } as const;
      this.on(callToken, answer(callToken, { ...grant, identity: `user_${user.id}` }));
      const since = '2026-11-20T17:00:00.000Z';
      const own = {
        user_id: user.id,
        state: 'offline',
        reason: null,
        since,
        until: null,
        now: since,
      } as const;
      this.on(getOwnState, answer(getOwnState, own));
      // A guide's dialler stands still.
      this.on(getDialler, answer(getDialler, { on: false, run: null, call: null }));
      this.on(listFollowupsOfUser, answer(listFollowupsOfUser, { followups: [] }));
      const figures = { today: noDayFigures, yesterday: noDayFigures, team: noDayFigures, people: 0 };
      this.on(getDayFigures, answer(getDayFigures, figures));
      this.on(
        listDay,
        answer(listDay, {
          ...{ rows: [], counts: { callback: 0, reply: 0, new: 0, retry: 0 } },
          ...{ as_of: nowhere.as_of, changes_at: null },
        }),
      );
      this.on(listAllFollowupsOfLead, answer(listAllFollowupsOfLead, { followups: [] }));
      this.on(scripts.calls.list, rows(scripts, []));
      this.on(licences.calls.list, rows(licences, []));
    }
  }

  on(endpoint: Endpoint, reply: Reply): this {
    this.replies.set(endpoint.name, reply);
    return this;
  }

  /** The calls of a kind, oldest first. */
  calls(endpoint: Endpoint): readonly ArrivedCall[] {
    return this.arrived.filter((call) => call.endpoint === endpoint.name);
  }

  readonly fetch: typeof window.fetch = async (input, options = {}) => {
    const url = new URL(input instanceof Request ? input.url : input, 'http://localhost');
    const found = this.match(options.method ?? 'GET', url.pathname);
    const label = `${options.method ?? 'GET'} ${url.pathname}`;
    if (!found) throw new Error(`No contract describes ${label}`);
    const { endpoint, params } = found;
    const body: unknown = typeof options.body === 'string' ? JSON.parse(options.body) : options.body;
    if (endpoint.bodyKind === 'json') endpoint.body?.parse(body);
    const call: ArrivedCall = {
      endpoint: endpoint.name,
      params,
      query: Object.fromEntries(url.searchParams),
      body,
      headers: new Headers(options.headers),
    };
    this.arrived.push(call);
    const reply = this.replies.get(endpoint.name);
    if (!reply) throw new Error(`Nobody told the server about ${label}`);
    return reply(call);
  };
}
