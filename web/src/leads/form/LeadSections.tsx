import { Fragment, memo, type ReactNode } from 'react';
import Typography from '@mui/material/Typography';
import isEqual from 'lodash/isEqual.js';
import { useLeadFormContext, type LeadFormContextValue } from './form-context.js';
import { FieldInput } from '../../fields/FieldInput.js';
import type { InputField, InputKind } from '../../fields/input-field.js';
import type { FieldWidth, PlacedLook, PlacedState } from './form-kind.js';
import { Cell, FieldGrid, FieldGroup } from './field-grid.js';
import { useLeadFormMessages } from '../../i18n/lead-form.en.js';
import { localise } from '../../i18n/language.js';

const widths: Partial<Record<InputKind, FieldWidth>> = {
  flag: 3,
  longText: 6,
  severalListed: 6,
  height: 2,
  pounds: 2,
};

const nothing = {};

interface Props {
  tab: string;
  /** What is in the place of an input that is more than one. */
  own?: Partial<Record<string, ReactNode>>;
}

/** The sections of a tab with the inputs that show, in reading order. */
export function LeadSections({ tab, own = nothing }: Props) {
  const form = useLeadFormContext();
  const { sections, order, inputs, states, isEdit } = form;
  const isShown = (key: string) => (inputs[key]?.only !== 'edit' || isEdit) && states[key]?.isHidden !== true;
  const [first] = order;
  return sections
    .filter((section) => section.tab === tab)
    .map(({ name, title }) => {
      const keys = order.filter(
        (key) => isShown(key) && (states[key]?.section ?? inputs[key]?.section) === name,
      );
      const cells = keys.map((key) => ({ ...cellOf(form, key), autoFocus: key === first && !isEdit }));
      return keys.length === 0 ? null : <Section key={name} title={title} cells={cells} own={own} />;
    });
}

interface SectionProps {
  title: string;
  cells: readonly CellProps[];
  own: Partial<Record<string, ReactNode>>;
}

/** Drawn again only where something of its inputs changed. */
const Section = memo(
  function Section({ title, cells, own }: SectionProps) {
    return (
      <FieldGroup title={localise(title)}>
        {cells.map((cell) =>
          cell.source in own ? (
            <Fragment key={cell.source}>{own[cell.source]}</Fragment>
          ) : (
            <InputCell key={cell.source} {...cell} />
          ),
        )}
      </FieldGroup>
    );
  },
  (one, other) => one.title === other.title && one.own === other.own && isEqual(one.cells, other.cells),
);

/** Some inputs of the form alone, those that show now. */
export function LeadInputs({ keys }: { keys: readonly string[] }) {
  const translate = useLeadFormMessages();
  const form = useLeadFormContext();
  const { inputs, states, isEdit } = form;
  const shown = keys.filter((key) => inputs[key] !== undefined && states[key]?.isHidden !== true);
  if (shown.length === 0)
    return <Typography variant="body2">{translate('crm.lifeForm.notAsked')}</Typography>;
  return (
    <FieldGrid>
      {shown.map((key, index) => (
        <InputCell key={key} {...cellOf(form, key)} autoFocus={index === 0 && !isEdit} />
      ))}
    </FieldGrid>
  );
}

interface CellProps {
  source: string;
  field: InputField | undefined;
  isNew: boolean;
  autoFocus?: boolean;
  look: FieldWidth | PlacedLook | undefined;
  state: PlacedState | undefined;
  error: string | undefined;
}

/** What the form around says of one input. */
const cellOf = (
  { inputs, layout, states, isEdit, errorOf }: LeadFormContextValue,
  source: string,
): CellProps => ({
  source,
  field: inputs[source],
  isNew: !isEdit,
  look: layout[source],
  state: states[source],
  error: errorOf(source),
});

const InputCell = memo(function InputCell({ field, look: said, ...input }: CellProps) {
  if (field === undefined) return null;
  const { state } = input;
  const look = typeof said === 'object' ? said : undefined;
  const width = state?.width ?? (typeof said === 'number' ? said : look?.width) ?? widths[field.kind] ?? 4;
  return (
    <>
      <Cell width={width}>
        {state?.isBlank !== true && <FieldInput {...input} field={field} look={look} />}
      </Cell>
      {look?.gap !== undefined && <Cell width={look.gap}>{null}</Cell>}
    </>
  );
}, isEqual);
