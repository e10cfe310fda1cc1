import { exampleFollowup, type Followup } from '@crm/contracts/entities/followup.js';
import { exampleLifeLead } from '@crm/contracts/entities/lead.js';
import { createFollowup, listAllFollowupsOfLead, updateFollowup } from '@crm/contracts/http/followups.js';
import { completeLead } from '@crm/contracts/http/work.js';
import { restGetLead } from '@crm/contracts/http/leads.js';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { buildAdmin, buildUser } from '../test/builders.js';
import { answer, FakeServer, refuse } from '../test/FakeServer.js';
import { openLead } from '../test/openLead.js';
import { openApp } from '../test/TestApp.js';
import { toField } from '../controls/datetime-field.rules.js';

const owing = buildUser({ uncompleted_lead: exampleLifeLead.id });
const later = new Date(Date.now() + 2 * 24 * 3_600_000);
later.setSeconds(0, 0);
const stands: Followup = {
  ...exampleFollowup,
  lead_id: exampleLifeLead.id,
  user_id: owing.id,
  datetime: later.toISOString(),
  priority: 1,
  description: 'Call about the quote',
};
const completed = answer(completeLead, { status: 'success', message: 'Lead completed' });

/** Saves a status of the open lead and finds the dialog that it asks with. */
async function saveStatus(
  title: string,
  { user = owing, followups = [] }: { user?: typeof owing; followups?: Followup[] } = {},
) {
  const opened = await openLead({ user });
  opened.server
    .on(completeLead, completed)
    .on(listAllFollowupsOfLead, answer(listAllFollowupsOfLead, { followups }));
  await opened.live.say('updateLead', exampleLifeLead);
  const button = screen.getByRole('button', { name: 'Status' });
  await waitFor(() => {
    expect(button).not.toHaveAttribute('aria-disabled');
  });
  await opened.pointer.click(button);
  const status = within(await screen.findByRole('dialog', { name: 'Status' }));
  await opened.pointer.click(status.getByRole('radio', { name: new RegExp(`^${title}`) }));
  await opened.pointer.click(status.getByRole('button', { name: 'Save' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Follow-up' }));
  await dialog.findByRole('button', { name: 'Skip' });
  return { ...opened, dialog };
}
const owed = ({ services }: Pick<Awaited<ReturnType<typeof saveStatus>>, 'services'>) =>
  services.session.user()?.uncompleted_lead;
const noDialog = () =>
  waitFor(() => {
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

it('a status that calls for it asks for a follow-up, and the lead is owed until that is answered', async () => {
  const opened = await saveStatus('Thinking about it');
  const { dialog, pointer, server } = opened;
  expect(dialog.getByText(`${exampleLifeLead.fullname}, now Thinking about it`)).toBeVisible();
  expect(owed(opened)).toBe(exampleLifeLead.id);
  expect(dialog.getByRole('button', { name: 'Low', pressed: true })).toBeVisible();
  await pointer.click(dialog.getByRole('button', { name: 'Skip' }));
  await waitFor(() => {
    expect(owed(opened)).toBeNull();
  });
  await noDialog();
  expect(server.calls(createFollowup)).toEqual([]);
});

it('it cannot be made without a time, nor at one that has passed, and says why', async () => {
  const { dialog, pointer, server } = await saveStatus('Emailed');
  const create = dialog.getByRole('button', { name: 'Create' });
  expect(create).toHaveAttribute('aria-disabled', 'true');
  fireEvent.change(dialog.getByLabelText(/^Date and time/), { target: { value: '2020-01-01T10:00' } });
  expect(dialog.getByText('Please pick a correct date and time')).toBeVisible();
  await pointer.click(create);
  expect(server.calls(createFollowup)).toEqual([]);
});

it('made, it says so, shows both clocks before, and completes the lead', async () => {
  const opened = await saveStatus('Call Back');
  const { dialog, pointer, server } = opened;
  server.on(
    createFollowup,
    answer(createFollowup, { status: 'success', message: 'Follow-up created', followup: stands }),
  );
  fireEvent.change(dialog.getByLabelText(/^Date and time/), { target: { value: toField(later) } });
  expect(dialog.getByText('Your time').nextSibling).toHaveTextContent(/UTC|GMT/);
  expect(dialog.getByText('The customer’s time').nextSibling).toHaveTextContent(/CT$/);
  await pointer.click(dialog.getByRole('button', { name: 'High' }));
  fireEvent.change(dialog.getByLabelText(/^Description/), { target: { value: ' Policy ' } });
  await pointer.click(dialog.getByRole('button', { name: 'Create' }));
  await waitFor(() => {
    expect(owed(opened)).toBeNull();
  });
  await noDialog();
  expect(server.calls(createFollowup)[0]?.body).toEqual({
    user_id: owing.id,
    lead_id: exampleLifeLead.id,
    datetime: later.toISOString(),
    priority: 1,
    description: 'Policy',
  });
});

it('a second one is refused in the server’s words, and what was typed stays', async () => {
  const opened = await saveStatus('Call Back');
  const { dialog, pointer, server } = opened;
  server.on(
    createFollowup,
    refuse({ code: 'already_exists', message: 'You reached max number of followups' }),
  );
  fireEvent.change(dialog.getByLabelText(/^Date and time/), { target: { value: toField(later) } });
  await pointer.click(dialog.getByRole('button', { name: 'Create' }));
  expect(await screen.findByText('You reached max number of followups')).toBeVisible();
  expect(dialog.getByLabelText(/^Date and time/)).toHaveValue(toField(later));
  expect(owed(opened)).toBe(exampleLifeLead.id);
});

it('one that stands is prefilled and updated, without a word about completed', async () => {
  const { dialog, pointer, server } = await saveStatus('Underwriting', { followups: [stands] });
  server.on(
    updateFollowup,
    answer(updateFollowup, { status: 'success', message: 'Follow-up updated', followup: stands }),
  );
  expect(dialog.getByLabelText(/^Description/)).toHaveValue('Call about the quote');
  expect(dialog.getByRole('button', { name: 'High', pressed: true })).toBeVisible();
  fireEvent.change(dialog.getByLabelText(/^Description/), { target: { value: 'Policy' } });
  await pointer.click(dialog.getByRole('button', { name: 'Update' }));
  await noDialog();
  const { datetime, priority } = stands;
  expect(server.calls(updateFollowup).map(({ body }) => body)).toEqual([
    { id: stands.id, followup: { datetime, priority, description: 'Policy' } },
  ]);
});

it('a completed one is opened again before it is updated', async () => {
  const { dialog, pointer, server } = await saveStatus('Call Back', {
    followups: [{ ...stands, completed: 1 }],
  });
  server.on(
    updateFollowup,
    answer(updateFollowup, { status: 'success', message: 'Follow-up updated', followup: stands }),
  );
  await pointer.click(dialog.getByRole('button', { name: 'Update' }));
  await noDialog();
  expect(server.calls(updateFollowup).map(({ body }) => body)).toMatchObject([
    { followup: { completed: 0 } },
    { followup: { description: 'Call about the quote' } },
  ]);
});

it('of several the next one is prefilled and updated', async () => {
  const other = { ...stands, id: '66f0a1b2c3d4e5f601020aab', description: 'Next month' };
  const { dialog, pointer, server } = await saveStatus('Call Back', {
    followups: [stands, { ...other, datetime: new Date(later.getTime() + 3_600_000).toISOString() }],
  });
  server.on(
    updateFollowup,
    answer(updateFollowup, { status: 'success', message: 'Follow-up updated', followup: stands }),
  );
  expect(dialog.getByLabelText(/^Description/)).toHaveValue('Call about the quote');
  await pointer.click(dialog.getByRole('button', { name: 'Update' }));
  await noDialog();
  expect(server.calls(updateFollowup).map(({ body }) => body)).toMatchObject([{ id: stands.id }]);
});

it('an admin who changes the status of somebody’s lead sets it for them, and completes nothing', async () => {
  const { dialog, pointer, server } = await saveStatus('Call Back', { user: buildAdmin() });
  server.on(
    createFollowup,
    answer(createFollowup, { status: 'success', message: 'Follow-up created', followup: stands }),
  );
  await pointer.click(dialog.getByRole('button', { name: 'In 1 day' }));
  await pointer.click(dialog.getByRole('button', { name: 'Create' }));
  await noDialog();
  expect(server.calls(createFollowup)[0]?.body).toMatchObject({ user_id: exampleLifeLead.user_id });
  expect(server.calls(completeLead)).toEqual([]);
});

it('left unanswered it stands there again after a reload, and there is no way around it', async () => {
  window.localStorage.setItem('RaStore.followups.asked', JSON.stringify({ leadId: exampleLifeLead.id }));
  const server = new FakeServer(owing)
    .on(restGetLead, answer(restGetLead, exampleLifeLead))
    .on(completeLead, completed);
  const { pointer, live } = openApp({ user: owing, server, path: `/lead/${exampleLifeLead.id}` });
  live.acknowledge('busyLead', () => ({ status: 'success', message: 'Opened', held: true }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Follow-up' }));
  const required = 'This status needs a follow-up. Set one or skip it.';
  expect(await dialog.findByText(required)).toBeVisible();
  expect(dialog.queryByRole('button', { name: 'Close' })).not.toBeInTheDocument();
  await pointer.keyboard('{Escape}');
  await pointer.click(dialog.getByRole('button', { name: 'Skip' }));
  await noDialog();
  expect(server.calls(completeLead)).toHaveLength(1);
});
