import { exampleLifeLead } from '@crm/contracts/entities/lead.js';
import { deleteLead, listLeadAgents } from '@crm/contracts/http/leads.js';
import { restListLeads } from '@crm/contracts/http/lead-lists.js';
import { screen, waitFor, within } from '@testing-library/react';
import { buildAdmin, buildUser } from '../test/builders.js';
import { answer } from '../test/FakeServer.js';
import { openLead } from '../test/openLead.js';

const bar = () => within(screen.getByRole('toolbar', { name: 'What to do with this lead' }));
const held = () =>
  waitFor(() => {
    expect(bar().getByRole('button', { name: 'Status' })).not.toHaveAttribute('aria-disabled');
  });
const noLeads = answer(restListLeads, [], { 'Content-Range': 'leads 0-0/0' });
const valueOf = (group: string, label: string) =>
  within(screen.getByRole('region', { name: group })).getByText(label).nextElementSibling?.textContent;

describe('the agent of a lead', () => {
  const others = [{ id: '66f0a1b2c3d4e5f6010203aa', fullname: 'Joel Abernathy', email: 'joel@example.com' }];

  it('is chosen among Without Agent and the suitable ones, found by e-mail', async () => {
    const { pointer, live, server, has } = await openLead({ user: buildAdmin() });
    server.on(listLeadAgents, answer(listLeadAgents, { agents: others }));
    live.acknowledge('assignAgent', () => {
      has.lead = { ...has.lead, version: 5, user_id: others[0]?.id ?? 0, agent_fullname: 'Joel Abernathy' };
      return { status: 'success', message: 'Lead assigned to Joel Abernathy' };
    });
    await held();
    await pointer.click(bar().getByRole('button', { name: 'Agent' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Agent' }));
    expect(await dialog.findByText('Without Agent')).toBeVisible();
    await pointer.type(dialog.getByRole('textbox'), 'joel@');
    expect(dialog.queryByText('Without Agent')).not.toBeInTheDocument();
    await pointer.click(dialog.getByText('Joel Abernathy'));
    await pointer.click(dialog.getByRole('button', { name: 'Assign' }));
    await waitFor(() => {
      expect(valueOf('Assignment', 'Agent')).toBe('Joel Abernathy');
    });
    expect(live.sentOf('assignAgent')).toEqual([{ lead_id: exampleLifeLead.id, agent_id: others[0]?.id }]);
    expect(screen.queryByText('Lead updated')).not.toBeInTheDocument();
  });

  it('who gives it away goes to the leads, whatever was owed', async () => {
    const user = buildUser({ uncompleted_lead: exampleLifeLead.id });
    const { pointer, live, server, router } = await openLead({ user });
    server.on(listLeadAgents, answer(listLeadAgents, { agents: others })).on(restListLeads, noLeads);
    live.acknowledge('assignAgent', () => ({ status: 'success', message: 'Lead unassigned' }));
    await held();
    await pointer.click(bar().getByRole('button', { name: 'Agent' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Agent' }));
    await pointer.click(await dialog.findByText('Without Agent'));
    await pointer.click(dialog.getByRole('button', { name: 'Assign' }));
    await waitFor(() => {
      expect(router.state.location.pathname).toBe('/life');
    });
    expect(live.sentOf('assignAgent')).toEqual([{ lead_id: exampleLifeLead.id, agent_id: 0 }]);
  });
});

describe('deleting', () => {
  it('is asked about once more, says what the server said and goes to the life leads', async () => {
    const { pointer, server, router } = await openLead({ user: buildAdmin() });
    server
      .on(deleteLead, answer(deleteLead, { status: 'success', message: 'Lead deleted' }))
      .on(restListLeads, noLeads);
    await pointer.click(bar().getByRole('button', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete lead' }));
    expect(dialog.getByText('Are you sure want to delete this lead?')).toBeVisible();
    await pointer.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => {
      expect(router.state.location.pathname).toBe('/life');
    });
    expect(server.calls(deleteLead)[0]?.body).toEqual({ lead_id: exampleLifeLead.id });
  });
});
