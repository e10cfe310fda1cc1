import type { Term } from '../codes/life-lists.js';
import { coverageAmounts } from './life-form.rules.js';

/** What of a life lead the amount goes by, in dollars. */
export interface CoverageValues {
  term?: Term | '' | null | undefined;
  coverage_amount?: number | null | undefined;
}

/**
 * What is wrong with an amount that somebody chooses: field to message, empty where the product type offers it
 * (rule L20) or where either is missing, which is the required set's to name. Not for what is in the store: a lead
 * that came in from elsewhere with an amount of its own stays savable.
 */
export function coverageErrors({ term, coverage_amount: amount }: CoverageValues): Record<string, string> {
  if (!term || typeof amount !== 'number' || coverageAmounts(term).includes(amount)) return {};
  return { coverage_amount: 'Please choose an amount from the list' };
}
