import { Fragment, type ReactNode } from 'react';
import { useLeadFormContext } from './form-context.js';
import { FieldInput } from '../../fields/FieldInput.js';
import type { InputKind } from '../../fields/input-field.js';
import type { FieldWidth, PlacedLook } from './form-kind.js';
import { Cell, FieldGrid, FieldGroup } from './field-grid.js';
import { localise } from '../../i18n/language.js';

const widths: Partial<Record<InputKind, FieldWidth>> = {
  flag: 3,
  longText: 6,
  severalListed: 6,
  height: 2,
  pounds: 2,
};

interface Props {
  tab: string;
  /** What is in the place of an input that is more than one. */
  own?: Partial<Record<string, ReactNode>>;
}

/** The sections of a tab with the inputs that show, in reading order. */
export function LeadSections({ tab, own = {} }: Props) {
  const { sections, order, inputs, layout, states, isEdit } = useLeadFormContext();
  const isShown = (key: string) => (inputs[key]?.only !== 'edit' || isEdit) && states[key]?.isHidden !== true;
  const [first] = order;
  return sections
    .filter((section) => section.tab === tab)
    .map(({ name, title }) => {
      const keys = order.filter(
        (key) => isShown(key) && (states[key]?.section ?? inputs[key]?.section) === name,
      );
      return keys.length === 0 ? null : (
        <FieldGroup key={name} title={localise(title)}>
          {keys.map((key) =>
            key in own ? (
              <Fragment key={key}>{own[key]}</Fragment>
            ) : (
              <InputCell key={key} name={key} isFirst={key === first} look={layout[key]} />
            ),
          )}
        </FieldGroup>
      );
    });
}

/** Some inputs of the form alone, those that show now. */
export function LeadInputs({ keys }: { keys: readonly string[] }) {
  const { inputs, layout, states } = useLeadFormContext();
  return (
    <FieldGrid>
      {keys
        .filter((key) => inputs[key] !== undefined && states[key]?.isHidden !== true)
        .map((key, index) => (
          <InputCell key={key} name={key} isFirst={index === 0} look={layout[key]} />
        ))}
    </FieldGrid>
  );
}

function InputCell({
  name,
  isFirst,
  look: said,
}: {
  name: string;
  isFirst: boolean;
  look: FieldWidth | PlacedLook | undefined;
}) {
  const { inputs, states, isEdit, errorOf } = useLeadFormContext();
  const input = inputs[name];
  const state = states[name];
  if (input === undefined) return null;
  const look = typeof said === 'object' ? said : undefined;
  const width = state?.width ?? (typeof said === 'number' ? said : look?.width) ?? widths[input.kind] ?? 4;
  return (
    <>
      <Cell width={width}>
        {state?.isBlank !== true && (
          <FieldInput
            source={name}
            field={input}
            isNew={!isEdit}
            autoFocus={isFirst && !isEdit}
            look={look}
            state={state}
            error={errorOf(name)}
          />
        )}
      </Cell>
      {look?.gap !== undefined && <Cell width={look.gap}>{null}</Cell>}
    </>
  );
}
