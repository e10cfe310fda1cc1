import type { Carrier, Leg } from '../model.js';
import { endLeg, startDialling } from './leg.js';

/** How long a call is queued before it is dialled. */
const queueMs = 200;

export interface Placing {
  timeoutSeconds: number;
  timeLimitSeconds?: number | undefined;
}

/** Dials an added leg: from the queue to its answer, rejection or timeout. */
export async function placeLeg(carrier: Carrier, leg: Leg, placing: Placing): Promise<void> {
  const { clock } = carrier;
  const signal = leg.over.signal;
  if ((await clock.sleep(queueMs, { signal })) === 'stopped') return;
  startDialling(carrier, leg);
  leg.far.ring(leg);
  const patience = new AbortController();
  void leg.answered.promise.then(() => {
    patience.abort();
  });
  const rung = clock.sleep(placing.timeoutSeconds * 1000, {
    signal: AbortSignal.any([signal, patience.signal]),
    patient: leg.far.isPerson,
  });
  if ((await rung) === 'over') {
    endLeg(carrier, leg, 'no-answer', 'carrier');
    return;
  }
  if (placing.timeLimitSeconds === undefined || signal.aborted) return;
  const limit = clock.sleep(placing.timeLimitSeconds * 1000, { signal, patient: true });
  if ((await limit) === 'over') endLeg(carrier, leg, 'completed', 'carrier');
}
