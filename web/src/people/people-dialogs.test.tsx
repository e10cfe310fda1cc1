import { createAgent, listAgents, updateAgent } from '@crm/contracts/http/auth.js';
import { jest } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { buildAdmin, buildGuide, buildUser } from '../test/builders.js';
import { answer, FakeServer, refuse } from '../test/FakeServer.js';
import { openPart } from '../test/TestApp.js';
import { NewAgentDialog, NewGuideDialog } from './NewPersonDialog.js';
import UpdateAgentDialog from './UpdateAgentDialog.js';

const admin = buildAdmin();
const dana = buildUser({ phone: '' });
const onClose = jest.fn();
const saved = { status: 'success', message: 'Saved', user: dana } as const;
const field = (name: string) => screen.getByLabelText(new RegExp(`^${name}`));
const fill = (name: string, value: string) => {
  fireEvent.change(field(name), { target: { value } });
};
const save = () => screen.getByRole('button', { name: 'Save' });

beforeEach(() => {
  onClose.mockClear();
});

test('a new agent is made with a generated password, every state and a mailbox', async () => {
  const server = new FakeServer(admin).on(createAgent, answer(createAgent, saved));
  const { pointer } = openPart(<NewAgentDialog onClose={onClose} />, { user: admin, server });
  await screen.findByRole('dialog', { name: 'New Agent' });
  expect(save()).toHaveAttribute('aria-disabled', 'true');
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
  const body = server.calls(createAgent)[0]?.body;
  expect(body).toMatchObject({
    role_id: 2,
    fname: 'Nia',
    phone: '(214)555-0133',
    password: made,
    email_credentials: { clientId: 'abc' },
  });
  expect(body).toHaveProperty('states.length', 50);
});

test('a guide has no states; an e-mail that is taken keeps what was typed', async () => {
  const server = new FakeServer(admin).on(
    createAgent,
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
  const server = new FakeServer(admin)
    .on(listAgents, answer(listAgents, { agents: [dana, buildGuide()] }))
    .on(updateAgent, answer(updateAgent, saved));
  const { pointer } = openPart(<UpdateAgentDialog onClose={onClose} />, { user: admin, server });
  const who = await screen.findByRole('combobox', { name: 'Agent or guide' });
  await pointer.click(who);
  await pointer.click(await screen.findByText('Dana Reyes-Whitfield'));
  expect(field('Email')).toHaveValue('dana@example.com');
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
  expect(server.calls(updateAgent)[0]?.body).toMatchObject({ banned: 1, email: 'dana@example.com' });
});
