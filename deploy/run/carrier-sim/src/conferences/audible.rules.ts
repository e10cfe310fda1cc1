import type { Seat } from '../model.js';

type Placed = Pick<Seat, 'status' | 'muted' | 'hold' | 'coaches'> & { leg: Pick<Seat['leg'], 'sid'> };

/** In the conference with the others, and not alone with the hold music. */
const isPresent = ({ status, hold }: Placed) => status === 'connected' && !hold;

/** Whose voices reach a participant: of those who are present and not muted; who coaches, is received by the coached alone. */
export function audibleTo<S extends Placed>(listener: S, seats: Iterable<S>): S[] {
  if (!isPresent(listener)) return [];
  return [...seats].filter(
    (seat) =>
      seat !== listener &&
      isPresent(seat) &&
      !seat.muted &&
      (seat.coaches === undefined || seat.coaches === listener.leg.sid),
  );
}
