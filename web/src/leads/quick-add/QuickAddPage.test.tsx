import { openQuickAdd, quickAddLead } from '@crm/contracts/http/quick-add.js';
import { builtInLists } from '@crm/contracts/reference/built-in-lists.js';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { answer, FakeServer, refuse } from '../../test/FakeServer.js';
import { openApp } from '../../test/TestApp.js';

const created = { status: 'success', message: 'Lead created successfully!' } as const;

function serverThatTakes() {
  let opened = 0;
  return new FakeServer()
    .on(openQuickAdd, (call) => {
      opened += 1;
      return answer(openQuickAdd, {
        form_token: `token-${String(opened)}`,
        ready_in: 0,
        good_for: 600,
        consent_statement: `I agree to calls, version ${String(opened)}.`,
        medications: [{ code: 'gout', text: 'Gout, as the agency calls it' }],
      })(call);
    })
    .on(quickAddLead, answer(quickAddLead, created));
}

async function openPage(server = serverThatTakes()) {
  const opened = openApp({ path: '/leads/upload', server });
  await screen.findByRole('heading', { name: 'Add new lead' });
  return opened;
}

const create = () => {
  const button = screen.getByText('Create').closest('button');
  if (!button) throw new Error('Create is a button');
  return button;
};
const tab = (name: string) => screen.getByText(name);
const isOff = () => create().getAttribute('aria-disabled') === 'true';
const input = (field: RegExp) => screen.getByLabelText(field, { selector: 'input' });

// Straight to the fields: walking to each as a person would is the browser tests' to do.
function type(field: RegExp, text: string) {
  fireEvent.change(input(field), { target: { value: text } });
}

/** Of a list that is found by typing. */
function find(field: RegExp, text: string) {
  type(field, text);
  fireEvent.keyDown(input(field), { key: 'Enter' });
}

async function pick(field: RegExp, choice: string) {
  fireEvent.mouseDown(screen.getByLabelText(field, { selector: '[role="combobox"]' }));
  fireEvent.click(await screen.findByText(choice));
  await waitFor(() => {
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
  });
}

async function fillBasics() {
  type(/^Full Name/, 'Marva Ellison');
  type(/^Email/, 'marva@example.com');
  type(/^Phone/, '2145550144');
  find(/^State/, 'Texas');
  await pick(/^Month/, 'June');
  type(/^DD/, '02');
  type(/^YYYY/, '1957');
}

async function fillQuote() {
  fireEvent.click(tab('Quote'));
  await pick(/^Funeral type/, 'Cremation');
}

const switchBankAccount = () => fireEvent.click(screen.getByLabelText('BANK ACCOUNT'));

async function fillAll() {
  await fillBasics();
  await fillQuote();
  switchBankAccount();
}

