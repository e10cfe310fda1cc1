import { CsvError, parse } from 'csv-parse/sync';
import { z } from 'zod';
import type { Actor } from '@crm/contracts/access.js';
import { agentRoles } from '@crm/contracts/codes/roles.js';
import { invalidField } from '@crm/platform/errors/app-error.js';
import type { AuthContext } from '../context.js';
import { changeUser } from '../user/change-user.js';
import type { StoredUser } from '../user/user.model.js';
import { licenceChange, licencesOf } from './change-licences.js';
import { columnsOf, readLicenceRow, type LicenceRow } from './licence-rows.rules.js';
import { withLicence } from '../user/stored-licences.js';

interface Refused {
  line: number;
  reason: string;
}

const records = z.array(z.object({ record: z.array(z.string()), info: z.object({ lines: z.int() }) }));
const maxRows = 5_000;

function recordsOf(csv: string) {
  try {
    const options = { bom: true, info: true, relax_column_count: true, skip_empty_lines: true } as const;
    return records.parse(parse(csv, options));
  } catch (error) {
    if (error instanceof CsvError) throw invalidField('csv', 'This is no CSV file: a quote is not closed');
    throw error;
  }
}

/** The rows that can be licences, and the others with the reason. Throws `invalid` for what is no such file. */
function readRows(csv: string): { rows: { line: number; row: LicenceRow }[]; refused: Refused[] } {
  const [head, ...body] = recordsOf(csv);
  const found = columnsOf(head?.record ?? []);
  if ('missing' in found) throw invalidField('csv', `The column “${found.missing}” is missing`);
  if (body.length > maxRows) throw invalidField('csv', `At most ${maxRows.toLocaleString('en-US')} rows`);
  const rows: { line: number; row: LicenceRow }[] = [];
  const refused: Refused[] = [];
  const lines = new Map<string, number>();
  for (const { record, info } of body) {
    const read = readLicenceRow(record, found.columns);
    if ('reason' in read) {
      refused.push({ line: info.lines, reason: read.reason });
      continue;
    }
    const { email, state, line } = read.row;
    const key = `${email} ${state} ${line}`;
    const first = lines.get(key);
    if (first !== undefined) {
      refused.push({ line: info.lines, reason: `The same licence as line ${String(first)}` });
      continue;
    }
    lines.set(key, info.lines);
    rows.push({ line: info.lines, row: read.row });
  }
  return { rows, refused };
}

/**
 * Imports licences from the text of a CSV file: those of an agent in one write, an existing one for the same state and line
 * is replaced. Answers how many were saved, and the rows that were not. Throws `invalid` where the file cannot be read.
 */
export async function ingestLicences(
  ctx: AuthContext,
  actor: Actor,
  csv: string,
): Promise<{ saved: number; refused: Refused[] }> {
  const { rows, refused } = readRows(csv);
  const emails = [...new Set(rows.map(({ row }) => row.email))];
  const agents = await ctx.models.users
    .find({ email_lower: { $in: emails }, role_id: { $in: agentRoles } }, { email_lower: 1 })
    .lean<Pick<StoredUser, '_id' | 'email_lower'>[]>();
  const ids = new Map(agents.map(({ _id, email_lower }) => [email_lower, _id.toHexString()]));
  let saved = 0;
  for (const email of emails) {
    const own = rows.filter(({ row }) => row.email === email);
    const id = ids.get(email);
    if (id === undefined) {
      const reason = email === '' ? 'The agent e-mail is empty' : `No agent has the e-mail ${email}`;
      refused.push(...own.map(({ line }) => ({ line, reason })));
      continue;
    }
    await changeUser(ctx, actor, id, (before) => {
      const after = own.reduce(
        (licences, { row: { email: _email, ...given } }) => withLicence(licences, given, actor.fullname),
        licencesOf(before, ctx.clock.now()),
      );
      return licenceChange(before, after, actor);
    });
    saved += own.length;
  }
  return { saved, refused: refused.sort((a, b) => a.line - b.line) };
}
