import type { Term } from '../codes/life-lists.js';
import type { Flag } from '../ids.js';
import { coverageErrors } from './coverage.rules.js';

/** The fields that the quick-add page is stricter about, of its form or of what it sends. */
interface QuickAddValues {
  birth_year: string;
  term?: Term | '' | null | undefined;
  coverage_amount?: number | null | undefined;
  checking_account?: Flag | null | undefined;
}

/**
 * What the quick-add page refuses beyond the dialog, field to message (rule L25): the year after 1900
 * and before the current one in Los Angeles, an amount that the product type offers, BANK ACCOUNT on. Browser and
 * service both run it; empty fields are the required set's to name.
 */
export function quickAddErrors(values: QuickAddValues, currentYear: number): Record<string, string> {
  const errors: Record<string, string> = {};
  const year = Number(values.birth_year);
  if (values.birth_year !== '' && !(year > 1900 && year < currentYear)) {
    errors['birth_year'] = 'Please enter a valid year';
  }
  Object.assign(errors, coverageErrors(values));
  if (values.checking_account !== 1) errors['checking_account'] = 'Please switch BANK ACCOUNT on';
  return errors;
}
