import { listAgents } from '@crm/contracts/http/agents.js';
import { agents, guides, type Agent } from '@crm/contracts/resources/person.js';
import { jest } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { buildAdmin, buildGuide, buildUser } from '../../test/builders.js';
import { answer, FakeServer, refuse } from '../../test/FakeServer.js';
import { openPart } from '../../test/TestApp.js';
import { NewAgentDialog, NewGuideDialog } from './NewPersonDialogs.js';
import UpdateAgentDialog from './UpdateAgentDialog.js';

const admin = buildAdmin();
const dana = buildUser({ phone: '' });
const agent: Agent = { ...agents.example, id: dana.id, phone: '', states: ['TX'] };
const { states: _none, ...guide } = agent;
const onClose = jest.fn();
const field = (name: string) => screen.getByLabelText(new RegExp(`^${name}`));
const fill = (name: string, value: string) => {
  fireEvent.change(field(name), { target: { value } });
};
const save = () => screen.getByRole('button', { name: 'Save' });

beforeEach(() => {
  onClose.mockClear();
});

test('a new agent is made with a generated password, every state and a mailbox', async () => {
  const { create } = agents.calls;
  const server = new FakeServer(admin).on(create, answer(create, agent));
  const { pointer } = openPart(<NewAgentDialog onClose={onClose} />, { user: admin, server });
  await screen.findByRole('dialog', { name: 'New Agent' });
  expect(save()).toHaveAttribute('aria-disabled', 'true');
  expect(save()).toHaveAccessibleDescription('Still needed: First name, Last name, Email, Password');
  fill('First name', 'Nia');
  fill('Last name', 'Okoro');
  fill('Email', 'nia@example.com');
  fill('Phone', '2145550133');
  fill('Client ID', 'abc');
  await pointer.click(screen.getByRole('button', { name: 'Generate password' }));
  const made = (field('Password') as HTMLInputElement).value;
  expect(made).toHaveLength(12);
  expect(field('Re-enter password')).toHaveValue(made);
  await pointer.click(screen.getByRole('combobox', { name: /^States/ }));
  await pointer.click(within(screen.getByRole('listbox')).getByText('Select All'));
  await pointer.keyboard('{Escape}');
  expect(await screen.findByText('Alabama (+49 others)')).toBeVisible();
  await waitFor(() => {
    expect(save()).not.toHaveAttribute('aria-disabled');
  });
  await pointer.click(save());
  await waitFor(() => {
    expect(onClose).toHaveBeenCalled();
  });
  expect(await screen.findByText('Agent created')).toBeVisible();
  const body = server.calls(create)[0]?.body;
  expect(body).toMatchObject({
    ...{ fname: 'Nia', lname: 'Okoro', email: 'nia@example.com', phone: '+12145550133', twilio_phone: '' },
    ...{ password: made, clientId: 'abc', subroles: [] },
  });
  expect(body).toHaveProperty('states.length', 50);
  expect(body).not.toHaveProperty('clientSecret');
});

test('two passwords that differ keep it from being saved, and say so at the second one', async () => {
  const { pointer } = openPart(<NewAgentDialog onClose={onClose} />, { user: admin });
  await screen.findByRole('dialog', { name: 'New Agent' });
  for (const [name, value] of [
    ['First name', 'Nia'],
    ['Last name', 'Okoro'],
    ['Email', 'nia@example.com'],
  ] as const)
    fill(name, value);
  await pointer.type(field('Password'), 'k2Vw9tQpZr4m');
  await pointer.type(field('Re-enter password'), 'other');
  await pointer.tab();
  expect(await screen.findByText('Password must be the same')).toBeVisible();
  await waitFor(() => {
    expect(save()).toHaveAccessibleDescription('Correct the marked fields first');
  });
  await pointer.clear(field('Re-enter password'));
  await pointer.type(field('Re-enter password'), 'k2Vw9tQpZr4m');
  await waitFor(() => {
    expect(save()).not.toHaveAttribute('aria-disabled');
  });
});

