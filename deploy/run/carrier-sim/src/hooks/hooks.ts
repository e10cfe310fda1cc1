import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks.js';
import type { SimClock } from '../clock/sim-clock.js';
import type { Faults, HookAnswer, HookCall, Hooks, Notified, Trace } from '../model.js';
import type { Sids } from '../sids.js';
import { NoAnswer, type HttpCaller } from './http-call.js';
import { failureOf, readOverrides, type Failure, type Overrides } from './overrides.rules.js';

interface Surroundings {
  authToken: string;
  clock: SimClock;
  sids: Sids;
  trace: Trace;
  faults: Faults;
  http: HttpCaller;
}

const retryPauseMs = 100;

/** Delay of a shuffled webhook: each event overtakes an earlier one. */
const shuffledMs: Readonly<Record<string, number>> = {
  initiated: 4_000,
  ringing: 1_500,
  answered: 0,
  completed: 3_000,
  amd: 1_000,
  sent: 3_000,
  delivered: 0,
  'participant-join': 2_000,
  'conference-start': 0,
};

interface Prepared {
  url: URL;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body: string | undefined;
}

function prepare(authToken: string, call: HookCall, token: string): Prepared {
  const url = new URL(call.url);
  url.hash = '';
  const headers: Record<string, string> = {
    'user-agent': 'TwilioProxy/1.1',
    'i-twilio-idempotency-token': token,
    accept: '*/*',
  };
  let body: string | undefined;
  let signed = {};
  if (call.method === 'POST') {
    body = new URLSearchParams(call.params).toString();
    signed = call.params;
    headers['content-type'] = 'application/x-www-form-urlencoded; charset=UTF-8';
  } else {
    for (const [key, value] of Object.entries(call.params)) url.searchParams.set(key, value);
  }
  if (body !== undefined) headers['content-length'] = String(Buffer.byteLength(body));
  headers['x-twilio-signature'] = getExpectedTwilioSignature(authToken, url.href, signed);
  return { url, method: call.method, headers, body };
}

export function createHooks({ authToken, clock, sids, trace, faults, http }: Surroundings): Hooks {
  const lines = new Map<string, Promise<void>>();

  async function attempt(
    prepared: Prepared,
    limits: Overrides,
  ): Promise<{ answer: HookAnswer; failure: Failure | undefined }> {
    try {
      const answer: HookAnswer = await http.call(prepared, limits);
      return { answer, failure: failureOf(answer.status) };
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      const none: HookAnswer = { status: 0, type: '', body: Buffer.alloc(0), failure: error.message };
      return { answer: none, failure: error.how };
    }
  }

  async function send(call: HookCall, event: string, token: string): Promise<HookAnswer> {
    const overrides = readOverrides(new URL(call.url).hash);
    const prepared = prepare(authToken, call, token);
    for (let tries = 0; ; tries += 1) {
      const from = performance.now();
      const { answer, failure } = await clock.hold(attempt(prepared, overrides));
      trace.add('hook', `${event} → ${prepared.url.pathname} ${String(answer.status)}`, {
        event,
        url: call.url,
        method: call.method,
        params: call.params,
        status: answer.status,
        token,
        attempt: tries,
        /** In milliseconds of the machine's. */
        took: performance.now() - from,
        ...(answer.failure === undefined ? {} : { failure: answer.failure }),
      });
      if (!failure || tries >= overrides.retries || !overrides.retried.has(failure)) return answer;
      await clock.sleep(retryPauseMs);
    }
  }

  async function deliver(notified: Notified): Promise<void> {
    const token = sids.uuid();
    await send(notified, notified.event, token);
    if (notified.quirk === 'duplicated') await send(notified, notified.event, token);
  }

  return {
    ask: (call) => send(call, 'document', sids.uuid()),
    notify: (notified) => {
      const fault = faults.hook(notified.url, notified.event);
      if (fault === 'drop' || (notified.quirk === 'terminal lost' && notified.isTerminal)) {
        trace.add('hook', `${notified.event} lost`, {
          event: notified.event,
          url: notified.url,
          params: notified.params,
        });
        return;
      }
      const copy = fault === 'duplicate' ? { ...notified, quirk: 'duplicated' as const } : notified;
      const shuffled = notified.quirk === 'shuffled' ? (shuffledMs[notified.event] ?? 0) : undefined;
      const delay = typeof fault === 'object' ? fault.delayMs : shuffled;
      if (delay !== undefined) {
        void clock.sleep(delay).then((how) => (how === 'over' ? deliver(copy) : undefined));
        return;
      }
      const line = (lines.get(notified.about) ?? Promise.resolve()).then(() => deliver(copy));
      lines.set(notified.about, line);
      void line.finally(() => {
        if (lines.get(notified.about) === line) lines.delete(notified.about);
      });
    },
  };
}
