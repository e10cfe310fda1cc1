import {
  decideDoNotContact,
  doNotContact,
  liftDoNotContact,
  type DoNotContactEntry,
} from '@crm/contracts/resources/do-not-contact.js';
import { getScreening } from '@crm/contracts/resources/suppression-list.js';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { buildAdmin, buildUser } from '../../test/builders.js';
import { answer, FakeServer, refuse, rows } from '../../test/FakeServer.js';
import { openApp } from '../../test/TestApp.js';

const { list, create } = doNotContact.calls;
const admin = buildAdmin();
const entry: DoNotContactEntry = doNotContact.record.parse(doNotContact.example);

/** What a person listed, which an admin may lift. */
const byPerson: DoNotContactEntry = { ...entry, how: 'agent', own_word: 0 };

const listed = (entries: DoNotContactEntry[]) => rows(doNotContact, entries);
const open = (entries = [entry]) =>
  openApp({
    user: admin,
    server: new FakeServer(admin)
      .on(list, listed(entries))
      .on(getScreening, answer(getScreening, getScreening.answer.parse(getScreening.example.answer))),
    path: '/do-not-contact',
  });

describe('the page of those not to be contacted', () => {
  it('adds to the list of those not to be contacted, and lifts with a reason', async () => {
    const { pointer, server } = open([byPerson]);
    server
      .on(create, answer(create, entry))
      .on(liftDoNotContact, answer(liftDoNotContact, { status: 'success', message: 'Done' }));
    expect(await screen.findByRole('rowheader', { name: '(214) 555-0117' })).toBeVisible();
    for (const shown of ['Texts', 'By a person', 'System']) expect(screen.getByText(shown)).toBeVisible();

    await pointer.click(screen.getByRole('button', { name: 'Add' }));
    const adding = within(await screen.findByRole('dialog', { name: 'Do not contact' }));
    const add = adding.getByRole('button', { name: 'Add' });
    expect(add).toHaveAttribute('aria-disabled', 'true');
    const address = adding.getByLabelText(/^Number or e-mail/);
    fireEvent.change(address, { target: { value: '214' } });
    fireEvent.blur(address);
    expect(await adding.findByText('Enter a phone number of 10 digits or an e-mail')).toBeVisible();
    expect(add).toHaveAttribute('aria-disabled', 'true');
    fireEvent.change(address, { target: { value: '(214) 555-0118' } });
    await waitFor(() => {
      expect(add).not.toHaveAttribute('aria-disabled', 'true');
    });
    await pointer.click(add);
    expect(await screen.findByText('Will not be contacted')).toBeVisible();
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).toBeNull();
    });
    expect(server.calls(create)[0]?.body).toMatchObject({ address: '+12145550118', channel: 'all' });

    await pointer.click(await screen.findByRole('button', { name: 'Lift (214) 555-0117' }));
    const lifting = within(await screen.findByRole('dialog', { name: 'Contact again?' }));
    const lift = lifting.getByRole('button', { name: 'Lift' });
    expect(lift).toHaveAttribute('aria-disabled', 'true');
    fireEvent.change(lifting.getByLabelText(/^Reason/), { target: { value: 'He called us' } });
    await pointer.click(lift);
    await waitFor(() => {
      expect(server.calls(liftDoNotContact)).toHaveLength(1);
    });
    expect(server.calls(liftDoNotContact)[0]?.query).toEqual({ reason: 'He called us' });
  });

  const written: DoNotContactEntry = {
    ...entry,
    decision: 'open',
    version: 3,
    wordings: [{ text: 'Please stop texting me', marks: [{ from: 7, to: 19 }], rules: '2026-11-23' }],
  };

  it('lifts no STOP, and says why; the lists that numbers are screened by are there', async () => {
    const { pointer } = open();
    const lift = await screen.findByRole('button', { name: 'Lift (214) 555-0117' });
    expect(lift).toHaveAttribute('aria-disabled', 'true');
    expect(lift).toHaveAccessibleDescription(
      'The customer opted out: only they can open it again, with START',
    );
    await pointer.click(lift);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(await screen.findByText('National list of 11/02/2026, 18 days old')).toBeVisible();
  });

  it('shows what is to be decided with its words marked, and confirms it', async () => {
    const { pointer, server } = open([written]);
    server.on(decideDoNotContact, answer(decideDoNotContact, { status: 'success', message: 'Stays closed' }));
    const tab = await screen.findByRole('button', { name: 'To decide (1)' });
    await pointer.click(tab);
    await waitFor(() => {
      expect(tab).toHaveAttribute('aria-pressed', 'true');
    });
    expect(server.calls(list).at(-1)?.query).toMatchObject({ filter: '{"decision":["open"]}' });
    expect((await screen.findByText('stop texting')).tagName).toBe('MARK');
    expect(screen.getByText('Rules of 2026-11-23')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Lift/ })).toBeNull();
    await pointer.click(screen.getByRole('button', { name: 'Confirm (214) 555-0117, texts' }));
    expect(await screen.findByText('Stays closed')).toBeVisible();
    expect(server.calls(decideDoNotContact)[0]?.body).toEqual({ decision: 'confirm', version: 3 });
    await pointer.click(screen.getByRole('button', { name: 'All' }));
    await waitFor(() => {
      expect(server.calls(list).at(-1)?.query?.filter ?? '{}').toBe('{}');
    });
  });

  it('reopens by keyboard with a reason, and says why not without one', async () => {
    const { pointer, server } = open([written]);
    server.on(decideDoNotContact, answer(decideDoNotContact, { status: 'success', message: 'Done' }));
    const opener = await screen.findByRole('button', { name: 'Reopen (214) 555-0117, texts' });
    act(() => {
      opener.focus();
    });
    await pointer.keyboard('{Enter}');
    const asking = within(await screen.findByRole('dialog', { name: 'Reopen?' }));
    expect(asking.getByText('stop texting').tagName).toBe('MARK');
    const reopen = asking.getByRole('button', { name: 'Reopen' });
    expect(reopen).toHaveAttribute('aria-disabled', 'true');
    fireEvent.change(asking.getByLabelText(/^Reason/), { target: { value: 'He meant somebody else' } });
    await waitFor(() => {
      expect(reopen).not.toHaveAttribute('aria-disabled', 'true');
    });
    act(() => {
      reopen.focus();
    });
    await pointer.keyboard('{Enter}');
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).toBeNull();
    });
    expect(server.calls(decideDoNotContact)[0]?.body).toEqual({
      decision: 'reopen',
      version: 3,
      reason: 'He meant somebody else',
    });
  });

  it('reads the list again where somebody else decided first', async () => {
    const { pointer, server } = open([written]);
    server.on(decideDoNotContact, (call) => {
      server.on(list, listed([]));
      return refuse({ code: 'conflict', message: 'This has been decided in the meantime' })(call);
    });
    await pointer.click(await screen.findByRole('button', { name: /^Confirm/ }));
    expect(await screen.findByText('This has been decided in the meantime')).toBeVisible();
    await waitFor(() => {
      expect(screen.queryByRole('button', { name: /^Confirm/ })).toBeNull();
    });
  });

  it('is searched, and narrowed by channel', async () => {
    const { pointer, server } = open();
    await pointer.type(
      await screen.findByRole('searchbox', { name: 'Search do-not-contact entries' }),
      '(214)',
    );
    await waitFor(() => {
      expect(server.calls(list).at(-1)?.query).toMatchObject({ filter: '{"q":"(214)"}' });
    });
    await pointer.click(screen.getByRole('button', { name: /^Channel/ }));
    await pointer.click(await screen.findByRole('checkbox', { name: 'Calls' }));
    await waitFor(() => {
      expect(server.calls(list).at(-1)?.query?.filter).toContain('"channel":["text","email","all"]');
    });
  });

  it('reads the list again when somebody opted out, and flashes the new row', async () => {
    const { server, live } = open([]);
    expect(await screen.findByText('No do-not-contact entries yet')).toBeVisible();
    server.on(list, listed([entry]));
    await live.say('recordChanged', {
      ...{ resource: 'do-not-contact', id: entry.id, change: 'created', version: 1 },
    });
    expect(await screen.findByRole('rowheader', { name: '(214) 555-0117' })).toBeVisible();
  });

  it('is nobody’s but an admin’s', async () => {
    const { server } = openApp({ user: buildUser(), path: '/do-not-contact' });
    expect(await screen.findByText('Top 10 Core Values:')).toBeInTheDocument();
    expect(server.calls(list)).toHaveLength(0);
  });
});
