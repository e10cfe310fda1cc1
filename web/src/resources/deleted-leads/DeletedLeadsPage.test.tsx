import { screen, waitFor, within } from '@testing-library/react';
import { deletedLeads, restoreLead, type DeletedLead } from '@crm/contracts/resources/deleted-lead.js';
import { buildAdmin, buildUser } from '../../test/builders.js';
import { answer, FakeServer, refuse, rows } from '../../test/FakeServer.js';
import { openApp } from '../../test/TestApp.js';

const admin = buildAdmin();
const lead: DeletedLead = deletedLeads.record.parse(deletedLeads.example);
const { list } = deletedLeads.calls;
const open = (leads = [lead]) =>
  openApp({
    user: admin,
    server: new FakeServer(admin).on(list, rows(deletedLeads, leads)),
    path: '/deleted-leads',
  });

describe('the page of deleted leads', () => {
  it('says who deleted a lead and what ends when, and restores it', async () => {
    const { pointer, server } = open();
    server.on(restoreLead, (call) => {
      server.on(list, rows(deletedLeads, []));
      return answer(restoreLead, { status: 'success', message: 'Lead restored' })(call);
    });
    const row = within(await screen.findByTestId(`row-${lead.id}`));
    for (const shown of [lead.fullname, 'Ada Admin', 'Contact records', 'Life'])
      expect(row.getByText(shown)).toBeVisible();
    await pointer.click(screen.getByRole('button', { name: `Restore ${lead.fullname}` }));
    const asked = within(await screen.findByRole('dialog', { name: 'Restore this lead?' }));
    await pointer.click(asked.getByRole('button', { name: 'Restore' }));
    expect(await screen.findByText('Lead restored')).toBeVisible();
    expect(server.calls(restoreLead)[0]?.params).toEqual({ id: lead.id });
    await waitFor(() => {
      expect(screen.queryByRole('rowheader', { name: lead.fullname })).toBeNull();
    });
  });

  it('says why a lead is not restored', async () => {
    const { pointer, server } = open();
    const message = 'Another lead has this number or e-mail by now';
    server.on(restoreLead, refuse({ code: 'already_exists', message }));
    await pointer.click(await screen.findByRole('button', { name: /^Restore/ }));
    const asked = within(await screen.findByRole('dialog', { name: 'Restore this lead?' }));
    await pointer.click(asked.getByRole('button', { name: 'Restore' }));
    expect(await screen.findByText(message)).toBeVisible();
  });

  it('shows a hold in place of a date, and does not restore whoever asked for erasure', async () => {
    open([{ ...lead, held: 1, due_at: null, restricted: 1 }]);
    expect(await screen.findByText('Legal hold', { selector: 'td *, td' })).toBeVisible();
    expect(screen.getByText(/Erasure requested/, { selector: 'td *, td' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Restore/ })).toBeNull();
  });

  it('is for admins', async () => {
    const { server } = openApp({ user: buildUser(), path: '/deleted-leads' });
    expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
    expect(server.calls(list)).toEqual([]);
  });
});
