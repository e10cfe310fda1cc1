import type { Followup } from '@crm/contracts/entities/followup.js';
import { byNext } from '@crm/contracts/entities/followup-order.js';

/** The follow-ups of a lead once one has told of its state, in order; an older state says nothing. */
export function withFollowup(known: readonly Followup[], told: Followup): readonly Followup[] {
  const before = known.find(({ id }) => id === told.id);
  if (before !== undefined && before.version > told.version) return known;
  return [...known.filter((each) => each !== before), told].sort(byNext);
}