test('a guide has no states; an e-mail that is taken keeps what was typed', async () => {
  const { create } = guides.calls;
  const server = new FakeServer(admin).on(
    create,
    refuse({
      code: 'already_exists',
      message: 'This e-mail is taken',
      errors: { email: 'This e-mail is taken' },
    }),
  );
  const { pointer } = openPart(<NewGuideDialog onClose={onClose} />, { user: admin, server });
  await screen.findByRole('dialog', { name: 'New Guide' });
  expect(screen.queryByRole('combobox', { name: /^States/ })).toBeNull();
  for (const [name, value] of Object.entries({
    'First name': 'Gil',
    'Last name': 'Ames',
    Email: 'dana@example.com',
    Password: 'k2Vw9tQpZr4m',
    'Re-enter password': 'k2Vw9tQpZr4m',
  })) {
    fill(name, value);
  }
  await waitFor(() => {
    expect(save()).not.toHaveAttribute('aria-disabled');
  });
  await pointer.click(save());
  expect((await screen.findAllByText('This e-mail is taken')).length).toBeGreaterThan(0);
  expect(field('First name')).toHaveValue('Gil');
  expect(onClose).not.toHaveBeenCalled();
});

test('an account is chosen, changed and banned; going on to somebody else asks first', async () => {
  const { one, change } = agents.calls;
  const server = new FakeServer(admin)
    .on(listAgents, answer(listAgents, { agents: [dana, buildGuide()] }))
    .on(one, answer(one, agent))
    .on(change, answer(change, { ...agent, version: 4, banned: 1 }));
  const { pointer } = openPart(<UpdateAgentDialog onClose={onClose} />, { user: admin, server });
  const who = await screen.findByRole('combobox', { name: 'Agent or guide' });
  await pointer.click(who);
  await pointer.click(await screen.findByText('Dana Reyes-Whitfield'));
  await waitFor(() => {
    expect(field('Email')).toHaveValue('dana@example.com');
  });
  expect(screen.getByText('Leave both empty to keep the current one')).toBeVisible();
  expect(save()).toHaveAccessibleDescription('No changes to save');
  await pointer.click(screen.getByRole('switch', { name: 'Banned: may not sign in' }));
  await pointer.click(screen.getByRole('combobox', { name: 'Agent or guide' }));
  await pointer.click(await screen.findByText('Tamsin Kerr'));
  const asked = await screen.findByRole('dialog', { name: 'Close without saving?' });
  await pointer.click(within(asked).getByRole('button', { name: 'Keep editing' }));
  await waitFor(() => {
    expect(screen.queryByRole('dialog', { name: 'Close without saving?' })).toBeNull();
  });
  await pointer.click(save());
  await waitFor(() => {
    expect(onClose).toHaveBeenCalled();
  });
  const body = server.calls(change)[0]?.body;
  expect(body).toMatchObject({ version: 3, banned: 1, email: 'dana@example.com', states: ['TX'] });
  expect(body).not.toHaveProperty('password');
  expect(body).not.toHaveProperty('clientId');
});

test('a guide who is chosen has a form without states', async () => {
  const tamsin = buildGuide();
  const { one } = guides.calls;
  const server = new FakeServer(admin)
    .on(listAgents, answer(listAgents, { agents: [dana, tamsin] }))
    .on(one, answer(one, { ...guide, id: tamsin.id, mailbox: 1 }));
  const { pointer } = openPart(<UpdateAgentDialog onClose={onClose} />, { user: admin, server });
  await pointer.click(await screen.findByRole('combobox', { name: 'Agent or guide' }));
  await pointer.click(await screen.findByText('Tamsin Kerr'));
  expect(await screen.findByText(/^A mailbox is connected/)).toBeVisible();
  expect(screen.getByRole('combobox', { name: /^Sub-roles/ })).toBeVisible();
  expect(screen.queryByRole('combobox', { name: /^States/ })).toBeNull();
});
