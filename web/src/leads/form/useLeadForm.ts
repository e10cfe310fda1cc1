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
import { useLeadFormMessages } from '../../i18n/lead-form.en.js';
import type { FormInputs, KeptLists } from '../../fields/inputs-context.js';
import { byPlace, inputsOf, readingOrder } from './form-inputs.js';
import type { FormKind, InputStates } from './form-kind.js';

/** What the server refused: its message stands until the value that it refused is changed. */
type Refused = Partial<Record<string, { value: unknown; message: string }>>;

/** Where the form shows a field that the server names: the person of `primary` at the top, a birth date in its parts. */
function formPath(field: string): string {
  const top = field.replace(/^primary\./, '').replace(/^name$/, 'fullname');
  return top === 'birth_date' ? 'birth_day' : top;
}

/** The inputs of a kind of form, which stay what they are. */
export type FormParts = ReturnType<typeof partsOf>;

/** What the rules say of what is typed. */
interface Validation {
  errors: Readonly<Record<string, string>>;
  /** The wrong inputs in reading order. */
  wrong: readonly string[];
  states: InputStates;
}

/** What whoever draws a form holds: none of it changes with what is typed. */
export interface LeadFormState<F extends FieldValues, L extends Lead> {
  methods: UseFormReturn<F>;
  parts: FormParts;
  shared: Required<FormInputs>;
  lists: KeptLists;
  isEdit: boolean;
  /** Whether something was typed, as it stands. */
  isDirty: () => boolean;
  validate: (values: F) => Validation;
  /** The wrong inputs in reading order, as it stands. */
  wrong: () => readonly string[];
  showsAll: boolean;
  /** Shows every message, also of inputs that were never visited. */
  showAll: () => void;
  refused: Refused;
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
  const { getValues, reset, setValue } = methods;
  const [showsAll, setShowsAll] = useState(false);
  const [refused, setRefused] = useState<Refused>({});

  const parts = useMemo(() => partsOf(kind), [kind]);
  const { inputs, order } = parts;
  const validate = (values: F): Validation => {
    const errors = { ...stillRefused(refused, values), ...kind.errorsOf(values) };
    const wrong = Object.keys(errors)
      // What is in no section is in the foot, and says so itself.
      .filter((path) => inputs[path]?.section !== null)
      .sort(byPlace(order));
    return { errors, wrong, states: kind.statesOf(values, translate, lead) };
  };
  const { shared, type } = useMemo(() => {
    const put = (changed: Partial<F>) => {
      for (const [field, value] of Object.entries(changed))
        setValue(field as Path<F>, value as PathValue<F, Path<F>>, { shouldDirty: true });
    };
    const choose = (field: string, value: unknown) => {
      put(kind.changed(getValues(), field, value));
    };
    return { shared: { choose, idOf: (path: string) => `${kind.prefix}-${path}` }, type: put };
  }, [kind, getValues, setValue]);
  // The other tab is drawn first, and the button that was used is on again only once this is.
  const focus = (path: string) => {
    requestAnimationFrame(() => document.getElementById(shared.idOf(path))?.focus());
  };

  return {
    methods,
    parts,
    shared,
    lists,
    isEdit: lead !== undefined,
    isDirty: () => JSON.stringify(getValues()) !== JSON.stringify(start),
    validate,
    wrong: () => validate(getValues()).wrong,
    showsAll,
    showAll: () => {
      setShowsAll(true);
    },
    refused,
    focus,
    load: (next) => {
      setRefused({});
      reset(kind.load(next));
    },
    type,
    refuse: (messages) => {
      const values = getValues();
      const valueOf = (path: string): unknown => get(values, path);
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
  const tabOf = (path: string) => {
    const section = inputs[path.split('.')[0] ?? path]?.section;
    return sections.find(({ name }) => name === section)?.tab ?? '';
  };
  const order = readingOrder(Object.keys(definition.sections), inputs, layout);
  return { layout, inputs, sections, order, tabOf };
}
