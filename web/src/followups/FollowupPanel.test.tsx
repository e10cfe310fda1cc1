import {
  eventFollowup,
  exampleFollowup,
  followupChange,
  type Followup,
} from '@crm/contracts/entities/followup.js';
import { exampleLifeLead } from '@crm/contracts/entities/lead.js';
import {
  addFollowup,
  createFollowup,
  deleteFollowup,
  listAllFollowupsOfLead,
  updateFollowup,
} from '@crm/contracts/http/followups.js';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { z } from 'zod';
import { buildAdmin, buildUser } from '../test/builders.js';
import { answer, FakeServer, refuse } from '../test/FakeServer.js';
import { openLead } from '../test/openLead.js';
import { toField } from '../controls/datetime-field.rules.js';

const user = buildUser();
const later = new Date(Date.now() + 2 * 24 * 3_600_000);
later.setSeconds(0, 0);
const stands: Followup = {
  ...exampleFollowup,
  lead_id: exampleLifeLead.id,
  user_id: user.id,
  datetime: later.toISOString(),
};
const told = eventFollowup.parse(stands);

async function openPanel(followups: readonly Followup[], who = user) {
  const has = { followups: [...followups] };
  const server = new FakeServer(who);
  server.on(listAllFollowupsOfLead, (call) => answer(listAllFollowupsOfLead, has)(call));
  const opened = await openLead({ user: who, server });
  await opened.goTo(`/lead/${exampleLifeLead.id}/followups`);
  // By its id: to ask the whole page for a role takes seconds.
  const element = await waitFor(() => {
    const found = document.getElementById('lead-panel-right-followups');
    if (!found) throw new Error('The follow-up is not open');
    return found;
  });
  const panel = within(element);
  await (followups.length > 1 ? panel.findByRole('list') : panel.findByLabelText(/^Date and time/));
  return { ...opened, panel, has };
}

it('the tab makes the lead’s follow-up, which then is in it', async () => {
  const { panel, pointer, server } = await openPanel([]);
  server.on(
    createFollowup,
    answer(createFollowup, { status: 'success', message: 'Follow-up created', followup: stands }),
  );
  expect(panel.getByText('No follow-up yet. Set when to come back to this lead.')).toBeVisible();
  const create = panel.getByRole('button', { name: 'Create' });
  expect(create).toHaveAttribute('aria-disabled', 'true');
  fireEvent.change(panel.getByLabelText(/^Date and time/), { target: { value: toField(later) } });
  await pointer.click(create);
  expect(await panel.findByRole('button', { name: 'Update' })).toBeVisible();
  expect(panel.getByText('In Progress')).toBeVisible();
  expect(panel.getByRole('checkbox', { name: 'Completed' })).not.toBeChecked();
  expect(panel.queryByRole('button', { name: 'Delete' })).not.toBeInTheDocument();
});

it('completed, only its box can be used; cleared, it can be changed again', async () => {
  const { panel, pointer, server } = await openPanel([stands]);
  const now = { ...stands };
  server.on(updateFollowup, (call) => {
    const { completed } = z.object({ followup: followupChange }).parse(call.body).followup;
    Object.assign(now, { completed, version: now.version + 1 });
    return answer(updateFollowup, { status: 'success', message: 'Saved', followup: now })(call);
  });
  await pointer.click(panel.getByRole('checkbox', { name: 'Completed' }));
  expect(await panel.findByText('Completed. Clear the box to change it.')).toBeVisible();
  for (const name of [/^Date and time/, /^Description/]) expect(panel.getByLabelText(name)).toBeDisabled();
  for (const name of ['High', 'Medium', 'Low']) expect(panel.getByRole('button', { name })).toBeDisabled();
  expect(panel.queryByRole('button', { name: 'Update' })).not.toBeInTheDocument();
  await pointer.click(panel.getByRole('checkbox', { name: 'Completed' }));
  expect(await panel.findByRole('button', { name: 'Update' })).toBeVisible();
  expect(panel.getByLabelText(/^Description/)).toBeEnabled();
  expect(server.calls(updateFollowup).map(({ body }) => body)).toEqual([
    { id: stands.id, followup: { completed: 1 } },
    { id: stands.id, followup: { completed: 0 } },
  ]);
});

