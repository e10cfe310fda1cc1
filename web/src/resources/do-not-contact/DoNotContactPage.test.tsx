import {
  doNotContact,
  liftDoNotContact,
  type DoNotContactEntry,
} from '@crm/contracts/resources/do-not-contact.js';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { buildAdmin, buildUser } from '../../test/builders.js';
import { answer, FakeServer, rows } from '../../test/FakeServer.js';
import { openApp } from '../../test/TestApp.js';

const { list, create } = doNotContact.calls;
const admin = buildAdmin();
const entry: DoNotContactEntry = doNotContact.record.parse(doNotContact.example);

const listed = (entries: DoNotContactEntry[]) => rows(doNotContact, entries);
const open = (entries = [entry]) =>
  openApp({ user: admin, server: new FakeServer(admin).on(list, listed(entries)), path: '/do-not-contact' });

describe('the page of those not to be contacted', () => {
  it('adds to the list of those not to be contacted, and lifts with a reason', async () => {
    const { pointer, server } = open();
    server
      .on(create, answer(create, entry))
      .on(liftDoNotContact, answer(liftDoNotContact, { status: 'success', message: 'Done' }));
    expect(await screen.findByRole('rowheader', { name: '(214) 555-0117' })).toBeVisible();
    for (const shown of ['Texts', 'Their own word', 'System']) expect(screen.getByText(shown)).toBeVisible();

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
