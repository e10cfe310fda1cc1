import { useMemo, useState } from 'react';
import {
  get,
  useForm,
  type DefaultValues,
  type FieldValues,
  type Path,
  type PathValue,
  type UseFormReturn,
} from 'react-hook-form';
import type { Lead } from '@crm/contracts/entities/lead.js';
import { relativeFields } from '@crm/contracts/resources/family.js';
import { useLeadFormMessages } from '../../i18n/lead-form.en.js';
import type { FormInputs, KeptLists } from '../../fields/inputs-context.js';
import type { LeadFormContextValue } from './form-context.js';
import { byPlace, inputsOf, labelOfPath, readingOrder } from './form-inputs.js';
import type { FormKind } from './form-kind.js';
import { isToFill, reasonOf } from './reason.rules.js';
import { useOfValues } from './useOfValues.js';

/** What the server refused: its message stands until the value that it refused is changed. */
type Refused = Partial<Record<string, { value: unknown; message: string }>>;

/** Where the form shows a field that the server names: the person of `primary` at the top, a birth date in its parts. */
function formPath(field: string): string {
  const top = field.replace(/^primary\./, '').replace(/^name$/, 'fullname');
  return top === 'birth_date' ? 'birth_day' : top;
}

export interface LeadFormState<F extends FieldValues, L extends Lead> {
  methods: UseFormReturn<F>;
  context: LeadFormContextValue;
  shared: FormInputs;
  isDirty: boolean;
  /** The wrong inputs in reading order, and those of them that say so. */
  wrong: readonly string[];
  shown: readonly string[];
  /** Whether nothing is wrong but that fields are empty. */
  isToFill: boolean;
  /** Why it cannot be saved yet, by its first wrong field; undefined where it can. */
  reason: string | undefined;
  tabOf: (path: string) => string;
  /** Shows every message, also of inputs that were never visited. */
  showAll: () => void;
  focus: (path: string) => void;
  /** Begins anew from a lead. */
  load: (lead: L) => void;
  /** Puts values in as if they were typed. */
  type: (form: Partial<F>) => void;
  /** Takes the server's field errors. */
  refuse: (errors: Readonly<Record<string, string>>) => void;
}

/** The state of a lead form; what is wrong with it is decided by the rules of the contracts alone. */
export function useLeadForm<F extends FieldValues, L extends Lead>(
  kind: FormKind<F, L>,
  lead: L | undefined,
  lists: KeptLists,
): LeadFormState<F, L> {
  const translate = useLeadFormMessages();
  const start = useMemo(() => (lead ? kind.load(lead) : kind.empty()), [lead, kind]);
  const methods = useForm<F>({ defaultValues: start as DefaultValues<F> });
  const { formState, getValues, reset, setValue } = methods;
  const { touchedFields } = formState;
  const [showsAll, setShowsAll] = useState(false);
  const [refused, setRefused] = useState<Refused>({});

  const { inputs, sections, order } = useMemo(() => partsOf(kind), [kind]);
  const { errors, states, isDirty } = useOfValues(methods, (values) => ({
    errors: { ...stillRefused(refused, values), ...kind.errorsOf(values) },
    states: kind.statesOf(values, translate, lead),
    isDirty: JSON.stringify(values) !== JSON.stringify(start),
  }));
  const wrong = Object.keys(errors)
    // What is in no section is in the foot, and says so itself.
    .filter((path) => inputs[path]?.section !== null)
    .sort(byPlace(order));
  const isShown = (path: string) =>
    showsAll || refused[path] !== undefined || get(touchedFields, path) !== undefined;
  const [first] = wrong;
  const { shared, type } = useMemo(() => {
    const put = (changed: Partial<F>) => {
      for (const [field, value] of Object.entries(changed))
        setValue(field as Path<F>, value as PathValue<F, Path<F>>, { shouldDirty: true });
    };
    const choose = (field: string, value: unknown) => {
      put(kind.changed(getValues(), field, value));
    };
    return { shared: { lists, choose, idOf: (path: string) => `${kind.prefix}-${path}` }, type: put };
  }, [kind, lists, getValues, setValue]);
  const { idOf, choose } = shared;
  // The other tab is drawn first, and the button that was used is on again only once this is.
  const focus = (path: string) => {
    requestAnimationFrame(() => document.getElementById(idOf(path))?.focus());
  };

  return {
    methods,
    context: {
      inputs,
      layout: kind.layout,
      sections,
      order,
      isEdit: lead !== undefined,
      states,
      idOf,
      errorOf: (path) => (isShown(path) ? errors[path] : undefined),
      choose,
    },
    shared,
    isDirty,
    wrong,
    shown: wrong.filter(isShown),
    isToFill: isToFill(errors),
    reason:
      first === undefined
        ? undefined
        : reasonOf(
            {
              field: labelOfPath(inputs, relativeFields, first),
              message: errors[first] ?? '',
              count: wrong.length,
            },
            translate,
          ),
    tabOf: (path) => {
      const section = inputs[path.split('.')[0] ?? path]?.section;
      return sections.find(({ name }) => name === section)?.tab ?? '';
    },
    showAll: () => {
      setShowsAll(true);
    },
    focus,
    load: (next) => {
      setRefused({});
      reset(kind.load(next));
    },
    type,
    refuse: (messages) => {
      const valueOf = (path: string): unknown => get(getValues(), path);
      const known = Object.entries(messages)
        .map(([field, message]) => [formPath(field), message] as const)
        .filter(([path]) => valueOf(path) !== undefined);
      setRefused(
        Object.fromEntries(known.map(([path, message]) => [path, { value: valueOf(path), message }])),
      );
      const [firstRefused] = known.map(([path]) => path).sort(byPlace(order));
      if (firstRefused !== undefined) focus(firstRefused);
    },
  };
}

/** What the server said of values that have not been changed since. */
const stillRefused = (refused: Refused, values: FieldValues): Record<string, string> =>
  Object.fromEntries(
    Object.entries(refused).flatMap(([path, refusal]) =>
      refusal && refusal.value === get(values, path) ? [[path, refusal.message]] : [],
    ),
  );

function partsOf<F extends FieldValues, L extends Lead>({ definition, fields, layout }: FormKind<F, L>) {
  const inputs = inputsOf(fields);
  const sections = Object.entries(definition.sections).map(([name, section]) => ({ name, ...section }));
  return { inputs, sections, order: readingOrder(Object.keys(definition.sections), inputs, layout) };
}
