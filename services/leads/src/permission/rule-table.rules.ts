import { contactRules, type ContactRule, type ContactRuleId } from '@crm/contracts/resources/contact-rule.js';

/** A rule of the table that the product brings. */
export type TableRow = Omit<ContactRule, 'version'>;

/** What is known of a rule in force. */
export interface RuleInForce {
  rule: ContactRule;
  /** The row of a table that it began as or was last adopted from; missing on older ones, and on an admin's own. */
  table?: { version: string; row: string } | undefined;
  /** Whether an admin made it, or changed it before rows were kept. */
  isOfAdmin: boolean;
}

/** All that a row says, as one text: of two that are the same the texts are. */
export const rowText = (row: object): string => {
  const said = new Map<string, unknown>(Object.entries(row));
  return JSON.stringify(Object.keys(contactRules.fields).map((key) => [key, said.get(key)]));
};

/** Whether a rule says something else than the table that it came from. */
export const isEdited = ({ rule, table, isOfAdmin }: RuleInForce): boolean =>
  table === undefined ? isOfAdmin : table.row !== rowText(rule);

/**
 * The rows that a table of a version says anew: those that differ from the rule in force and from the row that it came
 * from. What an admin made of a row stays, unasked, for as long as the product says the same of it.
 */
export function newerRows(
  { version, rows }: { version: string; rows: readonly TableRow[] },
  inForce: ReadonlyMap<ContactRuleId, RuleInForce>,
): { row: TableRow; yours: RuleInForce | undefined }[] {
  return rows.flatMap((row) => {
    const yours = inForce.get(row.id);
    const table = yours?.table;
    const text = rowText(row);
    const isKnown = table !== undefined && (table.row === text || table.version >= version);
    const isSame = yours !== undefined && text === rowText(yours.rule);
    return isKnown || isSame ? [] : [{ row, yours }];
  });
}
