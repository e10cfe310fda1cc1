import { exampleHealthLead } from '@crm/contracts/entities/lead.js';
import type { HealthLead } from '@crm/contracts/entities/lead.js';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { openPart } from '../../test/TestApp.js';
import { openForm } from '../../test/openForm.js';
import HealthFormDialog from './HealthFormDialog.js';

const openHealth = (change: Partial<HealthLead> = {}) =>
  openForm(HealthFormDialog, { ...exampleHealthLead, ...change });
type Form = Awaited<ReturnType<typeof openHealth>>;

const retype = async ({ pointer }: Form, field: HTMLElement, text: string) => {
  await pointer.tripleClick(field);
  await pointer.paste(text);
};
const saved = async ({ form, pointer, live }: Form) => {
  await pointer.click(form.getByText('Update'));
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
  return (live.sentOf('processLead').at(-1) as { lead: object }).lead;
};
const head = { type: 'health', version: exampleHealthLead.version };

test('a health lead opens in its form, section by section, and cannot be wrongly saved', async () => {
  const opened = await openHealth();
  const { form } = opened;
  for (const name of [
    'Geo and Contact',
    'Personal Information',
    'Major Conditions',
    'Current Policy',
    'Requested Coverage',
  ]) {
    expect(form.getByText(name)).toBeVisible();
  }
  expect(form.getByLabelText(/^Country/)).toHaveValue('Dallas');
  expect(form.getByLabelText(/^Household Income/)).toHaveValue('$82000');
  await retype(opened, form.getByLabelText(/^Zip code/), '123');
  const update = form.getByText('Update');
  expect(update).toHaveAttribute('aria-disabled', 'true');
  expect(form.getByText('1 field to correct')).toBeVisible();
  expect(update).toHaveAccessibleDescription('Zip code: Please enter a valid 5-digit zipcode');
  await opened.pointer.click(form.getByText('1 field to correct'));
  expect(form.getByText('Please enter a valid 5-digit zipcode')).toBeVisible();
  await waitFor(() => {
    expect(form.getByLabelText(/^Zip code/)).toHaveFocus();
  });
});

