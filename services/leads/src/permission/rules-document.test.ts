import { readFile } from 'node:fs/promises';
import { shownClosedDay } from '@crm/contracts/closed-days.js';
import { stateName } from '@crm/contracts/codes/states.js';
import { contactRules } from '@crm/contracts/resources/contact-rule.js';
import { shownWeek } from '@crm/contracts/resources/week-hours.js';
import { ruleTable } from './contact-rules.seed.js';
import type { TableRow } from './rule-table.rules.js';

const document = new URL('../../../../deploy/docs/contact-rules.md', import.meta.url);

function limitOf({ max_attempts, attempts_per_person, customer_months }: TableRow): string {
  if (max_attempts === null) return 'none';
  const free = customer_months === null ? '' : `; customers of ${String(customer_months)} months are free`;
  return `${String(max_attempts)} per ${attempts_per_person === 1 ? 'person' : 'number'}${free}`;
}

/** A rule as its row of the document. */
const lineOf = (row: TableRow): string =>
  [
    row.state === null ? 'Everywhere' : stateName(row.state),
    shownWeek(row.hours).join('; '),
    row.closed_days.map(shownClosedDay).join(', ') || 'none',
    limitOf(row),
    row.no_automated_dialling === 1 ? 'barred' : 'allowed',
    contactRules.fields.consent_for.shown(row.consent_for) || 'none',
    row.source,
    row.counsel || 'nothing',
    row.checked_on,
  ].join(' | ');

test('the document has the table as it is', async () => {
  const text = await readFile(document, 'utf8');
  const cells = (line: string) => line.split('|').map((cell) => cell.trim().replace(/ +/g, ' '));
  const lines = text
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => cells(line).slice(1, -1).join(' | '));
  const rules = lines.filter((line) => / \| \d{4}-\d{2}-\d{2}$/.test(line));
  expect(rules).toEqual(ruleTable.rows.map(lineOf));
  expect(text).toContain(`version ${ruleTable.version}`);
});
