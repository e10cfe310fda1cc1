import { exampleFollowup } from '@crm/contracts/entities/followup.js';
import { exampleLifeLead } from '@crm/contracts/entities/lead.js';
import { exampleDayRow } from '@crm/contracts/entities/day.js';
import { exampleLiveCall } from '@crm/contracts/entities/telephony.js';
import { drawNext } from '@crm/contracts/http/day.js';
import { createFollowup, updateFollowup, listAllFollowupsOfLead } from '@crm/contracts/http/followups.js';
import { completeLead } from '@crm/contracts/http/work.js';
import { createNote } from '@crm/contracts/http/notes.js';
import { screen, waitFor, within } from '@testing-library/react';
import { buildUser } from '../test/builders.js';
import { answer, FakeServer, refuse } from '../test/FakeServer.js';
import { openLead } from '../test/openLead.js';

const agent = buildUser({ active: 1, online: 1, uncompleted_lead: exampleLifeLead.id });
const live = { ...exampleLiveCall, lead_id: exampleLifeLead.id };
const followup = { ...exampleFollowup, lead_id: exampleLifeLead.id };
const done = { status: 'success', message: 'Done' } as const;
const title = { name: 'How did the call go?' };
const strip = () => screen.findByRole('region', title);
const isGone = () =>
  waitFor(() => {
    expect(screen.queryByRole('region', title)).not.toBeInTheDocument();
  });

/** A call with the lead that is open is over, after so many seconds. */
async function talked({ followups = [followup].slice(1), seconds = 372 } = {}) {
  const server = new FakeServer(agent);
  server
    .on(listAllFollowupsOfLead, answer(listAllFollowupsOfLead, { followups }))
    .on(createFollowup, answer(createFollowup, { ...done, followup }))
    .on(updateFollowup, answer(updateFollowup, { ...done, followup }))
    .on(createNote, (call) =>
      answer(createNote, {
        note: {
          ...{ id: '66f0a1b2c3d4e5f601020777', lead_id: exampleLifeLead.id, user_id: agent.id },
          ...{ fname: 'Dana', lname: 'Reyes', createdAt: new Date().toISOString() },
          message: (call.body as { message: string }).message,
        },
      })(call),
    )
    .on(completeLead, answer(completeLead, { status: 'success', message: 'Lead completed' }))
    .on(drawNext, answer(drawNext, { row: null, opens_at: null }));
  const opened = await openLead({ user: agent, server });
  await waitFor(() => {
    expect(opened.devices.last.state).toBe('registered');
  });
  const call = await opened.devices.last.isCalled({ lead_id: exampleLifeLead.id });
  const connectedAt = new Date(Date.now() - seconds * 1000).toISOString();
  await opened.live.say('callChanged', { ...live, user_id: agent.id, state: 'talking', connectedAt });
  await call.does('disconnect');
  const region = await strip();
  const owed = () => opened.services.session.user()?.uncompleted_lead;
  const statuses = () =>
    opened.live.sentOf('updateStatus').map((sent) => (sent as { status: string }).status);
  return { ...opened, region, owed, statuses };
}

