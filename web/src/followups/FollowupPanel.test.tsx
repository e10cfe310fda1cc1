import { exampleFollowup, followupChange, type Followup } from '@crm/contracts/entities/followup.js';
import { exampleLifeLead } from '@crm/contracts/entities/lead.js';
import {
  createFollowup,
  deleteFollowup,
  listFollowupsOfLead,
  updateFollowup,
} from '@crm/contracts/http/followups.js';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { z } from 'zod';
import { buildAdmin, buildUser } from '../test/builders.js';
import { answer } from '../test/FakeServer.js';
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

async function openPanel(followup: Followup | undefined, who = user) {
  const opened = await openLead({ user: who });
  opened.server.on(
    listFollowupsOfLead,
    answer(listFollowupsOfLead, { followups: followup ? [followup] : [] }),
  );
  await opened.goTo(`/lead/${exampleLifeLead.id}/followups`);
  // By its id: to ask the whole page for a role takes seconds.
  const element = await waitFor(() => {
    const found = document.getElementById('lead-panel-right-followups');
    if (!found) throw new Error('The follow-up is not open');
    return found;
  });
  const panel = within(element);
  await panel.findByLabelText(/^Date and time/);
  return { ...opened, panel };
}

it('the tab makes the lead’s follow-up, which then is in it', async () => {
  const { panel, pointer, server } = await openPanel(undefined);
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
  const { panel, pointer, server } = await openPanel(stands);
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
  const { panel, pointer, server } = await openPanel(stands, buildAdmin());
  server.on(deleteFollowup, answer(deleteFollowup, { status: 'success', message: 'Follow-up deleted' }));
  await pointer.click(panel.getByRole('button', { name: 'Delete' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete follow-up' }));
  await pointer.click(dialog.getByRole('button', { name: 'Delete' }));
  expect(await panel.findByRole('button', { name: 'Create' })).toBeVisible();
  expect(server.calls(deleteFollowup)[0]?.body).toEqual({ id: stands.id });
});

it('what others do to it shows at once, and takes nothing that is being typed', async () => {
  const { panel, live } = await openPanel(stands);
  await live.say('followupUpdate', { ...stands, description: 'Set by an admin', version: 2 });
  await waitFor(() => {
    expect(panel.getByLabelText(/^Description/)).toHaveValue('Set by an admin');
  });
  fireEvent.change(panel.getByLabelText(/^Description/), { target: { value: 'Half a thought' } });
  await live.say('followupUpdate', { ...stands, priority: 1, version: 3 });
  await live.say('followupUpdate', { ...stands, completed: 1, description: 'Older', version: 2 });
  expect(await panel.findByText('In Progress')).toBeVisible();
  expect(panel.getByLabelText(/^Description/)).toHaveValue('Half a thought');
});

it('what is typed and not sent is asked about on leaving', async () => {
  const { panel, goTo, router } = await openPanel(stands);
  fireEvent.change(panel.getByLabelText(/^Description/), { target: { value: 'Half a thought' } });
  await goTo('/');
  expect(await screen.findByRole('dialog')).toBeVisible();
  expect(router.state.location.pathname).toBe(`/lead/${exampleLifeLead.id}/followups`);
});