describe('the quick-add page', () => {
  it('opens for whoever is not signed in, without the layout, and begins with final expense', async () => {
    const opened = await openPage();
    expect(opened.router.state.location.pathname).toBe('/leads/upload');
    expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
    fireEvent.click(tab('Quote'));
    expect(screen.getByLabelText(/^Product Type/)).toHaveTextContent('Final expense');
    expect(screen.getByLabelText(/^Rate Class/)).toHaveTextContent('Level benefit');
    expect(input(/^Covarage Amount/)).toHaveValue('$5,000');
    expect(opened.server.arrived.map(({ endpoint }) => endpoint)).toEqual(['openQuickAdd']);
  });

  it('offers the conditions that admins keep', async () => {
    const opened = await openPage();
    await waitFor(() => {
      expect(opened.server.calls(openQuickAdd)).toHaveLength(1);
    });
    fireEvent.mouseDown(screen.getByLabelText(/^Disease/, { selector: '[role="combobox"]' }));
    const offered = await screen.findAllByRole('option');
    expect(offered.map(({ textContent }) => textContent)).toEqual(['Gout, as the agency calls it']);
  });

  it('offers the built-in conditions where the form could not be opened', async () => {
    await openPage(
      serverThatTakes().on(openQuickAdd, refuse({ code: 'unavailable', message: 'Please try again' })),
    );
    fireEvent.mouseDown(screen.getByLabelText(/^Disease/, { selector: '[role="combobox"]' }));
    expect(await screen.findAllByRole('option')).toHaveLength(builtInLists.medications.length);
  });

  it('resets amount and rate class with the product type', async () => {
    await openPage();
    fireEvent.click(tab('Quote'));
    await pick(/^Product Type/, 'Term 20');
    expect(input(/^Covarage Amount/)).toHaveValue('$50,000');
    expect(screen.getByLabelText(/^Rate Class/)).toHaveTextContent('Standard');
    expect(screen.queryByLabelText(/^Funeral type/)).not.toBeInTheDocument();
    await pick(/^Product Type/, 'Final expense');
    expect(input(/^Covarage Amount/)).toHaveValue('$5,000');
  });

  it('lets nothing be created before both tabs are right and BANK ACCOUNT is on', async () => {
    const opened = await openPage();
    expect(isOff()).toBe(true);
    switchBankAccount();
    await fillBasics();
    expect(isOff()).toBe(true);
    await fillQuote();
    expect(isOff()).toBe(false);
    switchBankAccount();
    expect(isOff()).toBe(true);
    fireEvent.click(create());
    expect(opened.server.calls(quickAddLead)).toEqual([]);
  });

  it('is stricter about the year than the dialog, once the field was left', async () => {
    await openPage();
    type(/^YYYY/, '1900');
    fireEvent.blur(input(/^YYYY/));
    expect(await screen.findByText('Please enter a valid year')).toBeVisible();
    type(/^YYYY/, '1901');
    await waitFor(() => {
      expect(screen.queryByText('Please enter a valid year')).not.toBeInTheDocument();
    });
  });

  it('creates the lead with the token it was opened with, says so, and begins a fresh form', async () => {
    const opened = await openPage();
    await fillAll();
    fireEvent.click(create());
    const said = await screen.findByText('Lead created successfully!');
    expect(said.closest('[data-type]')).toHaveAttribute('data-type', 'success');
    expect(opened.server.calls(quickAddLead).map(({ body }) => body)).toMatchObject([
      {
        form_token: 'token-1',
        fullname: 'Marva Ellison',
        phone: '(214)555-0144',
        birth_date: '1957-06-02',
        term: 'fex',
        coverage_amount: 5_000,
        disability: 'Cremation',
        checking_account: 1,
      },
    ]);
    expect(opened.server.calls(quickAddLead)[0]?.body).not.toHaveProperty('website');
    await waitFor(() => {
      expect(screen.getByLabelText(/^Full Name/)).toHaveValue('');
    });
    expect(screen.getByLabelText('BANK ACCOUNT')).not.toBeChecked();
    await waitFor(() => {
      expect(opened.server.calls(openQuickAdd)).toHaveLength(2);
    });
  });

  it('sends the statement of consent where it was ticked, and Create does not wait for it', async () => {
    const opened = await openPage();
    const statement = await screen.findByLabelText('I agree to calls, version 1.');
    expect(statement).not.toBeChecked();
    await fillAll();
    expect(isOff()).toBe(false);
    fireEvent.click(statement);
    fireEvent.click(create());
    await screen.findByText('Lead created successfully!');
    expect(opened.server.calls(quickAddLead)[0]?.body).toMatchObject({
      agreed_to: 'I agree to calls, version 1.',
    });
    expect(await screen.findByLabelText('I agree to calls, version 2.')).not.toBeChecked();
  });

  it('asks again where the statement has changed meanwhile', async () => {
    const message = 'The statement has changed. Please read it again';
    const server = serverThatTakes().on(
      quickAddLead,
      refuse({ code: 'invalid', message, errors: { agreed_to: message } }),
    );
    await openPage(server);
    fireEvent.click(await screen.findByLabelText('I agree to calls, version 1.'));
    await fillAll();
    fireEvent.click(create());
    expect(await screen.findByText(message)).toBeVisible();
    expect(await screen.findByLabelText('I agree to calls, version 2.')).not.toBeChecked();
    server.on(quickAddLead, answer(quickAddLead, created));
    fireEvent.click(create());
    await screen.findByText('Lead created successfully!');
    expect(server.calls(quickAddLead).at(-1)?.body).not.toHaveProperty('agreed_to');
  });

  it('keeps what was typed when it is refused, with the reason at its field', async () => {
    const server = serverThatTakes().on(
      quickAddLead,
      refuse({
        code: 'invalid',
        message: 'Please check',
        errors: { birth_date: 'Please enter a valid year' },
      }),
    );
    await openPage(server);
    await fillAll();
    fireEvent.click(create());
    expect(await screen.findByText('Please check')).toBeVisible();
    fireEvent.click(tab('Basic data'));
    expect(screen.getByText('Please enter a valid year')).toBeVisible();
    expect(screen.getByLabelText(/^Full Name/)).toHaveValue('Marva Ellison');
  });

  it('is opened anew, with everything in it, when the form itself was refused', async () => {
    const again = 'This form could not be submitted. Please send it again.';
    const server = serverThatTakes().on(
      quickAddLead,
      refuse({ code: 'invalid', message: again, errors: { form_token: again } }),
    );
    await openPage(server);
    await fillAll();
    fireEvent.click(create());
    expect(await screen.findByText(again)).toBeVisible();
    server.on(quickAddLead, answer(quickAddLead, created));
    await waitFor(() => {
      expect(create()).toBeEnabled();
    });
    fireEvent.click(create());
    await waitFor(() => {
      expect(server.calls(quickAddLead).at(-1)?.body).toMatchObject({
        form_token: 'token-2',
        fullname: 'Marva Ellison',
      });
    });
    await waitFor(() => {
      expect(input(/^Full Name/)).toHaveValue('');
    });
  });

  it('has a field for robots that no person meets', async () => {
    const opened = await openPage();
    const trap = document.getElementById('website');
    expect(trap).toHaveAttribute('tabindex', '-1');
    expect(trap?.closest('[aria-hidden="true"]')).not.toBeNull();
    expect(screen.queryByRole('textbox', { name: 'Leave this empty' })).not.toBeInTheDocument();
    if (!trap) throw new Error('There is no such field');
    fireEvent.change(trap, { target: { value: 'http://buy.example' } });
    await fillAll();
    fireEvent.click(create());
    await waitFor(() => {
      expect(opened.server.calls(quickAddLead)[0]?.body).toMatchObject({ website: 'http://buy.example' });
    });
  });
});
