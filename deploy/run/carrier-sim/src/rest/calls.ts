import { z } from 'zod';
import { dropLeg, endLeg, hasEnded, secondsOf } from '../legs/leg.js';
import { originate } from '../calls/originate.js';
import type { Carrier, Leg } from '../model.js';
import { startProgram } from '../twiml/program.js';
import type { Source } from '../twiml/run.js';
import {
  address,
  detectionFields,
  eventList,
  flag,
  hookFrom,
  method,
  parseForm,
  recordPlanFrom,
  recordingFields,
  whole,
} from './form.js';
import { admitPair, created, ok, page, rfc2822, type Asked, type Operation } from './operation.js';
import { RestError, notFound, notInProgress } from './rest-error.js';

const documentFields = {
  Url: address.optional(),
  Method: method,
  Twiml: z.string().max(4000).optional(),
  FallbackUrl: address.optional(),
  FallbackMethod: method,
};

const callForm = z.object({
  To: z.string().optional(),
  From: z.string().optional(),
  ...documentFields,
  ApplicationSid: z.string().optional(),
  StatusCallback: address.optional(),
  StatusCallbackMethod: method,
  StatusCallbackEvent: eventList('initiated', 'ringing', 'answered', 'completed').optional(),
  Timeout: whole(1, 600).default(60),
  TimeLimit: whole(1, 86_400).default(14_400),
  ...detectionFields,
  AsyncAmd: flag.default(false),
  AsyncAmdStatusCallback: address.optional(),
  AsyncAmdStatusCallbackMethod: z.literal('POST').default('POST'),
  ...recordingFields,
});

const updateForm = z.object({
  Status: z.enum(['canceled', 'completed']).optional(),
  ...documentFields,
  StatusCallback: address.optional(),
  StatusCallbackMethod: method,
});

const statusOf = ({ status }: Leg) => (status === 'initiated' ? 'queued' : status);

const national = (number: string) => number.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3');

export function callView(carrier: Carrier, leg: Leg) {
  const { accountSid } = carrier.options;
  const uri = `/2010-04-01/Accounts/${accountSid}/Calls/${leg.sid}`;
  return {
    sid: leg.sid,
    account_sid: accountSid,
    parent_call_sid: leg.parentSid ?? null,
    to: leg.to,
    to_formatted: national(leg.to),
    from: leg.from,
    from_formatted: national(leg.from),
    phone_number_sid: null,
    status: statusOf(leg),
    direction: leg.direction,
    answered_by: leg.answeredBy ?? null,
    api_version: '2010-04-01',
    date_created: rfc2822(leg.createdAt),
    date_updated: rfc2822(leg.changedAt),
    start_time: rfc2822(leg.answeredAt ?? leg.endedAt),
    end_time: rfc2822(leg.endedAt),
    duration: hasEnded(leg) ? String(secondsOf(leg)) : null,
    price: null,
    price_unit: 'USD',
    forwarded_from: null,
    caller_name: null,
    group_sid: null,
    trunk_sid: null,
    queue_time: '0',
    uri: `${uri}.json`,
    subresource_uris: { recordings: `${uri}/Recordings.json`, notifications: `${uri}/Notifications.json` },
  };
}

export function legAt(asked: Asked, name: string): Leg {
  const leg = asked.carrier.legs.get(asked.at(name));
  if (!leg) throw notFound(asked.path);
  return leg;
}

function sourceFrom(
  carrier: Carrier,
  form: z.output<typeof callForm> | z.output<typeof updateForm>,
): Source | undefined {
  if (form.Url !== undefined) return { from: 'address', url: form.Url, method: form.Method };
  if (form.Twiml !== undefined) return { from: 'text', twiml: form.Twiml };
  const sid = 'ApplicationSid' in form ? form.ApplicationSid : undefined;
  const application = sid === undefined ? undefined : carrier.account.applications.get(sid);
  return application === undefined || application.voiceUrl === null
    ? undefined
    : { from: 'address', url: application.voiceUrl, method: application.voiceMethod };
}

