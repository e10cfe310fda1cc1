import { heights, months } from '@crm/contracts/codes/life-lists.js';
import { stateName } from '@crm/contracts/codes/states.js';
import type { HealthForm, PersonForm } from '@crm/contracts/leads/health-form.rules.js';
import { toE164, toShown } from '@crm/contracts/phone.js';
import type { useWords, WordKey } from '../../i18n/useWords.js';
import type { ShownConflict } from '../../conflict/ConflictDialog.js';
import type { FieldConflict } from '../../conflict/merge-forms.rules.js';

type Words = ReturnType<typeof useWords>;
type Field = Exclude<keyof HealthForm, 'phone_hidden'>;
/** How codes of the kept lists read. */
interface Texts {
  condition: (code: string) => string;
  company: (code: string) => string;
}

/** Headings of fields that are decided together, by the first of them. */
const groupTitles: Partial<Record<keyof HealthForm, WordKey>> = {
  birth_year: 'crm.conflict.birthDate',
  qualifying_life_event: 'crm.healthForm.qualifying_life_event',
  currently_insured: 'crm.healthForm.currently_insured',
  takes_prescriptions: 'crm.healthForm.takes_prescriptions',
};

const personText = (person: PersonForm, words: Words) =>
  [
    person.name,
    person.birth_date,
    person.gender && words(person.gender === 'm' ? 'crm.lifeForm.male' : 'crm.lifeForm.female'),
    person.height && `${person.height} in`,
    person.weight && words('crm.facts.pounds', { count: Number(person.weight) }),
    person.tobacco === 1 ? words('crm.healthForm.tobacco') : '',
  ]
    .filter((part) => part !== '')
    .join(', ');

/** A field's value in the words of the form, empty for nothing. */
function shownValue(field: Field, form: HealthForm, words: Words, texts: Texts): string {
  switch (field) {
    case 'phone':
    case 'second_phone':
      return toShown(toE164(form[field]) ?? form[field]);
    case 'state':
      return form.state === '' ? '' : stateName(form.state);
    case 'birth_month':
      return months.find(({ value }) => value === form.birth_month)?.text ?? '';
    case 'height':
      return heights.find(({ value }) => value === form.height)?.text ?? '';
    case 'gender':
      return form.gender && words(form.gender === 'm' ? 'crm.lifeForm.male' : 'crm.lifeForm.female');
    case 'medications':
      return form.medications.map(texts.condition).join(', ');
    case 'current_company':
      return form.current_company && texts.company(form.current_company);
    case 'spouse':
      return form.spouse ? personText(form.spouse, words) || words('crm.healthForm.spouse') : '';
    case 'children':
      return form.children
        .map(
          (child, index) => personText(child, words) || words('crm.healthForm.child', { number: index + 1 }),
        )
        .join('; ');
    default: {
      const value = form[field];
      if (value === 0 || value === 1) return words(value === 1 ? 'crm.lead.yes' : 'crm.lead.no');
      return String(value);
    }
  }
}

/** The conflicts of two health forms in words. */
export function shownConflicts(
  conflicts: readonly FieldConflict<keyof HealthForm>[],
  sides: Readonly<Record<'mine' | 'theirs', HealthForm>>,
  words: Words,
  texts: Texts,
): ShownConflict[] {
  return conflicts.flatMap(({ id, fields }) => {
    const named = fields.filter((field): field is Field => field !== 'phone_hidden');
    const [first] = named;
    if (first === undefined) return [];
    const group = named.length > 1 ? groupTitles[id] : undefined;
    const linesOf = (form: HealthForm) =>
      named.map((field) => ({
        label: words(`crm.healthForm.${field}`),
        text: shownValue(field, form, words, texts),
      }));
    return [
      {
        id,
        title: words(group ?? `crm.healthForm.${first}`),
        lines: { mine: linesOf(sides.mine), theirs: linesOf(sides.theirs) },
      },
    ];
  });
}
