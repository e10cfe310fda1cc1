import type { EventFollowup, Followup } from '@crm/contracts/entities/followup.js';
import { byNext } from '@crm/contracts/entities/followup-order.js';

/** The follow-ups of a lead once one has told of its state, in order; an older state says nothing. */
export function withFollowup(known: readonly Followup[], told: Followup): readonly Followup[] {
  const before = known.find(({ id }) => id === told.id);
  if (before !== undefined && before.version > told.version) return known;
  return [...known.filter((each) => each !== before), told].sort(byNext);
}

/**
 * The same of a state that an event told, which leaves the description out: the one that is known stays until it is read again.
 * Undefined where it says nothing; of one that is not known there is no state without its description.
 */
export function withToldFollowup(
  known: readonly Followup[],
  told: EventFollowup,
): readonly Followup[] | undefined {
  const before = known.find(({ id }) => id === told.id);
  if (before === undefined) return known;
  return before.version >= told.version ? undefined : withFollowup(known, { ...before, ...told });
}
