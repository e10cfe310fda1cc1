import type { Choice } from '@crm/contracts/codes/life-lists.js';
import { nameIn } from '@crm/contracts/fields/choice-kinds.js';
import type { Field, FieldKind, Option } from '@crm/contracts/fields/field.js';
import { localise } from '../i18n/language.js';

/** What people typed is shown as they typed it, whatever the language. */
const typedByPeople: ReadonlySet<FieldKind> = new Set([
  ...(['text', 'longText', 'richText', 'secret', 'password', 'person', 'people', 'words'] as const),
  ...(['phone', 'email', 'zip'] as const),
]);

/** What a field shows of a value, in the language chosen. */
export function shownValue<Value>(
  field: Pick<Field, 'kind' | 'options'> & { shown: (value: Value) => string },
  value: Value,
): string {
  const { kind, options } = field;
  if (typedByPeople.has(kind)) return field.shown(value);
  if (options !== undefined && Array.isArray(value))
    return value.map((each) => localise(nameIn(options, String(each)))).join(', ');
  // Its parts beside each other, the days of a week for one.
  if (kind === 'parts') return field.shown(value).split(', ').map(localise).join(', ');
  return localise(field.shown(value));
}

/** The choices of a list in the language chosen. */
export const localisedChoices = <V extends string | number>(choices: readonly Choice<V>[]): Choice<V>[] =>
  choices.map((choice) => ({ ...choice, text: localise(choice.text) }));

/** The entries of a list in the language chosen. */
export const localisedOptions = (options: readonly Option[]): Option[] =>
  options.map(({ id, name }) => ({ id, name: localise(name) }));
