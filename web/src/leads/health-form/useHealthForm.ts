import { useState } from 'react';
import type { HealthLead } from '@crm/contracts/entities/lead.js';
import { emptyHealthForm, type HealthForm } from '@crm/contracts/leads/health-form.rules.js';
import { useWords, type WordKey } from '../../i18n/useWords.js';
import { isToFill, reasonOf } from '../form/reason.rules.js';
import { fieldId, type HealthFormContextValue } from './form-context.js';
import { healthKind } from './health-kind.js';

type Errors = Readonly<Record<string, string>>;

/** The fields in reading order, so that the first wrong one is the first one read. */
const order = [
  'zipcode',
  'county',
  'city',
  'state',
  'contact',
  'email',
  'phone',
  'second_phone',
  'address',
  'address_2',
  'fullname',
  'gender',
  'height',
  'weight',
  'birth_month',
  'birth_day',
  'birth_year',
  'marital_status',
  'credit_rating',
  'household_income',
  'weekly_exercise_hours',
  'datavendor_id',
  'biz_type',
  'biz_name',
  'prescription_medications',
  'spouse',
  'children',
  'medications',
  'qualifying_life_event',
  'qualifying_life_event_date',
  'current_company',
  'coverage_type',
] as const satisfies readonly (keyof HealthForm)[];

const personWords: Readonly<Record<string, WordKey>> = {
  name: 'crm.healthForm.name',
  height: 'crm.healthForm.inches',
  weight: 'crm.healthForm.weight',
  birth_date: 'crm.healthForm.birth_date',
};

const headOf = (path: string): string => path.split('.')[0] ?? path;
const placeOf = (path: string): number => {
  const place = order.findIndex((field) => field === headOf(path));
  return place === -1 ? order.length : place;
};

/** What a field is called by its path: `City`, `Spouse, Weight`. */
function labelOf(path: string, words: ReturnType<typeof useWords>): string {
  const field = order.find((each) => each === headOf(path));
  const part = personWords[path.split('.').at(-1) ?? ''];
  const label = field === undefined ? path : words(`crm.healthForm.${field}`);
  return path.includes('.') && part !== undefined ? `${label}, ${words(part)}` : label;
}

/** Where the form shows a field that the server names: the person of `primary` at the top, a birth date in its parts. */
function formPath(field: string): string {
  const top = field.replace(/^primary\./, '').replace(/^name$/, 'fullname');
  return top === 'birth_date' ? 'birth_day' : top;
}

const startOf = (lead: HealthLead | undefined) => (lead ? healthKind.load(lead) : emptyHealthForm());

export interface HealthFormState {
  context: HealthFormContextValue;
  isDirty: boolean;
  /** How many fields are wrong, and of those how many say so. */
  wrong: number;
  shownWrong: number;
  /** Whether nothing is wrong but that fields are empty. */
  isToFill: boolean;
  /** Why it cannot be saved yet, by its first field; undefined where it can. */
  reason: string | undefined;
  /** Shows every message and leads to the first field that is wrong. */
  goToFirstWrong: () => void;
  /** Begins anew from a lead. */
  load: (lead: HealthLead) => void;
  /** Puts values in as if they were typed. */
  type: (form: HealthForm) => void;
  /** Takes the server's field errors. */
  refuse: (errors: Errors) => void;
}

/** The state of the health form; what is wrong with it is decided by the rules of the contracts alone. */
export function useHealthForm(lead: HealthLead | undefined): HealthFormState {
  const words = useWords();
  const [start, setStart] = useState(() => startOf(lead));
  const [values, setValues] = useState(start);
  const [visited, setVisited] = useState<ReadonlySet<string>>(new Set());
  const [showsAll, setShowsAll] = useState(false);
  // What the server refused: its message stands until anything of that field is changed.
  const [refused, setRefused] = useState<Errors>({});

  const errors: Errors = { ...refused, ...healthKind.errorsOf(values) };
  const isShown = (path: string) => showsAll || refused[path] !== undefined || visited.has(path);
  const wrong = Object.keys(errors).sort((a, b) => placeOf(a) - placeOf(b));
  const [first] = wrong;

  const change = (changed: Partial<HealthForm>) => {
    setValues((before) => ({ ...before, ...changed }));
    const isChanged = (path: string) => headOf(path) in changed;
    setRefused((before) =>
      Object.keys(before).some(isChanged)
        ? Object.fromEntries(Object.entries(before).filter(([path]) => !isChanged(path)))
        : before,
    );
  };

  return {
    context: {
      values,
      change,
      bind: (path) => ({
        id: fieldId(path),
        error: isShown(path) ? errors[path] : undefined,
        onBlur: () => {
          setVisited((before) => (before.has(path) ? before : new Set([...before, path])));
        },
      }),
    },
    isDirty: JSON.stringify(values) !== JSON.stringify(start),
    wrong: wrong.length,
    shownWrong: wrong.filter(isShown).length,
    isToFill: isToFill(errors),
    reason:
      first === undefined
        ? undefined
        : reasonOf(
            { field: labelOf(first, words), message: errors[first] ?? '', count: wrong.length },
            words,
          ),
    goToFirstWrong: () => {
      if (first === undefined) return;
      setShowsAll(true);
      document.getElementById(fieldId(first))?.focus();
    },
    load: (next) => {
      setRefused({});
      setStart(startOf(next));
      setValues(startOf(next));
    },
    type: setValues,
    refuse: (messages) => {
      const known = Object.entries(messages)
        .map(([field, message]) => [formPath(field), message] as const)
        .filter(([path]) => headOf(path) in values);
      setRefused(Object.fromEntries(known));
      const [firstRefused] = known.map(([path]) => path).sort((a, b) => placeOf(a) - placeOf(b));
      // The button that was used is on again only once this is drawn.
      if (firstRefused !== undefined)
        requestAnimationFrame(() => document.getElementById(fieldId(firstRefused))?.focus());
    },
  };
}
