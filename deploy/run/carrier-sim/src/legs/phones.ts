import type { Behaviour, Carrier, FarEnd, Leg } from '../model.js';
import { answerLeg, farEndEnds, startRinging } from './leg.js';

const ringsAfterMs = 500;
const refusesAfterMs = 1_000;
const humanAnswersAfter = 3;
/** How long a machine stays on the line after its greeting. */
const machineRecords = 60;

/** A phone that behaves according to its number. */
function scriptedPhone(carrier: Carrier, behaviour: Behaviour): FarEnd {
  const { clock } = carrier;
  let talk = new AbortController();

  /** Measures talk time from the answer, or from when there is somebody to talk to. */
  const countTalk = (leg: Leg) => {
    if (behaviour.talkFor === undefined) return;
    talk.abort();
    talk = new AbortController();
    void clock
      .sleep(behaviour.talkFor * 1000, { signal: AbortSignal.any([leg.over.signal, talk.signal]) })
      .then((how) => {
        if (how === 'over') farEndEnds(carrier, leg, 'completed');
      });
  };

  async function ring(leg: Leg): Promise<void> {
    const { signal } = leg.over;
    if (behaviour.call === 'busy' || behaviour.call === 'failed') {
      const wait = behaviour.answerAfter === undefined ? refusesAfterMs : behaviour.answerAfter * 1000;
      if ((await clock.sleep(wait, { signal })) === 'over') farEndEnds(carrier, leg, behaviour.call);
      return;
    }
    if ((await clock.sleep(ringsAfterMs, { signal })) === 'stopped') return;
    startRinging(carrier, leg);
    if (behaviour.call === 'no-answer') return;
    const answersAfter = (behaviour.answerAfter ?? humanAnswersAfter) * 1000;
    if ((await clock.sleep(answersAfter - ringsAfterMs, { signal })) === 'stopped') return;
    answerLeg(carrier, leg);
    if (behaviour.call === 'human') return;
    const keeps = (behaviour.greeting?.seconds ?? 0) + machineRecords;
    if ((await clock.sleep(keeps * 1000, { signal })) === 'over') farEndEnds(carrier, leg, 'completed');
  }

  return {
    isPerson: false,
    ring: (leg) => {
      void ring(leg);
    },
    answered: countTalk,
    bridged: countTalk,
  };
}

/** A phone operated manually: it rings until it is answered or rejected through the control interface. */
function handPhone(carrier: Carrier): FarEnd {
  return {
    isPerson: true,
    ring: (leg) => {
      void carrier.clock.sleep(ringsAfterMs, { signal: leg.over.signal }).then((how) => {
        if (how === 'over') startRinging(carrier, leg);
      });
    },
  };
}

/** The far end of a number. */
export function phoneOf(carrier: Carrier, number: string): FarEnd {
  const behaviour = carrier.behaviours.of(number);
  return behaviour.call === 'by hand' ? handPhone(carrier) : scriptedPhone(carrier, behaviour);
}

/** The far end of an address: a device for `client:…`, with the parameters in its query, otherwise a phone. */
export function farEndOf(carrier: Carrier, address: string): FarEnd {
  if (!address.startsWith('client:')) return phoneOf(carrier, address);
  const [identity = '', custom = ''] = address.slice('client:'.length).split('?', 2);
  return carrier.devices.farEnd(identity, Object.fromEntries(new URLSearchParams(custom)));
}

export interface CallerPlan {
  /** Seconds spoken after the tone of a `<Record>`; without them the caller speaks until hung up manually. */
  vmSeconds?: number | undefined;
  /** Seconds from the start after which the caller hangs up in any case. */
  hangAfter?: number | undefined;
  /** Seconds of talk with whoever answers. */
  talkFor?: number | undefined;
}

/** A customer who calls in. */
export function callerPhone(carrier: Carrier, plan: CallerPlan): FarEnd {
  const hangUpAfter = (leg: Leg, seconds: number | undefined) => {
    if (seconds === undefined) return;
    void carrier.clock.sleep(seconds * 1000, { signal: leg.over.signal }).then((how) => {
      if (how === 'over') farEndEnds(carrier, leg, 'no-answer');
    });
  };
  const { vmSeconds } = plan;
  return {
    isPerson: vmSeconds === undefined && plan.hangAfter === undefined && plan.talkFor === undefined,
    ring: (leg) => {
      hangUpAfter(leg, plan.hangAfter);
    },
    bridged: (leg) => {
      hangUpAfter(leg, plan.talkFor);
    },
    ...(vmSeconds === undefined ? {} : { speaks: () => ({ seconds: vmSeconds, hangsUp: vmSeconds > 0 }) }),
  };
}
