import {
  maxRetried,
  type GivenFields,
  type RefusedRowFields,
  type RetriedRow,
  type RetriedRowAnswer,
} from '@crm/contracts/entities/lead-import.js';
import { rowErrors, type FieldFaults } from '@crm/contracts/leads/import-row.rules.js';

/** A refused row with what was typed into it, and what the server said of it when it was last sent. */
export interface Correction {
  row: RefusedRowFields;
  typed: GivenFields;
  answer?: RetriedRowAnswer;
}

/** Corrections by line: they stay while other pages are looked at. */
export type Corrections = ReadonlyMap<number, Correction>;

/** What is typed and other than in the file. */
export const changedFields = ({ row, typed }: Correction): GivenFields =>
  Object.fromEntries(Object.entries(typed).filter(([field, cell]) => cell !== (row.fields?.[field] ?? '')));

export const isCorrected = (correction: Correction): boolean =>
  Object.keys(changedFields(correction)).length > 0;

/** What is wrong with a row as it is now, by the rules that the server has, and what the server said of it. */
export function errorsOf(correction: Correction, today: string): FieldFaults {
  const { row, typed, answer } = correction;
  if (row.fields === null) return {};
  if (!isCorrected(correction)) return answer?.errors ?? row.errors;
  return { ...answer?.errors, ...rowErrors({ ...row.fields, ...typed }, today) };
}

/** A row with another cell. What the server said was of the row as it was. */
export const withCell = ({ row, typed }: Correction, field: string, cell: string): Correction => ({
  row,
  typed: { ...typed, [field]: cell },
});

/** A row as it is sent. */
export const toRetry = (correction: Correction): RetriedRow => ({
  line: correction.row.line,
  fields: changedFields(correction),
});

/** The corrected rows that can be sent together: no more than one call takes. */
export const readyToRetry = (corrections: Corrections, today: string): RetriedRow[] =>
  [...corrections.values()]
    .filter((each) => isCorrected(each) && Object.keys(errorsOf(each, today)).length === 0)
    .slice(0, maxRetried)
    .map(toRetry);

/** Corrections once the server has answered: those of rows that are imported or gone are over. */
export function afterRetry(corrections: Corrections, answers: readonly RetriedRowAnswer[]): Corrections {
  const next = new Map(corrections);
  for (const answer of answers) {
    const known = next.get(answer.line);
    if (answer.result === 'refused' && known !== undefined) next.set(answer.line, { ...known, answer });
    else next.delete(answer.line);
  }
  return next;
}

/** Whoever a row is about is named beside what is wrong with it. */
const alwaysShown = ['fullname', 'first_name', 'last_name', 'phone'];

/** The columns of a row that are shown: those that name its person, and whatever was or is wrong. */
export const shownFields = ({ row, typed }: Correction, errors: FieldFaults): ReadonlySet<string> =>
  new Set([...alwaysShown, ...Object.keys(row.errors), ...Object.keys(errors), ...Object.keys(typed)]);
