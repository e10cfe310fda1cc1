import type { ChangeLeadInput, CreateLeadInput, PrimaryPerson } from '@crm/contracts/entities/lead-input.js';
import { conditionsOfFlags, isMajorConditionFlag } from '@crm/contracts/entities/major-conditions.rules.js';
import { medicationList } from '@crm/contracts/fields/stored-lead.rules.js';

const bornOf = ({ birth_date, birth_year, birth_month, birth_day }: PrimaryPerson) =>
  birth_date ??
  (birth_year && birth_month && birth_day ? `${birth_year}-${birth_month}-${birth_day}` : undefined);

/** The person's fields as they stand at the top of a lead. */
function topFields(primary: PrimaryPerson): Record<string, unknown> {
  const { name, gender, height, weight, tobacco } = primary;
  return { fullname: name, gender, height, weight, tobacco, birth_date: bornOf(primary) };
}

/**
 * Brings what was sent to the one form that is stored (rule L6): the person of `primary` at the top,
 * the flags of major conditions as the list that they stand for, a lone condition as a list of one. A life lead comes
 * back as it is.
 */
export function flatInput(input: CreateLeadInput | ChangeLeadInput): Record<string, unknown> {
  if (input.type === 'life') return input;
  const { primary, medications, ...sent } = input;
  const listed = medications === undefined ? undefined : medicationList(medications);
  const known = Object.entries(primary === undefined ? {} : topFields(primary)).filter(
    ([, value]) => value !== undefined,
  );
  return {
    ...Object.fromEntries(Object.entries(sent).filter(([field]) => !isMajorConditionFlag(field))),
    ...Object.fromEntries(known),
    medications: listed ?? conditionsOfFlags(sent),
  };
}
