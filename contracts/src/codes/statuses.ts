import { z } from 'zod';
import type { TypeId } from './lead-types.js';

/** Every status that a lead can have (rule L2). */
export const statusCode = z.enum([
  'newLead',
  'contactAttempt1',
  'contactAttempt2',
  'contactAttempt3',
  'contactAttempt4',
  'wrongPhoneNumber',
  'doNotCall',
  'notInterested',
  'followUp',
  'priceTooHigh',
  'emailed',
  'thinkingAboutIt',
  'agreement',
  'inApplication',
  'underwriting',
  'approved',
  'aota',
  'condIssued',
  'in-force',
  'purchased',
  'declined',
  'cancelled',
]);
export type StatusCode = z.infer<typeof statusCode>;

/** A status that can be saved: any but that of a new lead, which it has from its beginning (rule L2). */
export const savableStatus = statusCode.exclude(['newLead'], {
  error: ({ input }) =>
    input === 'newLead'
      ? 'Choose another status: a new lead cannot be saved as one'
      : 'Choose a status of the list',
});
export type SavableStatus = z.infer<typeof savableStatus>;

/** The four columns of the status dialog (rule L2). */
export const statusGroup = z.enum(['Pre-Contact', 'Pre-Quote', 'After Quote', 'After Submitted']);
export type StatusGroup = z.infer<typeof statusGroup>;

/** The colour of a row; neutral has none (rule L3). */
export const hue = z.enum(['neutral', 'blue', 'pink', 'red', 'green', 'orange']);
export type Hue = z.infer<typeof hue>;

export const status = z.object({
  id: statusCode,
  title: z.string(),
  group: statusGroup,
  /** Row colour by lead type: declined is blue for life and red elsewhere. */
  hue: z.object({ life: hue, health: hue }),
  /** False for a status that shows only while a lead has it. */
  selectable: z.boolean(),
});
export type Status = z.infer<typeof status>;

type Row = readonly [StatusCode, string, StatusGroup, Hue, Hue?];

const rows: readonly Row[] = [
  ['newLead', 'New lead', 'Pre-Contact', 'neutral'],
  ['contactAttempt1', 'Contact attempt 1', 'Pre-Contact', 'neutral'],
  ['contactAttempt2', 'Contact attempt 2', 'Pre-Contact', 'neutral'],
  ['contactAttempt3', 'Contact attempt 3', 'Pre-Contact', 'neutral'],
  ['contactAttempt4', 'Contact attempt 4', 'Pre-Contact', 'neutral'],
  ['wrongPhoneNumber', 'Wrong phone number', 'Pre-Contact', 'red'],
  ['doNotCall', 'Do not call', 'Pre-Quote', 'red'],
  ['notInterested', 'Did not want quote', 'Pre-Quote', 'red'],
  ['followUp', 'Call Back', 'Pre-Quote', 'green'],
  ['priceTooHigh', 'Price too high', 'After Quote', 'pink'],
  ['emailed', 'Emailed', 'After Quote', 'neutral'],
  ['thinkingAboutIt', 'Thinking about it', 'After Quote', 'orange'],
  ['agreement', 'Agreement', 'After Quote', 'neutral'],
  ['inApplication', 'In application', 'After Quote', 'blue'],
  ['underwriting', 'Underwriting', 'After Submitted', 'blue'],
  ['approved', 'Approved', 'After Submitted', 'blue', 'neutral'],
  ['aota', 'AOTA', 'After Submitted', 'blue', 'neutral'],
  ['condIssued', 'Conditionally issued', 'After Submitted', 'blue', 'neutral'],
  ['in-force', 'In force', 'After Submitted', 'blue', 'neutral'],
  ['purchased', 'Purchased', 'After Submitted', 'blue'],
  ['declined', 'Declined', 'After Submitted', 'blue', 'red'],
  ['cancelled', 'Cancelled', 'After Submitted', 'blue', 'neutral'],
];

/** Every status with its group, label and colour, in the order of the dialog. */
export const statuses: readonly Status[] = rows.map(([id, title, group, life, health]) => ({
  id,
  title,
  group,
  hue: { life, health: health ?? life },
  selectable: id !== 'purchased',
}));

const byCode = new Map(statuses.map((row) => [row.id, row]));

/** The label of a status. */
export function statusTitle(code: StatusCode): string {
  return byCode.get(code)?.title ?? code;
}

/** The colour of a row with this status (rule L3: declined is blue for type 2 and red in general). */
export function statusHue(code: StatusCode, type: TypeId): Hue {
  return byCode.get(code)?.hue[type === 2 ? 'life' : 'health'] ?? 'neutral';
}

const asksForFollowUp: ReadonlySet<StatusCode> = new Set([
  'contactAttempt1',
  'contactAttempt2',
  'contactAttempt3',
  'contactAttempt4',
  'followUp',
  'thinkingAboutIt',
  'emailed',
  'inApplication',
  'underwriting',
]);

/** What a saved status leads to: the follow-up dialog, or completion at once (rule L35). */
export function afterStatusSaved(code: StatusCode): 'follow-up' | 'complete' {
  return asksForFollowUp.has(code) ? 'follow-up' : 'complete';
}

/** Whether a lead with this status must not show its phone numbers (rule L4). */
export function hidesPhones(code: StatusCode): boolean {
  return code === 'doNotCall' || code === 'wrongPhoneNumber';
}

/** The statuses that make a lead a deal: from the application on, and not lost since (deploy/docs/statistics.md). */
export const dealStatuses = [
  'inApplication',
  'underwriting',
  'approved',
  'aota',
  'condIssued',
  'in-force',
  'purchased',
] as const satisfies readonly StatusCode[];

const deals: ReadonlySet<StatusCode> = new Set(dealStatuses);
const lost: ReadonlySet<StatusCode> = new Set(['declined', 'cancelled']);

/** Whether a lead with this status counts as a deal. */
export function isDeal(code: StatusCode): boolean {
  return deals.has(code);
}

/** Whether a lead with this status is in the list of deals: a deal, or one that was declined or cancelled. */
export function isListedDeal(code: StatusCode): boolean {
  return deals.has(code) || lost.has(code);
}
