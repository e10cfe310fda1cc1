import type { PartState } from '@crm/contracts/http/system.js';

/** The numbers of a part as its row shows them; null where not even one of them is known. */
export interface PartTotals {
  queued: number | null;
  retried: number | null;
  failed: number | null;
}

/** What is known of all queues together; what one queue could not say does not hide what the others said. */
function sum(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((total, value) => total + value, 0);
}

export function totalsOf({ queues }: Pick<PartState, 'queues'>): PartTotals {
  return {
    queued: sum(queues.map(({ depth }) => depth)),
    retried: sum(queues.map(({ waiting }) => waiting)),
    failed: sum(queues.map(({ parked }) => parked)),
  };
}
