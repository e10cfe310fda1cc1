import { rentedAt } from '../account/account-book.js';
import type { Carrier, Hook, Leg, RecordPlan } from '../model.js';
import { recordLeg } from '../recordings/recording.js';
import { startProgram } from '../twiml/program.js';
import type { Source } from '../twiml/run.js';
import { addLeg } from '../legs/leg.js';
import { detectAside, detectMachine, type AsideWish } from '../legs/machine-detection.js';
import { callerPhone, farEndOf, type CallerPlan } from '../legs/phones.js';
import { placeLeg, type Placing } from '../legs/place-leg.js';

export interface CallOrder extends Placing {
  to: string;
  from: string;
  source: Source;
  statusHook: Hook | undefined;
  fallback: Leg['fallback'];
  recordPlan: RecordPlan | undefined;
  detection: (AsideWish & { isAsync: boolean }) | undefined;
}

async function connect(carrier: Carrier, leg: Leg, order: CallOrder): Promise<void> {
  await leg.answered.promise;
  recordLeg(carrier, leg, order.recordPlan);
  const { detection, source } = order;
  if (!detection || detection.isAsync) {
    if (detection) void detectAside(carrier, leg, detection);
    startProgram(carrier, leg, source);
    return;
  }
  const found = await detectMachine(carrier, leg, detection);
  // The call was redirected in the meantime and no longer needs the document it was created for.
  if (!found || leg.program) return;
  startProgram(carrier, leg, source.from === 'address' ? { ...source, params: found } : source);
}

/** A call that the application places through the REST interface. */
export function originate(carrier: Carrier, order: CallOrder): Leg {
  const leg = addLeg(carrier, {
    from: order.from,
    to: order.to,
    direction: 'outbound-api',
    far: farEndOf(carrier, order.to),
    status: 'queued',
    statusHook: order.statusHook,
    fallback: order.fallback,
  });
  void placeLeg(carrier, leg, order);
  void connect(carrier, leg, order);
  return leg;
}

/** A customer calls one of the application's numbers. */
export function receiveCall(carrier: Carrier, call: { from: string; to: string } & CallerPlan): Leg {
  const { numberVoiceUrl, fallbackUrl } = carrier.options;
  // A number that the account does not have exists in tests alone, and leads to the application all the same.
  const rented = rentedAt(carrier.account, call.to);
  const url = rented === undefined ? numberVoiceUrl : (rented.voiceUrl ?? undefined);
  const fallback = rented === undefined ? fallbackUrl : (rented.voiceFallbackUrl ?? undefined);
  const leg = addLeg(carrier, {
    from: call.from,
    to: call.to,
    direction: 'inbound',
    far: callerPhone(carrier, call),
    status: 'ringing',
    fallback: fallback === undefined ? undefined : { url: fallback, method: 'POST' },
  });
  leg.far.ring(leg);
  startProgram(
    carrier,
    leg,
    url === undefined
      ? { from: 'text', twiml: '<Response><Reject/></Response>' }
      : { from: 'address', url, method: rented?.voiceMethod ?? 'POST' },
  );
  return leg;
}

/** What a calling device passes to the application, overridden by the fields that the carrier sets itself. */
export function callApplication(carrier: Carrier, leg: Leg, params: Record<string, string>): void {
  const { applicationSid } = carrier.options;
  const { voiceUrl = null, voiceMethod = 'POST' } = carrier.account.applications.get(applicationSid) ?? {};
  startProgram(
    carrier,
    leg,
    voiceUrl === null
      ? { from: 'text', twiml: '<Response><Reject/></Response>' }
      : {
          from: 'address',
          url: voiceUrl,
          method: voiceMethod,
          params: { ...params, ApplicationSid: applicationSid },
        },
  );
}
