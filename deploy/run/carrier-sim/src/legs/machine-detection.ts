import type { Carrier, Hook, Leg } from '../model.js';

export interface DetectionWish {
  mode: 'Enable' | 'DetectMessageEnd';
  timeoutSeconds: number;
}

/** A wish whose result is delivered to an address, beside whatever the leg does. */
export interface AsideWish extends DetectionWish {
  notifyAt: Pick<Hook, 'url' | 'method'> | undefined;
}

interface Finding {
  answeredBy: string;
  afterMs: number;
}

const humanMs = 2_400;
const faxMs = 1_900;
const machineStartMs = 3_200;

function findingOf(carrier: Carrier, leg: Leg, wish: DetectionWish): Finding {
  const { call, greeting, detected } = carrier.behaviours.of(leg.to);
  const timeoutMs = wish.timeoutSeconds * 1000;
  if (detected === 'unknown') return { answeredBy: 'unknown', afterMs: timeoutMs };
  if (call === 'fax') return { answeredBy: 'fax', afterMs: faxMs };
  if (call !== 'machine') return { answeredBy: 'human', afterMs: humanMs };
  if (wish.mode === 'Enable') return { answeredBy: 'machine_start', afterMs: machineStartMs };
  const ends = greeting ?? { seconds: 8, ends: 'beep' };
  const finding = { answeredBy: `machine_end_${ends.ends}`, afterMs: ends.seconds * 1000 };
  return finding.afterMs <= timeoutMs ? finding : { answeredBy: 'unknown', afterMs: timeoutMs };
}

/** Who answered, once known; undefined if the leg ends before. */
export async function detectMachine(carrier: Carrier, leg: Leg, wish: DetectionWish) {
  const { answeredBy, afterMs } = findingOf(carrier, leg, wish);
  if ((await carrier.clock.sleep(afterMs, { signal: leg.over.signal })) === 'stopped') return undefined;
  leg.answeredBy = answeredBy;
  carrier.trace.add('leg', `${leg.to} is ${answeredBy}`, { callSid: leg.sid, answeredBy });
  return { AnsweredBy: answeredBy, MachineDetectionDuration: String(afterMs) };
}

/** Asynchronous machine detection; its result is discarded without a callback URL. */
export async function detectAside(carrier: Carrier, leg: Leg, wish: AsideWish): Promise<void> {
  if (!wish.notifyAt) {
    const message = '21262: No AMD status callback URL provided';
    carrier.trace.add('error', message, { callSid: leg.sid, code: 21262 });
  }
  const found = await detectMachine(carrier, leg, wish);
  if (!found || !wish.notifyAt) return;
  const params = { CallSid: leg.sid, AccountSid: carrier.options.accountSid, ...found };
  carrier.hooks.notify({ ...wish.notifyAt, params, about: leg.sid, event: 'amd', quirk: leg.quirk });
}
