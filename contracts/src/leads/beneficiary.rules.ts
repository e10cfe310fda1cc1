import { fieldOfRelative, type RelativeId } from '../codes/relatives.js';
import type { StateCode } from '../codes/states.js';
import { parseShownDate } from '../time/pacific.js';
import { canBeBorn } from './family.rules.js';
import { atMostCharacters, requiredMessage } from '../field-sentences.js';

/** Characters of a name, of the grand kids and of a work status. */
export const wordsLength = 100;

/** The slots of a lead: primary, secondary, tertiary. */
export const beneficiaryNumbers = [1, 2, 3] as const;
export type BeneficiaryNumber = (typeof beneficiaryNumbers)[number];

/** A beneficiary as it is typed and sent: '' and null for nothing, the date as mm/dd/yyyy. */
export interface BeneficiaryForm {
  name: string;
  relative_id: RelativeId | null;
  dob: string;
  location: StateCode | '';
  grand_kids: string;
  work_status: string;
  percent: number;
}

/** What the percents of a lead are made of. */
export interface Share {
  number: BeneficiaryNumber;
  percent: number;
}

/** The form with another relative; the field that no longer applies is cleared (rule L33). */
export function withRelative(form: BeneficiaryForm, relative_id: RelativeId | null): BeneficiaryForm {
  return settled({ ...form, relative_id });
}

/** The form without what its relative has no use for. */
export function settled(form: BeneficiaryForm): BeneficiaryForm {
  const field = form.relative_id === null ? undefined : fieldOfRelative(form.relative_id);
  return {
    ...form,
    grand_kids: field === 'grand_kids' ? form.grand_kids : '',
    work_status: field === 'work_status' ? form.work_status : '',
  };
}

/** How much of 100 the other slots of a lead leave to one. */
export function percentLeftFor(number: BeneficiaryNumber, shares: readonly Share[]): number {
  const taken = shares
    .filter((share) => share.number !== number)
    .reduce((sum, { percent }) => sum + percent, 0);
  return Math.max(0, 100 - taken);
}

/**
 * The percent that a slot gets by itself: what the other filled slots leave of 100, shared over the slots that are not
 * filled, this one among them whether it is filled or not. What does not divide evenly goes to the first of them, one
 * percent each, so that slots filled one after the other, in any order, come to exactly 100. 0 where nothing is left.
 */
export function autoPercent(number: BeneficiaryNumber, shares: readonly Share[]): number {
  const open = beneficiaryNumbers.filter(
    (slot) => slot === number || !shares.some((share) => share.number === slot),
  );
  const left = percentLeftFor(number, shares);
  const isAmongFirst = open.indexOf(number) < left % open.length;
  return Math.floor(left / open.length) + (isAmongFirst ? 1 : 0);
}

/**
 * Every wrong field of a beneficiary by name, none where it may be saved (rule L33). `today` is
 * the Pacific day as `YYYY-MM-DD`; `percent` is held against what the other slots leave.
 */
export function beneficiaryErrors(
  form: BeneficiaryForm,
  { today, percentLeft }: { today: string; percentLeft: number },
): Record<string, string> {
  const errors: Record<string, string> = {};
  if (form.name.trim() === '') errors['name'] = requiredMessage;
  if (form.relative_id === null) errors['relative_id'] = requiredMessage;
  else if (form[fieldOfRelative(form.relative_id)].trim() === '') {
    errors[fieldOfRelative(form.relative_id)] = requiredMessage;
  }
  for (const field of ['name', 'grand_kids', 'work_status'] as const) {
    if (form[field].trim().length > wordsLength) errors[field] = atMostCharacters(wordsLength);
  }
  const born = parseShownDate(form.dob);
  if (form.dob === '') errors['dob'] = requiredMessage;
  else if (born === undefined) errors['dob'] = 'mm/dd/yyyy';
  else if (!canBeBorn(born, today)) errors['dob'] = 'Not a valid date of birth';
  if (form.location === '') errors['location'] = requiredMessage;
  if (!Number.isInteger(form.percent) || form.percent < 1 || form.percent > 100) {
    errors['percent'] = 'From 1 to 100';
  } else if (form.percent > percentLeft) {
    errors['percent'] =
      percentLeft === 0
        ? 'The other beneficiaries already have 100%'
        : `The other beneficiaries leave ${String(percentLeft)}%`;
  }
  return errors;
}