it('an admin deletes it after a question', async () => {
  const { panel, pointer, server } = await openPanel([stands], buildAdmin());
  server.on(deleteFollowup, answer(deleteFollowup, { status: 'success', message: 'Follow-up deleted' }));
  await pointer.click(panel.getByRole('button', { name: 'Delete' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete follow-up' }));
  await pointer.click(dialog.getByRole('button', { name: 'Delete' }));
  expect(await panel.findByRole('button', { name: 'Create' })).toBeVisible();
  expect(server.calls(deleteFollowup)[0]?.body).toEqual({ id: stands.id });
});

it('what others do to it shows at once, and takes nothing that is being typed', async () => {
  const { panel, live, has } = await openPanel([stands]);
  has.followups = [{ ...stands, description: 'Set by an admin', version: 2 }];
  await live.say('followupUpdate', { ...told, version: 2 });
  await waitFor(() => {
    expect(panel.getByLabelText(/^Description/)).toHaveValue('Set by an admin');
  });
  fireEvent.change(panel.getByLabelText(/^Description/), { target: { value: 'Half a thought' } });
  has.followups = [{ ...stands, description: 'Set by an admin', priority: 1, version: 3 }];
  await live.say('followupUpdate', { ...told, priority: 1, version: 3 });
  await live.say('followupUpdate', { ...told, completed: 1, version: 2 });
  expect(await panel.findByText('In Progress')).toBeVisible();
  expect(panel.getByLabelText(/^Description/)).toHaveValue('Half a thought');
});

it('what is typed and not sent is asked about on leaving', async () => {
  const { panel, goTo, router } = await openPanel([stands]);
  fireEvent.change(panel.getByLabelText(/^Description/), { target: { value: 'Half a thought' } });
  await goTo('/');
  expect(await screen.findByRole('dialog')).toBeVisible();
  expect(router.state.location.pathname).toBe(`/lead/${exampleLifeLead.id}/followups`);
});

/** One of several, so many days from now. */
const inDays = (days: number, given: Partial<Followup> = {}): Followup => ({
  ...stands,
  id: `66f0a1b2c3d4e5f60102${String(days).padStart(4, '0')}`,
  datetime: new Date(later.getTime() + days * 24 * 3_600_000).toISOString(),
  description: `In ${String(days)} days`,
  ...given,
});
type Panel = Awaited<ReturnType<typeof openPanel>>['panel'];
const items = (panel: Panel) =>
  within(panel.getByRole('list', { name: 'Follow-ups' })).getAllByRole('listitem');
const itemOf = (panel: Panel, index: number) => {
  const item = items(panel)[index];
  if (!item) throw new Error(`There is no follow-up ${String(index)}`);
  return within(item);
};

describe('several follow-ups', () => {
  it('stand in order, the next one first, each by both clocks', async () => {
    const { panel } = await openPanel([inDays(1), inDays(3, { priority: 1 }), inDays(2, { completed: 1 })]);
    expect(items(panel)).toHaveLength(3);
    expect(itemOf(panel, 0).getByText('In 1 days')).toBeVisible();
    const second = itemOf(panel, 1);
    expect(second.getByRole('time')).toHaveTextContent(/CT$/);
    expect(second.getByText(/^Your time: .*(UTC|GMT)/)).toBeVisible();
    expect(second.getByText('In Progress')).toBeVisible();
    expect(second.getByText(/^High priority · For /)).toBeVisible();
    expect(second.getByText('In 3 days')).toBeVisible();
    expect(second.queryByLabelText(/^Date and time/)).not.toBeInTheDocument();
    const done = itemOf(panel, 2);
    expect(done.getByRole('checkbox', { name: 'Completed' })).toBeChecked();
    expect(done.queryByRole('button', { name: 'Edit' })).not.toBeInTheDocument();
  });

  it('are changed each for itself; what is typed into one outlives what happens to the others', async () => {
    const { panel, pointer, server, live, has } = await openPanel([inDays(1), inDays(3)]);
    await pointer.click(itemOf(panel, 1).getByRole('button', { name: 'Edit' }));
    const description = itemOf(panel, 1).getByLabelText(/^Description/);
    fireEvent.change(description, { target: { value: 'Policy' } });
    has.followups = [1, 2, 3].map((days) => inDays(days));
    await live.say('followupCreate', eventFollowup.parse(inDays(2)));
    await waitFor(() => {
      expect(items(panel)).toHaveLength(3);
    });
    await live.say('followupDelete', { id: inDays(1).id, lead_id: stands.lead_id });
    await waitFor(() => {
      expect(items(panel)).toHaveLength(2);
    });
    expect(itemOf(panel, 0).getByText('In 2 days')).toBeVisible();
    expect(itemOf(panel, 1).getByLabelText(/^Description/)).toHaveValue('Policy');
    const changed = inDays(3, { description: 'Policy', version: 2 });
    server.on(
      updateFollowup,
      answer(updateFollowup, { status: 'success', message: 'Follow-up updated', followup: changed }),
    );
    await pointer.click(itemOf(panel, 1).getByRole('button', { name: 'Update' }));
    expect(await itemOf(panel, 1).findByText('Policy')).toBeVisible();
    expect(itemOf(panel, 1).getByRole('button', { name: 'Edit' })).toHaveFocus();
    expect(server.calls(updateFollowup).map(({ body }) => body)).toMatchObject([
      { id: changed.id, followup: { description: 'Policy' } },
    ]);
  });

  it('completing the next one shows the following one in its place', async () => {
    const { panel, pointer, server } = await openPanel([inDays(1), inDays(3)]);
    const followup = inDays(1, { completed: 1, version: 2 });
    server.on(
      updateFollowup,
      answer(updateFollowup, { status: 'success', message: 'Follow-up completed', followup }),
    );
    await pointer.click(itemOf(panel, 0).getByRole('checkbox', { name: 'Completed' }));
    await waitFor(() => {
      expect(itemOf(panel, 0).getByText('In 3 days')).toBeVisible();
    });
    expect(itemOf(panel, 1).getByRole('checkbox', { name: 'Completed' })).toBeChecked();
  });

  it('another one is added below, with the customer’s clock as it is typed', async () => {
    const { panel, pointer, server } = await openPanel([inDays(1)]);
    const followup = inDays(0, { description: 'Policy' });
    server.on(
      addFollowup,
      answer(addFollowup, { status: 'success', message: 'Follow-up created', followup }),
    );
    await pointer.click(panel.getByRole('button', { name: 'Add follow-up' }));
    const form = within(panel.getByRole('region', { name: 'New follow-up' }));
    expect(form.getByLabelText(/^Date and time/)).toHaveFocus();
    fireEvent.change(form.getByLabelText(/^Date and time/), { target: { value: toField(later) } });
    expect(form.getByText('The customer’s time').nextSibling).toHaveTextContent(/CT$/);
    fireEvent.change(form.getByLabelText(/^Description/), { target: { value: 'Policy' } });
    await pointer.click(form.getByRole('button', { name: 'Create' }));
    await waitFor(() => {
      expect(itemOf(panel, 0).getByText('Policy')).toBeVisible();
    });
    expect(items(panel)).toHaveLength(2);
    expect(panel.getByRole('button', { name: 'Add follow-up' })).toHaveFocus();
    expect(server.calls(addFollowup).map(({ body }) => body)).toEqual([
      {
        ...{ user_id: user.id, lead_id: exampleLifeLead.id, datetime: later.toISOString() },
        ...{ priority: 3, description: 'Policy' },
      },
    ]);
    expect(server.calls(createFollowup)).toEqual([]);
  });

  it('a sixth is not offered; added meanwhile by others, it is refused in the server’s words and stays typed', async () => {
    const four = [1, 2, 3, 4].map((days) => inDays(days));
    const { panel, pointer, server, live, has } = await openPanel(four);
    server.on(
      addFollowup,
      refuse({ code: 'already_exists', message: 'You reached max number of followups' }),
    );
    await pointer.click(panel.getByRole('button', { name: 'Add follow-up' }));
    const form = within(panel.getByRole('region', { name: 'New follow-up' }));
    fireEvent.change(form.getByLabelText(/^Date and time/), { target: { value: toField(later) } });
    await pointer.click(form.getByRole('button', { name: 'Create' }));
    expect(await screen.findByText('You reached max number of followups')).toBeVisible();
    expect(form.getByLabelText(/^Date and time/)).toHaveValue(toField(later));
    has.followups = [...four, inDays(5)];
    await live.say('followupCreate', eventFollowup.parse(inDays(5)));
    await pointer.click(form.getByRole('button', { name: 'Cancel' }));
    expect(await panel.findByText('A lead has at most 5 follow-ups')).toBeVisible();
    expect(panel.queryByRole('button', { name: 'Add follow-up' })).not.toBeInTheDocument();
  });
});
