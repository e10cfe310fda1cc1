import { statusHue, type Hue, type StatusCode } from '@crm/contracts/codes/statuses.js';
import type { LeadRow } from '@crm/contracts/entities/lead.js';

/** How a row stands, in order of strength: busy before selected before its status (look: Row states). */
export type RowState = 'busy' | 'selected' | 'plain';

/** Whether somebody else has the lead open. One's own hold, from another tab, does not close the row. */
export function isBusyFor(row: Pick<LeadRow, 'busy' | 'busy_user_id'>, userId: string): boolean {
  return row.busy === 1 && row.busy_user_id !== userId;
}

/** The state of a row for its reader. */
export function rowState(
  row: Pick<LeadRow, 'busy' | 'busy_user_id'>,
  userId: string,
  isSelected: boolean,
): RowState {
  if (isBusyFor(row, userId)) return 'busy';
  return isSelected ? 'selected' : 'plain';
}

/** The colours of a row: none for neutral and for busy rows, which have a style of their own. */
export function rowHue(row: Pick<LeadRow, 'status' | 'type_id'>): Hue {
  return statusHue(row.status, row.type_id);
}

/** The statuses that colour a row of the raw leads (rule L13); in all others it has none. */
const colouredRaw: ReadonlySet<StatusCode> = new Set([
  'notInterested',
  'doNotCall',
  'wrongPhoneNumber',
  'followUp',
  'thinkingAboutIt',
  'inApplication',
]);

/** The same of a raw lead. */
export function rawRowHue(row: Pick<LeadRow, 'status' | 'type_id'>): Hue {
  return colouredRaw.has(row.status) ? rowHue(row) : 'neutral';
}

/** A name in a narrow column: `Dana Reyes-Whitfield` becomes `Dana R.` (look: Words). */
export function shortName(fullname: string): string {
  const [first = '', second] = fullname.trim().split(/\s+/);
  return second ? `${first} ${second.charAt(0).toUpperCase()}.` : first;
}
