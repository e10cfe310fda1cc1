import { findState, type StateCode } from '@crm/contracts/codes/states.js';
import { licenceLine, type LicenceLine } from '@crm/contracts/licences/held-licence.js';
import { licenceErrors } from '@crm/contracts/licences/licence.rules.js';
import { licences } from '@crm/contracts/resources/licence.js';
import { readPlainDate } from '@crm/contracts/time/pacific.js';

/** The columns of a file, with the headings by which they are found: letters alone. */
const headings = {
  email: ['agentemail', 'email', 'agent'],
  state: ['state'],
  line: ['line', 'lineofauthority'],
  number: ['number', 'licencenumber', 'licensenumber'],
  from: ['from', 'validfrom', 'issued'],
  until: ['until', 'validuntil', 'expires', 'expiration'],
  proof: ['proof'],
} as const;
type Column = keyof typeof headings;
const columnNames: readonly Column[] = ['email', 'state', 'line', 'number', 'from', 'until', 'proof'];
const mayBeMissing: ReadonlySet<Column> = new Set(['until', 'proof']);

/** Where each column of a file is; or the first one that is missing. */
export function columnsOf(
  cells: readonly string[],
): { columns: ReadonlyMap<Column, number> } | { missing: string } {
  const found = cells.map((cell) => cell.toLowerCase().replace(/[^a-z]/g, ''));
  const columns = new Map<Column, number>();
  for (const name of columnNames) {
    const index = found.findIndex((heading) => headings[name].some((each) => each === heading));
    if (index >= 0) columns.set(name, index);
    else if (!mayBeMissing.has(name)) return { missing: name === 'email' ? 'agent e-mail' : name };
  }
  return { columns };
}

/** A row of a file as a licence, for the agent with an e-mail. */
export interface LicenceRow {
  email: string;
  state: StateCode;
  line: LicenceLine;
  number: string;
  from: string;
  until: string | null;
  proof: string;
  status: 'active';
}

/** Reads the cells of a row; a row that cannot be one has a reason. */
export function readLicenceRow(
  cells: readonly string[],
  columns: ReadonlyMap<Column, number>,
): { row: LicenceRow } | { reason: string } {
  const cell = (name: Column) => (cells[columns.get(name) ?? -1] ?? '').trim();
  const state = findState(cell('state'));
  if (state === undefined) return { reason: `Not a state: ${cell('state') || 'empty'}` };
  const line = licenceLine.safeParse(cell('line').toLowerCase());
  if (!line.success) return { reason: `Line must be life or health: ${cell('line') || 'empty'}` };
  const from = readPlainDate(cell('from'));
  if (from === undefined) return { reason: `Not a date: ${cell('from') || 'empty'} (from)` };
  const until = cell('until') === '' ? null : readPlainDate(cell('until'));
  if (until === undefined) return { reason: `Not a date: ${cell('until')} (until)` };
  const { number, proof } = licences.fields;
  const texts = { number: number.wire.safeParse(cell('number')), proof: proof.wire.safeParse(cell('proof')) };
  if (!texts.number.success) return { reason: 'The licence number is too long' };
  if (!texts.proof.success) return { reason: 'The proof is too long' };
  const row: LicenceRow = {
    email: cell('email').toLowerCase(),
    ...{ state, line: line.data, number: texts.number.data, from, until, proof: texts.proof.data },
    status: 'active',
  };
  const [wrong] = Object.values(licenceErrors(row));
  return wrong === undefined ? { row } : { reason: wrong };
}
