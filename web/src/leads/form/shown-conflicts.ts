import { months, type Choice } from '@crm/contracts/codes/life-lists.js';
import type { Fields } from '@crm/contracts/fields/field.js';
import type { LeadDefinition } from '@crm/contracts/resources/define-lead.js';
import type { ShownConflict } from '../../conflict/ConflictDialog.js';
import type { FieldConflict } from '../../conflict/merge-forms.rules.js';
import { inputsOf } from './form-inputs.js';
import { localise } from '../../i18n/language.js';
import { shownValue } from '../../fields/shown-value.js';

/** How values of some fields read that their kind cannot read alone: codes of kept lists, whole persons. */
export type OwnTexts = Partial<Record<string, (typed: unknown) => string>>;

/** How codes of a list read. */
export const codesIn =
  (choices: readonly Choice[]) =>
  (typed: unknown): string =>
    [typed]
      .flat()
      .map((code) => localise(choices.find(({ value }) => value === code)?.text ?? '') || String(code))
      .join(', ');

const readByKind: ReadonlySet<string> = new Set(['phone', 'choice', 'gender']);

/** A field's value as it is typed in the words of the form, empty for nothing. */
function shownTyped(fields: Fields, own: OwnTexts, key: string, typed: unknown): string {
  const field = fields[key];
  const ownText = own[key];
  if (ownText) return ownText(typed);
  if (key === 'birth_month') return localise(months.find(({ value }) => value === typed)?.text ?? '');
  // What is typed reads as it was typed.
  if (field === undefined || (typeof typed === 'string' && !readByKind.has(field.kind))) return String(typed);
  return shownValue(field, field.typed.toWire(typed));
}

/** The conflicts of two forms in words. */
export function shownConflicts(
  { fields, definition: { together } }: { fields: Fields; definition: LeadDefinition },
  conflicts: readonly FieldConflict<string>[],
  sides: Readonly<Record<'mine' | 'theirs', Readonly<Record<string, unknown>>>>,
  own: OwnTexts,
): ShownConflict[] {
  const inputs = inputsOf(fields);
  return conflicts.flatMap(({ id, fields: changed }) => {
    const named = changed.flatMap((key) => {
      const label = inputs[key]?.label;
      return label === undefined ? [] : [{ key, label: localise(label) }];
    });
    const [first] = named;
    if (first === undefined) return [];
    const group = named.length > 1 ? together.find((each) => each.fields[0] === id)?.title : undefined;
    const linesOf = (form: Readonly<Record<string, unknown>>) =>
      named.map(({ key, label }) => ({ label, text: shownTyped(fields, own, key, form[key]) }));
    return [
      {
        id,
        title: group === undefined ? first.label : localise(group),
        lines: { mine: linesOf(sides.mine), theirs: linesOf(sides.theirs) },
      },
    ];
  });
}
