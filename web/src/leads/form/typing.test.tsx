import { exampleLifeLead } from '@crm/contracts/entities/lead.js';
import type { Field } from '@crm/contracts/fields/field.js';
import { lifeLeads } from '@crm/contracts/resources/life-lead.js';
import { fireEvent, screen, within } from '@testing-library/react';
import { useState } from 'react';
import type { KeptLists } from '../../fields/inputs-context.js';
import { openPart } from '../../test/TestApp.js';
import { lifeKind } from '../life-form/life-kind.js';
import { LeadFormDialog } from './LeadFormDialog.js';

const nothing = () => undefined;
const none = {};

/** A life form that keeps which of its inputs were drawn, each of which reads the options of its field, and the frame, which reads the tabs. */
function countedKind() {
  const drawn: string[] = [];
  const counted = Object.entries<Field>(lifeLeads.fields).map(([key, field]): [string, Field] => [
    key,
    Object.defineProperty({ ...field }, 'options', {
      get: () => {
        drawn.push(key);
        return field.options;
      },
    }),
  ]);
  const kind = lifeKind('dialog');
  const tabs = {
    get: () => {
      drawn.push('frame');
      return kind.tabs;
    },
  };
  return {
    kind: Object.defineProperty({ ...kind, fields: Object.fromEntries(counted) }, 'tabs', tabs),
    drawn,
  };
}

/** The form of a lead; its button stands for the lists that come once it is open. */
function Form({ kind }: { kind: ReturnType<typeof countedKind>['kind'] }) {
  const [lists, setLists] = useState<KeptLists>(none);
  return (
    <>
      <LeadFormDialog
        kind={kind}
        lead={exampleLifeLead}
        lists={lists}
        texts={none}
        onClose={nothing}
        onSaved={nothing}
      />
      <button
        type="button"
        onClick={() => {
          setLists({ medications: [{ value: 'copd', text: 'COPD' }] });
        }}
      >
        Lists are there
      </button>
    </>
  );
}

async function openCounted() {
  const { kind, drawn } = countedKind();
  const { pointer } = openPart(<Form kind={kind} />);
  const form = within(await screen.findByRole('dialog', { name: 'Client information' }));
  return { form, drawn, pointer };
}

test('each input is drawn once as the form opens', async () => {
  const { drawn } = await openCounted();
  expect(drawn).toContain('fullname');
  const inputs = drawn.filter((name) => name !== 'frame');
  expect(inputs).toEqual([...new Set(inputs)]);
});

test('a list that comes later draws the input that offers it, and no other', async () => {
  const { form, drawn, pointer } = await openCounted();
  const offered = form.getByLabelText(/^Disease/, { selector: '[role="combobox"]' });
  drawn.length = 0;
  fireEvent.click(screen.getByText('Lists are there'));
  expect(drawn.filter((name) => name !== 'frame')).toEqual([]);
  await pointer.click(offered);
  expect(await screen.findByRole('option', { name: 'COPD' })).toBeVisible();
});

test('what is typed into an input draws no other, nor the frame', async () => {
  const { form, drawn } = await openCounted();
  expect(drawn).toContain('fullname');
  const type = (label: RegExp, value: string) => {
    drawn.length = 0;
    fireEvent.change(form.getByLabelText(label), { target: { value } });
  };
  type(/^Address/, '12 Elm');
  expect(drawn).toEqual(['address']);
  type(/^Address/, '12 Elm St');
  expect(drawn).toEqual(['address']);
  // What is wrong by it is said beside the input and in the foot.
  expect(form.queryByRole('button', { name: '1 field to fill' })).not.toBeInTheDocument();
  type(/^Full Name/, '');
  expect(drawn).toEqual(['fullname']);
  expect(form.getByRole('button', { name: '1 field to fill' })).toBeVisible();
});

test('a choice draws what hangs on it too', async () => {
  const { form, drawn } = await openCounted();
  drawn.length = 0;
  fireEvent.click(form.getByLabelText('Children'));
  expect([...drawn].sort()).toEqual(['children', 'howchildren']);
});
