import type { CarrierArea, CarrierFinding } from '@crm/contracts/http/carrier.js';
import { toShown } from '@crm/contracts/phone.js';
import type { AccountState, Part, Wanted } from './account-state.js';

/** Looks at one thing of the account; answers what is wrong with it, or that nothing is. */
export type Check = (state: AccountState, wanted: Wanted) => CarrierFinding[];

interface Said {
  sentence: string;
  remedy?: string;
  numbers?: readonly string[];
  mendable?: boolean;
}

const finding =
  (severity: CarrierFinding['severity']) =>
  (area: CarrierArea, code: string, { sentence, remedy = '', numbers = [], mendable = false }: Said) => ({
    ...{ code, area, severity, sentence, remedy, mendable },
    numbers: [...numbers],
  });

export const blocks = finding('blocks');
export const warns = finding('warns');
export const fine = (area: CarrierArea, sentence: string): CarrierFinding =>
  finding('fine')(area, `${area}-fine`, { sentence });

const maxNamed = 5;

/** Numbers as a sentence names them: five, and how many more. */
export function named(numbers: readonly string[]): string {
  const shown = numbers.slice(0, maxNamed).map(toShown);
  const more = numbers.length - shown.length;
  if (more > 0) return `${shown.join(', ')} and ${String(more)} more`;
  const last = shown.pop() ?? '';
  return shown.length === 0 ? last : `${shown.join(', ')} and ${last}`;
}

/** A check of a part that was read; of one that could not be, it is said that it was not checked. */
export function ofPart<T>(
  area: CarrierArea,
  name: string,
  partOf: (state: AccountState) => Part<T>,
  check: (value: T, state: AccountState, wanted: Wanted) => CarrierFinding[],
): Check {
  return (state, wanted) => {
    const part = partOf(state);
    if ('read' in part) return check(part.read, state, wanted);
    return [
      warns(area, `${area}-unread`, {
        sentence: `${name} could not be checked: ${part.unread}.`,
        remedy: 'Check again later. If it stays so, look at it in the carrier’s console.',
      }),
    ];
  };
}

/** The findings, or one that all is well where there is none. */
export const orFine = (found: CarrierFinding[], area: CarrierArea, sentence: string): CarrierFinding[] =>
  found.length === 0 ? [fine(area, sentence)] : found;
