import { exampleHealthLead } from '@crm/contracts/entities/lead.js';
import { exampleLifeLead } from '@crm/contracts/entities/lead.js';
import { fireEvent } from '@testing-library/react';
import { openForm } from '../../test/openForm.js';
import HealthFormDialog from '../health-form/HealthFormDialog.js';
import LifeFormDialog from '../life-form/LifeFormDialog.js';

const phone = 'Please enter a valid 13-digit phone number';
const money = 'Enter an amount, for example $85,000.50';
const zip = 'Please enter a valid 5-digit zipcode';

/** What is pasted into a field, what the field holds then, and what it says. */
type Pasted = [RegExp, string, string, string?];

function paste(field: HTMLElement, text: string) {
  fireEvent.focus(field);
  fireEvent.input(field, { target: { value: text }, inputType: 'insertFromPaste' });
  fireEvent.blur(field);
}

async function expectPasted(
  { form }: Awaited<ReturnType<typeof openForm>>,
  pasted: readonly Pasted[],
): Promise<void> {
  for (const [label, text, holds, says] of pasted) {
    const field = form.getByLabelText(label, { selector: 'input' });
    paste(field, text);
    expect([text, field]).toEqual([text, expect.objectContaining({ value: holds })]);
    if (says === undefined) expect([text, field.getAttribute('aria-invalid')]).toEqual([text, 'false']);
    else expect(await form.findAllByText(says)).not.toHaveLength(0);
  }
}

const onBoth: readonly Pasted[] = [
  [/^Phone/, '+1 214 555 0196', '(214)555-0196'],
  [/^Phone/, '1-214-555-0196', '(214)555-0196'],
  [/^Phone/, '214.555.0196', '(214)555-0196'],
  [/^Phone/, '214555019612', '214555019612', phone],
  [/^Phone/, '214-555-0196 ext 12', '214-555-0196 ext 12', phone],
  [/^Second Phone/, '+44 20 7946 0958', '+44 20 7946 0958', phone],
  [/^Zip code/, '75001-1234', '75001'],
  [/^Zip code/, '750011', '750011', zip],
  [/^DD/, '0x2', '0x2', 'Please enter a valid day'],
  [/^YYYY/, '19570', '19570', 'Please enter a valid 4-digit year'],
];

test('what is pasted into the life form means the same there, or the field says that it is wrong', async () => {
  const opened = await openForm(LifeFormDialog, {
    ...exampleLifeLead,
    term: '20',
    rate_class: 's',
    jobstatus: '1',
    total_income: 85_000.5,
    disability: null,
  });
  await expectPasted(opened, [
    ...onBoth,
    [/^Pounds/, '184 lbs', '184'],
    [/^Pounds/, '184.5', '184.5', 'Up to 3 digits'],
    [/^Submit Date/, '2026-11-20', '11/20/2026'],
    [/^Submit Date/, '1/5/2026', '01/05/2026'],
    [/^Submit Date/, '13/20/2026', '13/20/2026', 'mm/dd/yyyy'],
  ]);
  await opened.pointer.click(opened.form.getByRole('tab', { name: /^Quote/ }));
  expect(opened.form.getByLabelText(/^Income per year/)).toHaveValue('$85000.50');
  await expectPasted(opened, [
    [/^Income per year/, '85,000.50', '$85000.50'],
    [/^Income per year/, '85k', '$85000'],
    [/^Income per year/, '-50000', '-50000', 'An amount cannot be negative'],
    [/^Income per year/, '1e5', '$1e5', money],
  ]);
});

test('what is pasted into the health form means the same there, or the field says that it is wrong', async () => {
  const opened = await openForm(HealthFormDialog, exampleHealthLead);
  await expectPasted(opened, [
    ...onBoth,
    [/^Household Income/, '$85,000.50', '$85000.50'],
    [/^Household Income/, '-50000', '-50000', 'An amount cannot be negative'],
    [/^Household Income/, '1e5', '$1e5', money],
  ]);
});

test('a field says what is wrong when typing stops; an e-mail when it is left', async () => {
  const { form } = await openForm(HealthFormDialog, exampleHealthLead);
  fireEvent.change(form.getByLabelText(/^Email/), { target: { value: 'nobody' } });
  fireEvent.change(form.getByLabelText(/^Zip code/), { target: { value: '123' } });
  expect(await form.findByText(zip)).toBeVisible();
  expect(form.queryByText('E-mail must be valid')).not.toBeInTheDocument();
  fireEvent.blur(form.getByLabelText(/^Email/));
  expect(form.getByText('E-mail must be valid')).toBeVisible();
});
