import type { Choice } from '@crm/contracts/codes/life-lists.js';
import type { Flag } from '@crm/contracts/ids.js';
import type { HealthForm } from '@crm/contracts/leads/health-form.rules.js';
import { useWords } from '../../i18n/useWords.js';
import { PickField, SwitchField, TypedField } from '../../fields/typed-fields.js';
import { Cell } from '../life-form/field-grid.js';
import type { MaskName } from '../../controls/mask.rules.js';
import { fieldId, useHealthFormContext } from './form-context.js';

type FieldOf<V> = { [K in keyof HealthForm]: HealthForm[K] extends V ? K : never }[keyof HealthForm];

interface Placed {
  width: 2 | 3 | 4 | 6;
  required?: boolean;
  disabled?: boolean;
  help?: string;
}

interface TextProps extends Placed {
  name: Exclude<FieldOf<string>, 'phone_hidden'>;
  mask?: MaskName;
  placeholder?: string;
  autoFocus?: boolean;
  saysOnLeave?: boolean;
}

/** A text of the health form in its place. */
export function HealthText({ name, width, ...props }: TextProps) {
  const words = useWords();
  const { values, change, bind } = useHealthFormContext();
  return (
    <Cell width={width}>
      <TypedField
        {...bind(name)}
        {...props}
        label={words(`crm.healthForm.${name}`)}
        value={values[name]}
        onType={(typed) => {
          change({ [name]: typed });
        }}
      />
    </Cell>
  );
}

interface PickProps<N extends FieldOf<string | number | null>> extends Placed {
  name: N;
  choices: readonly Choice<Exclude<HealthForm[N], '' | null>>[];
}

/** One of a list, in its place. */
export function HealthPick<N extends FieldOf<string | number | null>>(props: PickProps<N>) {
  const { name, width, choices, ...rest } = props;
  const words = useWords();
  const { values, change, bind } = useHealthFormContext();
  const value: string | number | null = values[name];
  const listed: readonly Choice<string | number>[] = choices;
  return (
    <Cell width={width}>
      <PickField<string | number>
        {...bind(name)}
        {...rest}
        label={words(`crm.healthForm.${name}`)}
        value={value}
        choices={listed}
        onPick={(picked) => {
          change({ [name]: picked });
        }}
      />
    </Cell>
  );
}

/** A yes or no, in its place. */
export function HealthSwitch({ name, width = 3 }: { name: FieldOf<Flag>; width?: 3 | 6 }) {
  const words = useWords();
  const { values, change } = useHealthFormContext();
  return (
    <Cell width={width}>
      <SwitchField
        id={fieldId(name)}
        label={words(`crm.healthForm.${name}`)}
        value={values[name]}
        onSwitch={(on) => {
          change({ [name]: on });
        }}
      />
    </Cell>
  );
}

/** Texts of a list of the contracts as choices: first letter large. */
export const choicesOf = <V extends string>(options: readonly V[]): readonly Choice<V>[] =>
  options.map((value) => ({ value, text: value.charAt(0).toUpperCase() + value.slice(1) }));
