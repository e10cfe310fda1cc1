import { memo, type ReactNode } from 'react';
import Box from '@mui/material/Box';
import isEqual from 'lodash/isEqual.js';
import { useInput } from 'react-admin';
import { heights, months, type Choice } from '@crm/contracts/codes/life-lists.js';
import { SegmentsOf } from '../controls/SegmentsOf.js';
import { useResourceMessages } from '../i18n/resources.en.js';
import { ChoicesInput } from './ChoicesInput.js';
import { FindField } from './FindField.js';
import {
  inputsOfField,
  maskOf,
  placeholderOf,
  type InputField,
  type InputLook,
  type InputState,
} from './input-field.js';
import { useFormInputs, useKeptList } from './inputs-context.js';
import { LaterRichText } from './LaterRichText.js';
import { isRequired } from './missing-fields.rules.js';
import { PasswordInput } from './PasswordInput.js';
import { shownError } from './shown-error.js';
import { PickField, SeveralField, SwitchField, TypedField } from './typed-fields.js';
import { localise } from '../i18n/language.js';
import { localisedChoices, localisedOptions } from './shown-value.js';

interface Props {
  /** Where its value is in the form: `city`, `spouse.weight`. */
  source: string;
  field: InputField;
  /** Whether the form makes a record, and changes none. */
  isNew?: boolean;
  autoFocus?: boolean;
  look?: InputLook | undefined;
  state?: InputState | undefined;
  /** What the form's own rules say of it. */
  error?: string | undefined;
}

/** Of more entries than these a form shows what is chosen, and the list when it is asked for. */
const maxBoxes = 8;

const asItIs = (value: unknown) => value;
const isText = (value: unknown): value is string => typeof value === 'string';
const isListed = (value: unknown): value is string | number => isText(value) || typeof value === 'number';
const textsIn = (value: unknown) => (Array.isArray(value) ? value.filter(isText) : []);

/** A list that comes once the form is open draws what offers it, and nothing else of the form. */
const OfKeptList = ({
  source,
  children,
}: {
  source: string;
  children: (kept: readonly Choice[]) => ReactNode;
}) => children(localisedChoices(useKeptList(source)));

/** The input of a field in react-admin's form, by its kind; the form holds what is typed. */
function KindInput({ source, field, isNew = true, autoFocus = false, look, state = {}, error }: Props) {
  const { kind, options = [] } = field;
  const label = localise(field.label);
  const translate = useResourceMessages();
  const { idOf, choose } = useFormInputs();
  const required = state.required ?? isRequired(field, isNew);
  const input = useInput({
    source,
    label,
    isRequired: required,
    defaultValue: field.typed.empty,
    parse: asItIs,
    format: asItIs,
  });
  const { onChange, onBlur } = input.field;
  const value: unknown = input.field.value;
  const { disabled = false, help = field.help } = state;
  const bound = {
    id: idOf?.(source) ?? input.id,
    label,
    error: (error && localise(error)) ?? shownError(input.fieldState.error),
    onBlur,
    required,
    disabled,
    ...(help !== undefined && { help: localise(help) }),
  };
  const pick = (picked: unknown) => {
    if (choose) choose(source, picked);
    else onChange(picked);
  };
  const named: readonly Choice[] = options.map(({ id, name }) => ({ value: id, text: localise(name) }));
  const oneOf = (choices: readonly Choice<string | number>[]) => ({
    ...bound,
    value: isListed(value) ? value : null,
    choices: state.choices === undefined ? choices : localisedChoices(state.choices),
    onPick: pick,
  });
  const severalOf = (choices: readonly Choice[]) => ({
    ...bound,
    value: textsIn(value),
    choices,
    onPick: pick,
    shown: (first: string, count: number) =>
      count === 0 ? first : translate('crm.resource.others', { first, count }),
  });
  switch (kind) {
    case 'password':
      return <PasswordInput source={source} field={field} isNew={isNew} autoFocus={autoFocus} />;
    case 'richText':
      return <LaterRichText source={source} field={field} />;
    case 'birthDate':
      return inputsOfField(source, { ...field, kind }).map(([part, each]) => (
        <FieldInput key={part} source={`${source}.${part}`} field={each} isNew={isNew} error={bound.error} />
      ));
    // Whose a record is, the form says by itself; persons and a list with parts have an input of their page's own.
    case 'person':
    case 'people':
    case 'parts':
      return null;
    case 'gender':
      return <SegmentsOf label={label} value={isText(value) ? value : ''} choices={named} onPick={pick} />;
    case 'flag': {
      const control = <SwitchField id={bound.id} label={label} value={value === 1 ? 1 : 0} onSwitch={pick} />;
      return look?.isLevel ? <Box sx={{ pt: { sm: 2.5 } }}>{control}</Box> : control;
    }
    case 'choice':
    case 'chosenMoney':
      return look?.isFound ? <FindField {...oneOf(named)} /> : <PickField {...oneOf(named)} />;
    case 'height':
      return <PickField {...oneOf(heights)} />;
    case 'birth_month':
      return <PickField {...oneOf(localisedChoices(months))} />;
    case 'listed':
      return <OfKeptList source={source}>{(kept) => <PickField {...oneOf(kept)} />}</OfKeptList>;
    case 'severalListed':
      return <OfKeptList source={source}>{(kept) => <SeveralField {...severalOf(kept)} />}</OfKeptList>;
    case 'choices':
      if (options.length <= maxBoxes && !look?.isMenu)
        return (
          <ChoicesInput {...bound} value={textsIn(value)} options={localisedOptions(options)} onPick={pick} />
        );
      return <SeveralField {...severalOf(named)} selectAll={translate('crm.resource.selectAll')} />;
    case 'text':
    case 'longText':
    case 'secret':
    case 'words':
    case 'phone':
    case 'email':
    case 'zip':
    case 'date':
    case 'isoDate':
    case 'birth_day':
    case 'birth_year':
    case 'money':
    case 'count':
    case 'inches':
    case 'pounds':
    case 'hours':
    case 'instant': {
      const mask = maskOf[kind];
      const placeholder = disabled ? undefined : placeholderOf[kind];
      return (
        <TypedField
          {...bound}
          name={source}
          value={isListed(value) ? String(value) : ''}
          onType={onChange}
          autoFocus={autoFocus}
          multiline={kind === 'longText' || kind === 'words'}
          type={kind === 'secret' ? 'password' : 'text'}
          // An address is looked at when its field is left (rule L18).
          saysOnLeave={kind === 'email'}
          {...(mask && { mask })}
          {...(placeholder !== undefined && { placeholder })}
        />
      );
    }
  }
}

/** The same, drawn again only where something of it changed: what is typed into one input draws no other. */
export const FieldInput = memo(
  KindInput,
  ({ state, field, ...one }, { state: otherState, field: otherField, ...other }) =>
    field === otherField && isEqual(state, otherState) && isEqual(one, other),
);
