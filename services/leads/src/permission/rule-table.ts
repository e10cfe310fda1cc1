import type { Actor } from '@crm/contracts/access.js';
import type { AnswerOf, InputOf } from '@crm/contracts/endpoint/endpoint.js';
import type { adoptContactRules, contactRuleTable } from '@crm/contracts/http/contact-rule-table.js';
import type { ContactRuleId } from '@crm/contracts/resources/contact-rule.js';
import { conflict } from '@crm/platform/errors/app-error.js';
import { changeRecord, createRecord } from '@crm/platform/resources/records.js';
import { historyWith, storedContactRules, type Rules } from './contact-rules.js';
import { ruleTable } from './contact-rules.seed.js';
import type { ContactRuleDoc } from './contact.model.js';
import { isEdited, newerRows, rowText, type RuleInForce, type TableRow } from './rule-table.rules.js';
import { ruleView } from './rules-at-hand.js';

async function offeredRows({ contactRules: model }: Pick<Rules, 'contactRules'>) {
  const docs = await model.find().lean<ContactRuleDoc[]>();
  const inForce = docs.map((doc): [ContactRuleId, RuleInForce] => {
    const isOfAdmin = doc.history.length > 0 || typeof doc.created_by === 'string';
    return [doc._id, { rule: ruleView(doc), table: doc.table, isOfAdmin }];
  });
  return newerRows(ruleTable, new Map(inForce));
}

/** The fields of a row; its id is that of its state. */
function fieldsOf({ id: _id, ...fields }: TableRow) {
  return fields;
}

/** What the table of this version says anew, row by row. */
export async function offeredTable(ctx: Rules): Promise<AnswerOf<typeof contactRuleTable>> {
  const offered = await offeredRows(ctx);
  return {
    version: ruleTable.version,
    rows: offered.map(({ row, yours }) => ({
      id: row.id,
      yours: yours?.rule ?? null,
      is_edited: yours !== undefined && isEdited(yours),
      offered: fieldsOf(row),
    })),
  };
}

/**
 * Puts rows of the table in force, each over the version of the rule that the admin saw. Throws `conflict`, before
 * anything is written, where the table or one of the rules is another by now.
 */
export async function adoptRows(
  ctx: Rules,
  actor: Actor,
  { version, rows }: InputOf<typeof adoptContactRules>['body'],
): Promise<ContactRuleId[]> {
  if (version !== ruleTable.version) throw conflict(undefined, 'Another table of rules is offered now');
  const offered = await offeredRows(ctx);
  const wanted = rows.flatMap(({ id, version: seen }) => {
    const found = offered.find(({ row }) => row.id === id);
    return found === undefined ? [] : [{ ...found, seen }];
  });
  if (wanted.some(({ yours, seen }) => (yours?.rule.version ?? null) !== seen)) {
    throw conflict(undefined, 'Someone else has just changed one of these rules');
  }
  for (const { row, seen } of wanted) {
    const table = { version, row: rowText(row) };
    const fields = fieldsOf(row);
    if (seen === null) {
      await createRecord(storedContactRules(ctx), actor, fields, { _id: row.id, history: [], table });
      continue;
    }
    const adopting = {
      ...storedContactRules(ctx),
      also: (before: ContactRuleDoc, by: Pick<Actor, 'fullname'>) => ({
        history: historyWith(before, { at: ctx.clock.now(), by: by.fullname, adopted: version }),
        table,
      }),
    };
    await changeRecord(adopting, actor, row.id, { ...fields, version: seen });
  }
  return wanted.map(({ row }) => row.id);
}