describe('the outcome of a call', () => {
  it('is asked for in the place of the panel, with the focus, and says how long the call was', async () => {
    const { region } = await talked();
    expect(within(region).getByText(/Ended after 06:1[2-5]$/)).toBeVisible();
    expect(region).toHaveFocus();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(
      within(within(region).getByRole('group', { name: 'Outcome' }))
        .getAllByRole('button')
        .map((each) => each.getAttribute('aria-keyshortcuts')),
    ).toEqual(['1', '2', '3', '4', '5', '6']);
  });

  it('leaves the focus on the page once it is answered', async () => {
    const { pointer } = await talked();
    // A status behind which no dialog opens, which would take the focus.
    await pointer.keyboard('3{Enter}');
    await isGone();
    expect(screen.getByRole('main')).toHaveFocus();
  });

  it('takes three keys with its follow-up and the next lead: nobody is asked for anything afterwards', async () => {
    const { pointer, server, owed, statuses } = await talked();
    server.on(drawNext, answer(drawNext, { row: exampleDayRow, opens_at: null }));
    await pointer.keyboard('2');
    expect(await screen.findByRole('button', { name: /^In 1 hour/ })).toBeVisible();
    await pointer.keyboard('1');
    await pointer.keyboard('{Shift>}{Enter}{/Shift}');
    await isGone();
    expect(statuses()).toEqual(['followUp']);
    const [made] = server.calls(createFollowup).map(({ body }) => body as { datetime: string });
    const inMinutes = (Date.parse(made?.datetime ?? '') - Date.now()) / 60_000;
    expect(inMinutes).toBeGreaterThan(58);
    expect(inMinutes).toBeLessThan(66);
    await waitFor(() => {
      expect(server.calls(drawNext)[0]?.body).toEqual({ without: [exampleLifeLead.id] });
    });
    expect(owed()).toBeNull();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('without a follow-up to it completes the lead by Enter, and its note is saved', async () => {
    const { pointer, region, server, owed, statuses } = await talked();
    await pointer.keyboard('3');
    await pointer.type(within(region).getByRole('textbox', { name: 'Note' }), 'Has a policy of 2019{Enter}');
    await isGone();
    expect(statuses()).toEqual(['notInterested']);
    expect(server.calls(createNote)[0]?.body).toMatchObject({ message: 'Has a policy of 2019' });
    await waitFor(() => {
      expect(owed()).toBeNull();
    });
    expect(server.calls(drawNext)).toEqual([]);
  });

  it('makes room for another call to the same lead, and then stands as it was begun', async () => {
    const { pointer, region, devices, live: sent } = await talked();
    await pointer.type(within(region).getByRole('textbox', { name: 'Note' }), 'Call me back at once');
    const call = await devices.last.isCalled({ lead_id: exampleLifeLead.id });
    const again = { ...live, id: '66f0a1b2c3d4e5f6010208ab', user_id: agent.id, state: 'talking' } as const;
    await sent.say('callChanged', { ...again, connectedAt: new Date().toISOString() });
    expect(await screen.findByRole('region', { name: 'The call' })).toBeVisible();
    expect(region).not.toBeVisible();
    await call.does('disconnect');
    await waitFor(() => {
      expect(region).toBeVisible();
    });
    expect(within(region).getByRole('textbox', { name: 'Note' })).toHaveValue('Call me back at once');
  });

  it('moves the follow-up that the lead has', async () => {
    const { pointer, server } = await talked({ followups: [followup] });
    await pointer.keyboard('22{Enter}');
    await isGone();
    expect(server.calls(updateFollowup)[0]?.body).toMatchObject({ id: followup.id });
    expect(server.calls(createFollowup)).toEqual([]);
  });

  it('moves the next one of several, and leaves the others', async () => {
    const other = { ...followup, id: '66f0a1b2c3d4e5f601020aab', datetime: '2026-12-21T18:00:00.000Z' };
    const { pointer, server } = await talked({ followups: [followup, other] });
    await pointer.keyboard('22{Enter}');
    await isGone();
    expect(server.calls(updateFollowup).map(({ body }) => body)).toMatchObject([{ id: followup.id }]);
    expect(server.calls(createFollowup)).toEqual([]);
  });

  it('asks for the follow-up where its time is to be picked, and opens the next lead only then', async () => {
    const { pointer, server, owed } = await talked();
    await pointer.keyboard('23{Shift>}{Enter}{/Shift}');
    const dialog = within(await screen.findByRole('dialog', { name: 'Follow-up' }));
    await isGone();
    expect(server.calls(drawNext)).toEqual([]);
    expect(owed()).toBe(exampleLifeLead.id);
    await pointer.click(await dialog.findByRole('button', { name: 'Skip' }));
    await waitFor(() => {
      expect(server.calls(drawNext)).toHaveLength(1);
    });
    expect(owed()).toBeNull();
  });

  it('keeps all of it where something is refused, and saves the note once', async () => {
    const { pointer, region, server, statuses } = await talked();
    server.on(createFollowup, refuse({ code: 'unavailable', message: 'Try again in a moment' }));
    await pointer.type(within(region).getByRole('textbox', { name: 'Note' }), 'Call after 5');
    await pointer.click(within(region).getByRole('button', { name: 'Call Back' }));
    await pointer.keyboard('1{Enter}');
    expect(await screen.findByText('Try again in a moment')).toBeVisible();
    expect(statuses()).toEqual([]);
    expect(within(region).getByRole('textbox', { name: 'Note' })).toHaveValue('Call after 5');
    expect(within(region).getByRole('button', { name: 'Call Back' })).toHaveAttribute('aria-pressed', 'true');
    server.on(createFollowup, answer(createFollowup, { ...done, followup }));
    await pointer.click(within(region).getByRole('button', { name: 'Save' }));
    await isGone();
    expect(server.calls(createNote)).toHaveLength(1);
    expect(statuses()).toEqual(['followUp']);
  });

  it('has every other status behind More, which is the Status dialog', async () => {
    const { pointer, statuses } = await talked();
    await pointer.keyboard('s');
    const dialog = within(await screen.findByRole('dialog', { name: 'Status' }));
    await pointer.click(dialog.getByRole('radio', { name: 'Agreement' }));
    await pointer.click(dialog.getByRole('button', { name: 'Save' }));
    await isGone();
    expect(statuses()).toEqual(['agreement']);
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    });
  });

  it('cannot be saved without one, and says so; Escape takes a choice back and then asks no more', async () => {
    const { pointer, region, statuses } = await talked();
    const save = within(region).getByRole('button', { name: 'Save' });
    expect(save).toHaveAccessibleDescription('Choose an outcome first');
    await pointer.keyboard('{Enter}');
    expect(statuses()).toEqual([]);
    await pointer.keyboard('2{Escape}');
    expect(within(region).getByRole('button', { name: 'Call Back' })).toHaveAttribute(
      'aria-pressed',
      'false',
    );
    await pointer.keyboard('{Escape}');
    await isGone();
  });

  it('stays on the other pages of the product', async () => {
    const { goTo, region } = await talked();
    await goTo('/follow-ups');
    expect(await strip()).toBe(region);
  });

  it('is asked for again after a reload, while the lead is owed', async () => {
    const known = { user_id: agent.id, leadId: exampleLifeLead.id, talkedMs: 65_000 };
    sessionStorage.setItem('call.outcome', JSON.stringify(known));
    await openLead({ user: agent });
    expect(within(await strip()).getByText(/Ended after 01:05$/)).toBeVisible();
  });

  it('is not asked for after a reload where the lead was completed meanwhile', async () => {
    const known = { user_id: agent.id, leadId: exampleLifeLead.id, talkedMs: 65_000 };
    sessionStorage.setItem('call.outcome', JSON.stringify(known));
    await openLead({ user: { ...agent, uncompleted_lead: null } });
    await waitFor(() => {
      expect(sessionStorage.getItem('call.outcome')).toBeNull();
    });
    expect(screen.queryByRole('region', title)).not.toBeInTheDocument();
  });
});
