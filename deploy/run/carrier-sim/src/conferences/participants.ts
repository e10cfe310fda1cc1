import { addLeg, dropLeg, hasEnded } from '../legs/leg.js';
import { detectAside, type AsideWish } from '../legs/machine-detection.js';
import { farEndOf } from '../legs/phones.js';
import { placeLeg, type Placing } from '../legs/place-leg.js';
import { recordLeg } from '../recordings/recording.js';
import type { Carrier, Conference, Hook, Leg, RecordPlan, Seat } from '../model.js';
import { addSeat, joinConference, leaveConference, type NewSeat } from './conference.js';

export interface ParticipantOrder extends NewSeat, Placing {
  to: string;
  from: string;
  statusHook: Hook | undefined;
  recordPlan: RecordPlan | undefined;
  /** Always asynchronous: the leg joins meanwhile. */
  detection: AsideWish | undefined;
}

/** Tracks the leg as it joins and leaves. */
async function follow(carrier: Carrier, conference: Conference, seat: Seat, leg: Leg): Promise<void> {
  await Promise.race([leg.answered.promise, leg.ended.promise, seat.left.promise]);
  if (hasEnded(leg) || conference.status === 'completed') {
    leaveConference(carrier, conference, seat, 'participant_add_failed');
    dropLeg(carrier, leg);
    return;
  }
  if (leg.status === 'in-progress' && !leg.program) {
    joinConference(carrier, conference, seat);
    await Promise.race([leg.ended.promise, seat.left.promise]);
    leaveConference(carrier, conference, seat, 'participant_hung_up');
  }
  // A leg that left for its own document continues; any other is finished.
  if (!leg.program) dropLeg(carrier, leg);
}

const seatStatus = { queued: 'queued', initiated: 'connecting', ringing: 'ringing' } as const;

/** The participant's status; only the conference marks it connected or completed. */
export function statusOfSeat(seat: Seat): Seat['status'] {
  const { status } = seat.leg;
  if (seat.status !== 'queued') return seat.status;
  return status === 'queued' || status === 'initiated' || status === 'ringing'
    ? seatStatus[status]
    : 'connected';
}

/** Dials a participant into a conference, like the REST interface. */
export function addParticipant(carrier: Carrier, conference: Conference, order: ParticipantOrder): Seat {
  const leg = addLeg(carrier, {
    from: order.from,
    to: order.to,
    direction: 'outbound-api',
    far: farEndOf(carrier, order.to),
    status: 'queued',
    statusHook: order.statusHook,
  });
  const seat = addSeat(carrier, conference, leg, order);
  void leg.answered.promise.then(() => {
    recordLeg(carrier, leg, order.recordPlan);
    if (order.detection) void detectAside(carrier, leg, order.detection);
  });
  void placeLeg(carrier, leg, order);
  void follow(carrier, conference, seat, leg);
  return seat;
}
