import { healthConditions } from '../codes/health-lists.js';
import { flag, type Flag } from '../ids.js';

type ConditionCode = (typeof healthConditions)[number]['value'];
/** A major condition as a field of its own. */
export type MajorConditionFlag = `major_condition_${ConditionCode}`;

const flagOf = <C extends string>(code: C) => `major_condition_${code}` as const;

/** Each flag with the code that it says yes or no to. */
const flags: readonly (readonly [MajorConditionFlag, ConditionCode])[] = healthConditions.map(({ value }) => [
  flagOf(value),
  value,
]);

/**
 * The flags as fields of a schema (rule L6). The list `medications` is what is kept; the flags
 * are worked out from it with every answer, so that the two never disagree. A condition that an admin added to the list
 * is in the list alone.
 */
export const majorConditionFields = Object.fromEntries(flags.map(([name]) => [name, flag])) as Record<
  MajorConditionFlag,
  typeof flag
>;

/** The same as what leaves them out of a schema. */
export const majorConditionsOut = Object.fromEntries(flags.map(([name]) => [name, true])) as Record<
  MajorConditionFlag,
  true
>;

/** What a list of conditions is as flags: 1 for each that was chosen, 0 for every other. */
export function majorConditionFlags(medications: readonly string[]): Record<MajorConditionFlag, Flag> {
  return Object.fromEntries(
    flags.map(([name, code]) => [name, medications.includes(code) ? 1 : 0]),
  ) as Record<MajorConditionFlag, Flag>;
}

/** The list that flags stand for: the codes of those that are 1. Undefined where there is not one flag among the fields. */
export function conditionsOfFlags(fields: Readonly<Record<string, unknown>>): string[] | undefined {
  const given = flags.filter(([name]) => fields[name] !== undefined);
  return given.length === 0
    ? undefined
    : given.filter(([name]) => fields[name] === 1).map(([, code]) => code);
}

const names: ReadonlySet<string> = new Set(flags.map(([name]) => name));

/** Whether a field is one of the flags. */
export const isMajorConditionFlag = (field: string): boolean => names.has(field);