function createCall(asked: Asked) {
  const { carrier } = asked;
  const form = parseForm(callForm, asked.form);
  const source = sourceFrom(carrier, form);
  if (!source) throw new RestError(400, 21205, 'Url parameter is required.');
  const pair = { to: form.To, from: form.From };
  const { to, from, isSilent } = admitPair(carrier, pair, {
    kind: 'call',
    noTo: 21201,
    noFrom: 21213,
    badFrom: 21210,
  });
  const { FallbackUrl, FallbackMethod, AsyncAmdStatusCallback, AsyncAmdStatusCallbackMethod } = form;
  const leg = originate(carrier, {
    to,
    from,
    source,
    timeoutSeconds: form.Timeout,
    timeLimitSeconds: form.TimeLimit,
    statusHook: hookFrom(form.StatusCallback, form.StatusCallbackMethod, form.StatusCallbackEvent, [
      'completed',
    ]),
    fallback: FallbackUrl === undefined ? undefined : { url: FallbackUrl, method: FallbackMethod },
    recordPlan: recordPlanFrom(form),
    detection: form.MachineDetection && {
      mode: form.MachineDetection,
      timeoutSeconds: form.MachineDetectionTimeout,
      isAsync: form.AsyncAmd,
      notifyAt:
        AsyncAmdStatusCallback === undefined
          ? undefined
          : { url: AsyncAmdStatusCallback, method: AsyncAmdStatusCallbackMethod },
    },
  });
  return created(callView(carrier, leg), isSilent);
}

function updateCall(asked: Asked) {
  const { carrier } = asked;
  const leg = legAt(asked, 'Sid');
  const form = parseForm(updateForm, asked.form);
  if (hasEnded(leg)) throw notInProgress();
  if (form.StatusCallback !== undefined)
    leg.statusHook = hookFrom(form.StatusCallback, form.StatusCallbackMethod, undefined, ['completed']);
  const isUp = leg.status === 'in-progress';
  const source = sourceFrom(carrier, form);
  if (form.Status === 'completed') dropLeg(carrier, leg);
  else if (form.Status === 'canceled') {
    if (!isUp) endLeg(carrier, leg, 'canceled', 'carrier');
  } else if (source) {
    if (!isUp) throw notInProgress();
    leg.fallback =
      form.FallbackUrl === undefined ? leg.fallback : { url: form.FallbackUrl, method: form.FallbackMethod };
    startProgram(carrier, leg, source);
  }
  return ok(callView(carrier, leg));
}

/** Whole days or instants, compared like the real interface does. */
const isWithin = (date: Date | undefined, query: URLSearchParams, name: string) => {
  const on = query.get(name);
  const before = query.get(`${name}<`);
  const after = query.get(`${name}>`);
  // Records without this timestamp are in no range.
  if (date === undefined) return on === null && before === null && after === null;
  const day = date.toISOString().slice(0, 10);
  const moment = (text: string) => (text.length > 10 ? new Date(text).getTime() : undefined);
  const at = date.getTime();
  return (
    (on === null || on.slice(0, 10) === day) &&
    (before === null || (moment(before) === undefined ? day <= before : at <= (moment(before) ?? at))) &&
    (after === null || (moment(after) === undefined ? day >= after : at >= (moment(after) ?? at)))
  );
};

const isAsked = (query: URLSearchParams, name: string, value: string | null) =>
  query.get(name) === null || query.get(name) === value;

function listCalls(asked: Asked) {
  const { carrier, query } = asked;
  const legs = [...carrier.legs.values()].filter(
    (leg) =>
      isAsked(query, 'To', leg.to) &&
      isAsked(query, 'From', leg.from) &&
      isAsked(query, 'ParentCallSid', leg.parentSid ?? null) &&
      isAsked(query, 'Status', statusOf(leg)) &&
      isWithin(leg.createdAt, query, 'StartTime') &&
      isWithin(leg.endedAt, query, 'EndTime'),
  );
  return page(
    asked,
    'calls',
    legs.reverse().map((leg) => callView(carrier, leg)),
  );
}

export const callOperations: Operation[] = [
  { host: 'api', method: 'POST', path: '/Calls.json', run: createCall },
  { host: 'api', method: 'GET', path: '/Calls.json', run: listCalls },
  { host: 'api', method: 'POST', path: '/Calls/{Sid}.json', run: updateCall },
  {
    host: 'api',
    method: 'GET',
    path: '/Calls/{Sid}.json',
    run: (asked) => ok(callView(asked.carrier, legAt(asked, 'Sid'))),
  },
];