test('a new lead begins at the first field, and what switches a field on is reached before it', async () => {
  openPart(<HealthFormDialog onClose={() => undefined} onSaved={() => undefined} />);
  const form = within(await screen.findByRole('dialog', { name: 'Client information' }));
  expect(form.getByLabelText(/^Zip code/)).toHaveFocus();
  const insured = form.getByLabelText('Currently Insured');
  fireEvent.click(insured);
  const company = form.getByLabelText(/^Current Company/);
  expect(insured.compareDocumentPosition(company)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test('a refused save leads to the first field that was refused, as they are read', async () => {
  const opened = await openHealth();
  const { form, pointer, live } = opened;
  const message = 'That cannot be';
  live.acknowledge('processLead', () => ({
    status: 'error',
    code: 'invalid',
    message,
    http_status: 422,
    errors: { coverage_type: message, credit_rating: message, city: message },
  }));
  await retype(opened, form.getByLabelText(/^City/), 'Plano');
  await pointer.click(form.getByText('Update'));
  await waitFor(() => {
    expect(form.getByLabelText(/^City/)).toHaveFocus();
  });
});

test('a save sends what changed from the version that was read', async () => {
  const opened = await openHealth();
  await retype(opened, opened.form.getByLabelText(/^City/), 'Plano');
  expect(await saved(opened)).toEqual({ ...head, city: 'Plano' });
});

test('that the customer agreed to recordings is a toggle of the edit dialog', async () => {
  const opened = await openHealth();
  await opened.pointer.click(opened.form.getByLabelText('Agreed to recorded calls and messages'));
  expect(await saved(opened)).toEqual({ ...head, recorded_ok: 1 });
});

test('Spouse goes off and comes back blank', async () => {
  const opened = await openHealth();
  const { form, pointer } = opened;
  const toggle = form.getByLabelText('Spouse', { selector: 'input' });
  expect(
    within(form.getByLabelText('Spouse', { selector: '[role=group]' })).getByLabelText('Name'),
  ).toHaveValue('Sam Whitfield');
  await pointer.click(toggle);
  expect(form.queryByLabelText('Spouse', { selector: '[role=group]' })).not.toBeInTheDocument();
  await pointer.click(toggle);
  expect(
    within(form.getByLabelText('Spouse', { selector: '[role=group]' })).getByLabelText('Name'),
  ).toHaveValue('');
  await pointer.click(toggle);
  expect(await saved(opened)).toEqual({ ...head, spouse: null });
});

test('up adds a child, down removes the last, and without any the toggle is off', async () => {
  const opened = await openHealth();
  const { form, pointer } = opened;
  const toggle = form.getByLabelText('Children', { selector: 'input' });
  const down = () => form.getByLabelText('Remove the last child');
  await pointer.click(form.getByLabelText('Add a child'));
  expect(form.getByLabelText('Child 2', { selector: '[role=group]' })).toBeVisible();
  await pointer.click(down());
  expect(form.queryByLabelText('Child 2', { selector: '[role=group]' })).not.toBeInTheDocument();
  await pointer.click(down());
  expect(toggle).not.toBeChecked();
  await pointer.click(toggle);
  const child = within(form.getByLabelText('Child 1', { selector: '[role=group]' }));
  await pointer.click(child.getByLabelText('Birth date'));
  await pointer.paste('20170903');
  expect(child.getByLabelText('Birth date')).toHaveValue('2017-09-03');
  expect(await saved(opened)).toMatchObject({ children: [{ name: '', birth_date: '2017-09-03' }] });
});

test('what hangs on a toggle shows with it, and is cleared when it is saved off', async () => {
  const opened = await openHealth();
  const { form, pointer } = opened;
  for (const [toggle, field] of [
    ['Prescription medications', /^Medications/],
    ['Currently Insured', /^Current Company/],
  ] as const) {
    expect(form.getByLabelText(field)).toBeVisible();
    await pointer.click(form.getByLabelText(toggle, { selector: 'input' }));
    expect(form.queryByLabelText(field)).not.toBeInTheDocument();
  }
  expect(form.getByLabelText(/^Qualifying Life Event Date/)).toHaveValue('2026-10-01');
  await pointer.click(form.getByRole('combobox', { name: /^Qualifying Life Event/ }));
  await pointer.click(await screen.findByRole('option', { name: 'None' }));
  expect(form.queryByLabelText(/^Qualifying Life Event Date/)).not.toBeInTheDocument();
  expect(await saved(opened)).toEqual({
    ...head,
    currently_insured: 0,
    current_company: null,
    prescription_medications: null,
    qualifying_life_event: 'none',
    qualifying_life_event_date: null,
  });
});

test('hidden phones are not asked for and are kept', async () => {
  const opened = await openHealth({ phone: null, phone_hidden: true, status: 'doNotCall' });
  expect(opened.form.getByLabelText(/^Phone/)).toBeDisabled();
  await retype(opened, opened.form.getByLabelText(/^City/), 'Plano');
  expect(await saved(opened)).toEqual({ ...head, city: 'Plano' });
});

test('shows both values of a field that both changed, and saves the one chosen', async () => {
  const opened = await openHealth();
  await retype(opened, opened.form.getByLabelText(/^City/), 'Plano');
  opened.has.lead = { ...exampleHealthLead, version: 5, city: 'Waco', county: 'McLennan' };
  await opened.pointer.click(opened.form.getByText('Update'));
  const title = 'Two people changed the same fields';
  const both = within(await screen.findByRole('dialog', { name: title }));
  expect(both.getByText('Plano')).toBeVisible();
  await opened.pointer.click(both.getByText('Waco'));
  await opened.pointer.click(both.getByRole('button', { name: 'Save again' }));
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
  expect(opened.has.lead).toMatchObject({ city: 'Waco', county: 'McLennan', version: 5 });
});

test('asks before typing is thrown away, and puts a refusal at its field', async () => {
  const opened = await openHealth();
  const { form, pointer, live } = opened;
  live.acknowledge('processLead', () => ({
    status: 'error',
    code: 'invalid',
    message: 'Please check the fields',
    errors: { 'spouse.weight': 'Too heavy' },
    http_status: 422,
  }));
  await retype(opened, form.getByLabelText(/^City/), 'Plano');
  await pointer.click(form.getByText('Update'));
  expect(await form.findByText('Too heavy')).toBeVisible();
  await pointer.click(form.getByText('Close'));
  expect(await screen.findByText('Close without saving?')).toBeVisible();
});
