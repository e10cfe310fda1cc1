import { agents, guides, type Agent } from '@crm/contracts/resources/person.js';
import { screen, waitFor, within } from '@testing-library/react';
import { buildAdmin, buildUser } from '../../test/builders.js';
import { answer, FakeServer } from '../../test/FakeServer.js';
import { openApp } from '../../test/TestApp.js';

const admin = buildAdmin();
const agent: Agent = { ...agents.example, banned: 1, states: ['TX', 'CA'] };
const { list, one } = agents.calls;

function openAgents(path = '/agents') {
  const server = new FakeServer(admin)
    .on(list, answer(list, [agent], { 'content-range': 'agents 0-0/1' }))
    .on(one, answer(one, agent));
  return openApp({ user: admin, server, path });
}

describe('the page of agents', () => {
  it('lists what is kept of each as people read it, and nothing secret', async () => {
    openAgents();
    expect(await screen.findByText('Dana Reyes-Whitfield')).toBeVisible();
    const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    expect(heads).toEqual([
      ...[
        'Name',
        'Email',
        'Phone',
        'Sub-roles',
        'Twilio phone',
        'Mailbox',
        'Excluded',
        'Role',
        'Team',
        'States',
        'Actions',
      ],
    ]);
    for (const shown of ['banned', '(214) 555-0100', 'Texas, California']) {
      expect(screen.getByText(shown)).toBeVisible();
    }
    expect(screen.getByRole('cell', { name: 'Life' })).toBeVisible();
  });

  it('is narrowed by licence', async () => {
    const { pointer, server } = openAgents();
    await pointer.click(await screen.findByRole('button', { name: /^States/ }));
    await pointer.click(await screen.findByRole('checkbox', { name: 'Texas' }));
    await waitFor(() => {
      expect(server.calls(list).at(-1)?.query).toHaveProperty('filter');
    });
  });

  it('opens the form of an agent at its address', async () => {
    openAgents(`/agents/${agent.id}`);
    const dialog = within(await screen.findByRole('dialog', { name: 'Update Agent' }));
    expect(await dialog.findByLabelText(/^First name/)).toHaveValue('Dana');
    expect(dialog.getByLabelText(/^Password/)).toHaveValue('');
  });

  it('shows what somebody else changed', async () => {
    const { server, live } = openAgents();
    expect(await screen.findByText('Dana Reyes-Whitfield')).toBeVisible();
    server.on(
      list,
      answer(list, [{ ...agent, fullname: 'Dana Okoro' }], { 'content-range': 'agents 0-0/1' }),
    );
    await live.say('recordChanged', { resource: 'agents', id: agent.id, change: 'updated', version: 4 });
    expect(await screen.findByText('Dana Okoro')).toBeVisible();
  });

  it('is for admins alone; no call is made for others', async () => {
    const { server } = openApp({ user: buildUser(), path: '/agents' });
    expect(await screen.findByText('Top 10 Core Values:')).toBeInTheDocument();
    expect(server.calls(list)).toHaveLength(0);
  });
});

test('the page of guides makes a guide', async () => {
  const { pointer, server } = openApp({
    user: admin,
    server: new FakeServer(admin).on(
      guides.calls.list,
      answer(guides.calls.list, [], { 'content-range': 'guides */0' }),
    ),
    path: '/guides',
  });
  expect(await screen.findByText('No guides yet')).toBeVisible();
  await pointer.click(screen.getByRole('button', { name: 'New guide' }));
  expect(await screen.findByRole('dialog', { name: 'New Guide' })).toBeVisible();
  expect(server.calls(guides.calls.create)).toHaveLength(0);
});
