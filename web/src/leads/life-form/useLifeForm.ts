import { useMemo, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { lifeFormErrors } from '@crm/contracts/leads/life-form-errors.rules.js';
import { loadLifeForm } from '@crm/contracts/leads/life-form-wire.rules.js';
import {
  emptyLifeForm,
  tabOf,
  type LifeForm,
  type LifeFormPlace,
} from '@crm/contracts/leads/life-form.rules.js';
import type { Choice } from '@crm/contracts/codes/life-lists.js';
import type { LifeLead } from '@crm/contracts/entities/lead.js';
import { pacificDate } from '@crm/contracts/time/pacific.js';
import type { LifeFormContextValue } from './form-context.js';

export type Tab = 'basic' | 'quote';

/** Where a field stands in reading order, so that the first wrong one is the first one read. */
const order: readonly (keyof LifeForm)[] = [
  'fullname',
  'email',
  'phone',
  'second_phone',
  'address',
  'zipcode',
  'state',
  'birth_month',
  'birth_day',
  'birth_year',
  'height',
  'weight',
  'howchildren',
  'app_date',
  'draft_date',
  'policy_number',
  'hobby',
  'color',
  'term',
  'rate_class',
  'coverage_amount',
  'disability',
  'jobstatus',
  'total_income',
  'mortgage_remaining',
];

/** A field that is seldom wrong stands behind those that often are. */
const placeOf = (field: keyof LifeForm) => (order.includes(field) ? order.indexOf(field) : order.length);

/** Fields of the wire that the form shows in parts. */
const formField = (field: string): string => (field === 'birth_date' ? 'birth_day' : field);

/** What the server refused: its message stands until the value that it refused is changed. */
type Refused = Partial<Record<keyof LifeForm, { value: unknown; message: string }>>;

export interface LifeFormState {
  context: LifeFormContextValue;
  isDirty: boolean;
  /** Every wrong field with its message, whether its reader has been there or not. */
  errors: Partial<Record<keyof LifeForm, string>>;
  /** How many wrong fields show their message, by tab. */
  shownErrors: Record<Tab, number>;
  firstWrong: keyof LifeForm | undefined;
  /** Shows every message, also of fields that were never visited. */
  showAll: () => void;
  /** Begins anew from a lead, or from nothing. */
  load: (lead: LifeLead) => void;
  /** Puts values in as if they were typed. */
  type: (form: LifeForm) => void;
  /** Takes the server's field errors; answers whether any of them has a field here. */
  refuse: (errors: Readonly<Record<string, string>>) => boolean;
}

interface Options {
  place: LifeFormPlace;
  /** The lead that is edited; without one the form begins empty. */
  lead?: LifeLead | undefined;
  medications: readonly Choice[];
}

/** The state of the life form; what is wrong with it is decided by the rules of the contracts alone. */
export function useLifeForm({ place, lead, medications }: Options): LifeFormState {
  const defaultValues = useMemo(() => (lead ? loadLifeForm(lead) : emptyLifeForm(place)), [lead, place]);
  const { control, formState, getValues, reset, setValue } = useForm<LifeForm>({ defaultValues });
  const { touchedFields } = formState;
  useWatch({ control });
  const values = getValues();
  const isDirty = JSON.stringify(values) !== JSON.stringify(defaultValues);
  const [showsAll, setShowsAll] = useState(false);
  const [refused, setRefused] = useState<Refused>({});

  const errors: LifeFormState['errors'] = lifeFormErrors(values, place, pacificDate(new Date()));
  for (const field of Object.keys(refused) as (keyof LifeForm)[]) {
    const refusal = refused[field];
    if (refusal && !errors[field] && refusal.value === values[field]) errors[field] = refusal.message;
  }
  const wrong = (Object.keys(errors) as (keyof LifeForm)[])
    // BANK ACCOUNT stands in the foot and says so itself.
    .filter((field) => field !== 'checking_account')
    .sort((a, b) => placeOf(a) - placeOf(b));
  const touched: Partial<Record<string, unknown>> = touchedFields;
  const isShown = (field: keyof LifeForm) =>
    showsAll || refused[field] !== undefined || touched[field] !== undefined;
  const shown = wrong.filter(isShown);

  const change = (changed: Partial<LifeForm>) => {
    for (const [field, value] of Object.entries(changed)) {
      setValue(field as keyof LifeForm, value, { shouldDirty: true });
    }
  };

  return {
    context: {
      place,
      medications,
      control,
      values,
      visit: (field) => {
        setValue(field, getValues(field), { shouldTouch: true });
      },
      errorOf: (field) => (isShown(field) ? errors[field] : undefined),
      change,
    },
    isDirty,
    errors,
    shownErrors: {
      basic: shown.filter((field) => tabOf(field) === 'basic').length,
      quote: shown.filter((field) => tabOf(field) === 'quote').length,
    },
    firstWrong: wrong[0],
    showAll: () => {
      setShowsAll(true);
    },
    load: (next) => {
      setRefused({});
      reset(loadLifeForm(next));
    },
    type: change,
    refuse: (messages) => {
      const known = Object.entries(messages)
        .map(([field, message]) => [formField(field), message] as const)
        .filter((entry): entry is [keyof LifeForm, string] => entry[0] in values);
      setRefused(
        Object.fromEntries(known.map(([field, message]) => [field, { value: values[field], message }])),
      );
      return known.length > 0;
    },
  };
}
