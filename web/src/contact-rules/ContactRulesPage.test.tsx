import { exampleEntry, exampleRule } from '@crm/contracts/entities/contact.js';
import {
  addDoNotContact,
  liftDoNotContact,
  listContactRules,
  listDoNotContact,
  saveContactRule,
} from '@crm/contracts/http/permission.js';
import type { Endpoint } from '@crm/contracts/endpoint/endpoint.js';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { buildAdmin } from '../test/builders.js';
import { answer, FakeServer } from '../test/FakeServer.js';
import { openApp } from '../test/TestApp.js';

const admin = buildAdmin();
const outcome = { status: 'success', message: 'Done' } as const;

const patience = { timeout: 10_000 };
/** A change is made when the server has it. */
const arrived = (server: FakeServer, endpoint: Endpoint) =>
  waitFor(() => {
    expect(server.calls(endpoint)).toHaveLength(1);
  }, patience);

function openRules(florida = exampleRule) {
  const server = new FakeServer(admin)
    .on(
      listContactRules,
      answer(listContactRules, [{ ...exampleRule, id: 'default' }, florida], {
        'content-range': 'contact-rules 0-1/2',
      }),
    )
    .on(
      listDoNotContact,
      answer(listDoNotContact, [exampleEntry], { 'content-range': 'do-not-contact 0-0/1' }),
    );
  return openApp({ user: admin, server, path: '/contact-rules' });
}

describe('the page of contact rules', () => {
  it('shows the default and the states, and saves a changed rule from the version it was read at', async () => {
    const { pointer, server } = openRules();
    server.on(saveContactRule, answer(saveContactRule, { ...outcome, rule: exampleRule }));
    expect(await screen.findByRole('rowheader', { name: 'Everywhere' })).toBeVisible();
    await pointer.click(screen.getByRole('button', { name: 'Edit Florida' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Rule: Florida' }));
    const save = dialog.getByText('Save');
    const sunday = dialog.getByLabelText('Sunday until');
    fireEvent.change(sunday, { target: { value: '07:00' } });
    expect(save).toHaveAttribute('aria-disabled', 'true');
    fireEvent.change(sunday, { target: { value: '12:00' } });
    await pointer.click(dialog.getByLabelText('Texts'));
    await pointer.click(save);
    await arrived(server, saveContactRule);
    expect(server.calls(saveContactRule)[0]).toMatchObject({
      params: { id: 'FL' },
      body: {
        hours: [{ until: '12:00' }, { until: '20:00' }, {}, {}, {}, {}, {}],
        channels: ['call'],
        version: 1,
        max_attempts: 3,
      },
    });
  });

  it('closed days read in words, and are chosen and taken away without their codes', async () => {
    const { pointer, server } = openRules({ ...exampleRule, closed_days: ['mardi-gras', '4-mon-04'] });
    server.on(saveContactRule, answer(saveContactRule, { ...outcome, rule: exampleRule }));
    expect(await screen.findByText('Mardi Gras, 4th Monday of April')).toBeVisible();
    await pointer.click(screen.getByRole('button', { name: 'Edit Florida' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Rule: Florida' }));
    const choose = async (field: string, choice: string) => {
      await pointer.click(dialog.getByLabelText(field));
      await pointer.click(await screen.findByText(choice, { selector: '[role=option]' }));
    };
    await pointer.click(dialog.getByLabelText('Remove 4th Monday of April'));
    expect(dialog.getByLabelText('Kind of day')).toHaveFocus();
    await pointer.click(dialog.getByText('Add day'));
    await choose('Kind of day', 'Date');
    const add = dialog.getByText('Add day');
    expect(add).toHaveAttribute('aria-disabled', 'true');
    fireEvent.change(dialog.getByLabelText('Day'), { target: { value: '24' } });
    fireEvent.change(dialog.getByLabelText('Year, if only one'), { target: { value: '2026' } });
    await choose('Month', 'December');
    await pointer.click(add);
    expect(dialog.getByText('12/24/2026')).toBeVisible();
    expect(add).toHaveAttribute('aria-disabled', 'true');
    await pointer.click(dialog.getByText('Save'));
    await arrived(server, saveContactRule);
    expect(server.calls(saveContactRule)[0]).toMatchObject({
      body: { closed_days: ['mardi-gras', 'federal', '2026-12-24'] },
    });
  });

  it('adds to the list of those not to be contacted, and lifts with a reason', async () => {
    const { pointer, server } = openRules();
    server
      .on(addDoNotContact, answer(addDoNotContact, { ...outcome, entry: exampleEntry }))
      .on(liftDoNotContact, answer(liftDoNotContact, outcome));
    await pointer.click(await screen.findByRole('tab', { name: 'Do not contact' }));
    expect(await screen.findByRole('rowheader', { name: '(214) 555-0117' })).toBeVisible();

    await pointer.click(screen.getByRole('button', { name: 'Add' }));
    const adding = within(await screen.findByRole('dialog', { name: 'Do not contact' }));
    const add = adding.getByRole('button', { name: 'Add' });
    expect(add).toHaveAttribute('aria-disabled', 'true');
    fireEvent.change(adding.getByLabelText(/^Number or e-mail/), { target: { value: '(214) 555-0118' } });
    await pointer.click(add);
    await arrived(server, addDoNotContact);
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).toBeNull();
    }, patience);
    expect(server.calls(addDoNotContact)[0]?.body).toEqual({ phone: '+12145550118', channel: 'all' });

    await pointer.click(await screen.findByRole('button', { name: 'Lift (214) 555-0117' }));
    const lifting = within(await screen.findByRole('dialog', { name: 'Contact again?' }));
    const lift = lifting.getByRole('button', { name: 'Lift' });
    expect(lift).toHaveAttribute('aria-disabled', 'true');
    fireEvent.change(lifting.getByLabelText(/^Reason/), { target: { value: 'He called us' } });
    await pointer.click(lift);
    await arrived(server, liftDoNotContact);
    expect(server.calls(liftDoNotContact)[0]?.query).toEqual({ reason: 'He called us' });
  });
});
