import {
  savableStatus,
  statuses,
  type SavableStatus,
  type StatusCode,
  type StatusGroup,
} from '@crm/contracts/codes/statuses.js';

/** The one-letter key of each status in its dialog (look: d-status-dialog). */
export const keyOfStatus: Record<StatusCode, string> = {
  newLead: 'N',
  contactAttempt1: '1',
  contactAttempt2: '2',
  contactAttempt3: '3',
  contactAttempt4: '4',
  wrongPhoneNumber: 'W',
  doNotCall: 'D',
  notInterested: 'Q',
  followUp: 'B',
  priceTooHigh: 'P',
  emailed: 'E',
  thinkingAboutIt: 'T',
  agreement: 'G',
  inApplication: 'A',
  underwriting: 'U',
  approved: 'V',
  aota: 'O',
  condIssued: 'C',
  'in-force': 'F',
  purchased: 'R',
  declined: 'X',
  cancelled: 'Z',
};

/** A column of the status dialog. */
export interface StatusColumn {
  group: StatusGroup;
  codes: StatusCode[];
}

/** The four columns of the dialog; purchased shows only while the lead has it (rule L2). */
export function statusColumns(current: StatusCode): StatusColumn[] {
  const columns = new Map<StatusGroup, StatusCode[]>();
  for (const { id, group, selectable } of statuses) {
    if (!selectable && id !== current) continue;
    columns.set(group, [...(columns.get(group) ?? []), id]);
  }
  return [...columns].map(([group, codes]) => ({ group, codes }));
}

/** The status that a typed key stands for among those shown. */
export function statusOfKey(key: string, columns: readonly StatusColumn[]): StatusCode | undefined {
  const wanted = key.toUpperCase();
  return columns.flatMap(({ codes }) => codes).find((code) => keyOfStatus[code] === wanted);
}

export type ArrowKey = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight';

/** Where an arrow leads: up and down within a column, left and right to the same height of the next one; around at the ends. */
export function statusAfterArrow(
  from: StatusCode,
  arrow: ArrowKey,
  columns: readonly StatusColumn[],
): StatusCode {
  const column = columns.findIndex(({ codes }) => codes.includes(from));
  const row = columns[column]?.codes.indexOf(from) ?? 0;
  const step = arrow === 'ArrowUp' || arrow === 'ArrowLeft' ? -1 : 1;
  if (arrow === 'ArrowUp' || arrow === 'ArrowDown') {
    const codes = columns[column]?.codes ?? [];
    return codes[(row + step + codes.length) % codes.length] ?? from;
  }
  const next = columns[(column + step + columns.length) % columns.length]?.codes ?? [];
  return next[Math.min(row, next.length - 1)] ?? from;
}

/** Saving is off while newLead is selected (rule L2). */
export function maySaveStatus(selected: StatusCode): selected is SavableStatus {
  return savableStatus.safeParse(selected).success;
}
