import { z } from 'zod';
import type { Choice } from './life-lists.js';

/** What a beneficiary is to the customer (rule L33). */
export const relativeId = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5)]);
export type RelativeId = z.infer<typeof relativeId>;

export const relatives: readonly Choice<RelativeId>[] = [
  { value: 1, text: 'Son' },
  { value: 2, text: 'Daughter' },
  { value: 3, text: 'Wife' },
  { value: 4, text: 'Husband' },
  { value: 5, text: 'Other' },
];

/** Which of two fields a beneficiary has: of a son or daughter the grand kids, of all others the occupation. */
export function fieldOfRelative(relative: RelativeId): 'grand_kids' | 'work_status' {
  return relative === 1 || relative === 2 ? 'grand_kids' : 'work_status';
}
