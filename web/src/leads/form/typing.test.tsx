import { exampleLifeLead } from '@crm/contracts/entities/lead.js';
import type { Field } from '@crm/contracts/fields/field.js';
import { lifeLeads } from '@crm/contracts/resources/life-lead.js';
import { fireEvent, screen, within } from '@testing-library/react';
import { openPart } from '../../test/TestApp.js';
import { lifeKind } from '../life-form/life-kind.js';
import { LeadFormDialog } from './LeadFormDialog.js';

const nothing = () => undefined;
const none = {};

/** A life form that keeps which of its inputs were drawn: each reads the options of its field. */
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
  return { kind: { ...lifeKind('dialog'), fields: Object.fromEntries(counted) }, drawn };
}

async function openCounted() {
  const { kind, drawn } = countedKind();
  openPart(
    <LeadFormDialog
      kind={kind}
      lead={exampleLifeLead}
      lists={none}
      texts={none}
      onClose={nothing}
      onSaved={nothing}
    />,
  );
  const form = within(await screen.findByRole('dialog', { name: 'Client information' }));
  return { form, drawn };
}

test('each input is drawn once as the form opens', async () => {
  const { drawn } = await openCounted();
  expect(drawn).toContain('fullname');
  expect(drawn).toEqual([...new Set(drawn)]);
});

test('what is typed into an input draws no other', async () => {
  const { form, drawn } = await openCounted();
  expect(drawn).toContain('fullname');
  for (const typed of ['12 Elm', '12 Elm St']) {
    drawn.length = 0;
    fireEvent.change(form.getByLabelText(/^Address/), { target: { value: typed } });
    expect(drawn).toEqual(['address']);
  }
});

test('a choice draws what hangs on it too', async () => {
  const { form, drawn } = await openCounted();
  drawn.length = 0;
  fireEvent.click(form.getByLabelText('Children'));
  expect([...drawn].sort()).toEqual(['children', 'howchildren']);
});
