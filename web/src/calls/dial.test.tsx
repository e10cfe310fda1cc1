import { exampleFollowup } from '@crm/contracts/entities/followup.js';
import { exampleDayRow } from '@crm/contracts/entities/day.js';
import { exampleLifeLead } from '@crm/contracts/entities/lead.js';
import { exampleLiveCall } from '@crm/contracts/entities/telephony.js';
import { listConsents } from '@crm/contracts/http/consents.js';
import { getLiveCall } from '@crm/contracts/http/calling.js';
import { drawNext, listDay } from '@crm/contracts/http/day.js';
import { createFollowup, listAllFollowupsOfLead } from '@crm/contracts/http/followups.js';
import { leadPermission } from '@crm/contracts/http/permission.js';
import { toShown } from '@crm/contracts/phone.js';
import { screen, waitFor, within } from '@testing-library/react';
import { buildUser } from '../test/builders.js';
import { answer, FakeServer } from '../test/FakeServer.js';
import { mayBeContacted, openCallable, tooEarly, wayTo } from '../test/openCallable.js';

const lead = { ...exampleLifeLead, second_phone: '+12145550163' };
const second = toShown(lead.second_phone);
const bothOpen = [
  wayTo(lead, 'phone', 'call', mayBeContacted),
  wayTo(lead, 'second_phone', 'call', mayBeContacted),
];
const callButton = () => screen.getByRole('button', { name: 'Call' });
const refusal = (name: string) => screen.findByRole('dialog', { name });
const placed = async ({ devices }: Pick<Awaited<ReturnType<typeof openCallable>>, 'devices'>) => {
  await waitFor(() => {
    expect(devices.last.calls).toHaveLength(1);
  });
  return devices.call;
};

describe('calling a lead from its page', () => {
  it('takes one key: the panel rises, the script begins, and what is typed is a note', async () => {
    const opened = await openCallable();
    await opened.goTo(`/lead/${exampleLifeLead.id}/email`);
    await opened.pointer.keyboard('c');
    const call = await placed(opened);
    expect(call.params).toMatchObject({ callType: 'conference', lead_id: exampleLifeLead.id });
    expect(await screen.findByRole('region', { name: 'The call' })).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(opened.router.state.location.pathname).toBe(`/lead/${exampleLifeLead.id}/script`);
    const note = await screen.findByRole('textbox', { name: 'New note' });
    await waitFor(() => {
      expect(note).toHaveFocus();
    });
  });

  it('uses the number and the kind that were chosen, and keeps them', async () => {
    const opened = await openCallable({ lead, ways: bothOpen });
    const choose = async (name: RegExp) => {
      await opened.pointer.click(screen.getByRole('button', { name: 'Number and call type' }));
      await opened.pointer.click(await screen.findByRole('menuitemradio', { name }));
    };
    await choose(new RegExp(second.slice(-8)));
    await choose(/^Single/);
    await opened.pointer.click(screen.getByRole('button', { name: 'Number and call type' }));
    expect(await screen.findByRole('menuitemradio', { name: /^Single/ })).toBeChecked();
    await opened.pointer.keyboard('{Escape}');
    await waitFor(() => {
      expect(screen.queryByRole('menu')).not.toBeInTheDocument();
    });
    await opened.pointer.click(callButton());
    const call = await placed(opened);
    expect(call.params).toMatchObject({ callType: 'single', number: lead.second_phone });
  });

  it('works by the keys of its panel: mute, and hang up even while a note is typed', async () => {
    const opened = await openCallable();
    await opened.pointer.keyboard('c');
    const call = await placed(opened);
    await call.does('accept');
    const note = await screen.findByRole('textbox', { name: 'New note' });
    await waitFor(() => {
      expect(note).toHaveFocus();
    });
    await opened.pointer.keyboard('mm');
    expect(note).toHaveValue('mm');
    await opened.pointer.keyboard('{Escape}m');
    expect(await screen.findByRole('button', { name: 'Muted' })).toHaveAttribute('aria-pressed', 'true');
    await opened.pointer.click(note);
    await opened.pointer.keyboard('{Control>}.{/Control}');
    await waitFor(() => {
      expect(screen.queryByRole('region', { name: 'The call' })).not.toBeInTheDocument();
    });
    // What was begun is not torn away from; of an empty field the outcome takes the focus.
    expect(note).toHaveValue('mm');
    expect(note).toHaveFocus();
  });

  it('keeps the client data open beside the page after it, with what was typed', async () => {
    const opened = await openCallable();
    await opened.pointer.keyboard('c');
    const call = await placed(opened);
    await call.does('accept');
    const of = {
      ...exampleLiveCall,
      user_id: opened.services.session.user()?.id ?? '',
      lead_id: exampleLifeLead.id,
    };
    await opened.live.say('callChanged', { ...of, state: 'talking', connectedAt: new Date().toISOString() });
    await opened.pointer.click(await screen.findByRole('button', { name: 'Adjust' }));
    const drawer = await screen.findByRole('dialog', { name: 'Client information' });
    // The page beside it stays in use.
    expect(screen.getByRole('textbox', { name: 'New note' })).toBeVisible();
    const name = await within(drawer).findByRole('textbox', { name: /Full Name/ });
    await opened.pointer.clear(name);
    await opened.pointer.type(name, 'Raymond O');
    await call.does('disconnect');
    expect(await screen.findByRole('region', { name: 'How did the call go?' })).toBeVisible();
    expect(name).toHaveValue('Raymond O');
    expect(name).toHaveFocus();
  });

  it('is off while another call is under way', async () => {
    const call = { ...exampleLiveCall, state: 'talking', lead_id: exampleDayRow.lead.id } as const;
    const opened = await openCallable({
      server: new FakeServer(buildUser()).on(getLiveCall, answer(getLiveCall, { call })),
    });
    await waitFor(() => {
      expect(callButton()).toHaveAttribute('aria-disabled', 'true');
    });
    await opened.pointer.keyboard('c');
    expect(opened.devices.made).toHaveLength(0);
  });
});

describe('a call that may not be made', () => {
  it('says why and until when, and comes back to the lead at that time by one key', async () => {
    const opened = await openCallable({ ways: [wayTo(exampleLifeLead, 'phone', 'call', tooEarly)] });
    opened.server.on(listAllFollowupsOfLead, answer(listAllFollowupsOfLead, { followups: [] })).on(
      createFollowup,
      answer(createFollowup, {
        status: 'success',
        message: 'Follow-up created',
        followup: exampleFollowup,
      }),
    );
    await waitFor(() => {
      expect(callButton()).toHaveAttribute('aria-disabled', 'true');
    });
    // What it opens says so of each number, and stays to be opened.
    expect(screen.getByRole('button', { name: 'Number and call type' })).not.toHaveAttribute('aria-disabled');
    await opened.pointer.keyboard('c');
    const refused = within(await refusal('Calls from Friday 9:00 AM CT'));
    expect(refused.getByText(/^It is 7:12 AM CT there\. Next allowed: Friday 9:00 AM CT, /)).toBeVisible();
    const followUp = refused.getByRole('button', { name: /^Follow up at / });
    await waitFor(() => {
      expect(followUp).not.toHaveAttribute('aria-disabled');
    });
    expect(refused.queryByRole('button', { name: 'Send an SMS' })).not.toBeInTheDocument();
    await opened.pointer.keyboard('1');
    await waitFor(() => {
      expect(opened.server.calls(createFollowup)[0]?.body).toMatchObject({
        lead_id: exampleLifeLead.id,
        datetime: tooEarly.next_allowed_at,
      });
    });
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    });
    expect(opened.devices.made).toHaveLength(0);
  });

  it('of one number takes the other by itself, and says in the menu why', async () => {
    const closedNumber = [
      wayTo(lead, 'phone', 'call', tooEarly),
      wayTo(lead, 'phone', 'text', mayBeContacted),
      wayTo(lead, 'second_phone', 'call', mayBeContacted),
    ];
    const opened = await openCallable({ lead, ways: closedNumber });
    // The open number is taken by itself; the closed one only by choice.
    await opened.pointer.click(screen.getByRole('button', { name: 'Number and call type' }));
    const menu = within(await screen.findByRole('menu'));
    expect(menu.getByRole('menuitemradio', { name: new RegExp(second.slice(-8)) })).toBeChecked();
    expect(menu.getByRole('menuitemradio', { name: /It is 7:12 AM CT there/ })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
  });

  it('is offered the text dialog by its digit', async () => {
    const opened = await openCallable({
      ways: [
        wayTo(exampleLifeLead, 'phone', 'call', { ...tooEarly, next_allowed_at: null }),
        wayTo(exampleLifeLead, 'phone', 'text', mayBeContacted),
      ],
    });
    await waitFor(() => {
      expect(callButton()).toHaveAttribute('aria-disabled', 'true');
    });
    await opened.pointer.click(callButton());
    await refusal('No calls');
    await opened.pointer.keyboard('1');
    expect(await screen.findByRole('dialog', { name: /SMS/ })).toBeVisible();
  });

  it('is explained where the server refuses it after all', async () => {
    const opened = await openCallable();
    await opened.pointer.keyboard('c');
    const call = await placed(opened);
    const of = { ...exampleLiveCall, lead_id: exampleLifeLead.id, connectedAt: null };
    await opened.live.say('callChanged', { ...of, state: 'ringing' });
    await opened.live.say('callChanged', {
      ...of,
      ...{ state: 'ended', outcome: 'refused', reason: 'On the do-not-call list', version: of.version + 1 },
    });
    await call.does('disconnect');
    const refused = within(await refusal('Not now'));
    expect(refused.getByText('On the do-not-call list')).toBeVisible();
    expect(screen.queryByRole('region', { name: 'How did the call go?' })).not.toBeInTheDocument();
  });
});

describe('a call that is asked for a moment too early', () => {
  it('rings once the server has said who may be called', async () => {
    const opened = await openCallable();
    let say: () => void = () => undefined;
    const said = new Promise<void>((resolve) => {
      say = resolve;
    });
    const ways = [wayTo(exampleLifeLead, 'phone', 'call', mayBeContacted)];
    const as_of = '2026-11-20T13:12:00.000Z';
    const allowed = answer(leadPermission, { zones: ['America/Chicago'], ways, changes_at: null, as_of });
    opened.server.on(leadPermission, async (call) => {
      await said;
      return allowed(call);
    });
    opened.services.queryClient.removeQueries({ queryKey: ['leads', 'permission'] });
    await opened.goTo('/');
    await opened.goTo(`/lead/${exampleLifeLead.id}`);
    await screen.findByRole('button', { name: 'Call' });
    await opened.pointer.keyboard('c');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    say();
    await placed(opened);
  });

  it('rings before all of the page is there, behind which calls come', async () => {
    const server = new FakeServer(buildUser()).on(listConsents, () => new Promise(() => undefined));
    const opened = await openCallable({ server });
    await opened.pointer.keyboard('c');
    await placed(opened);
  });
});

describe('calling from My day', () => {
  it('draws the next lead, opens it and rings, by one key', async () => {
    const row = { ...exampleDayRow, lead: { ...exampleDayRow.lead, id: exampleLifeLead.id } };
    const opened = await openCallable();
    opened.server
      .on(
        listDay,
        answer(listDay, {
          rows: [row],
          counts: { callback: 1, reply: 0, new: 0, retry: 0 },
          ...{ as_of: '2026-11-20T18:00:00.000Z', changes_at: null },
        }),
      )
      .on(drawNext, answer(drawNext, { row, opens_at: null }));
    await opened.goTo('/');
    await screen.findByRole('region', { name: 'My day' });
    await opened.pointer.keyboard('c');
    const call = await placed(opened);
    expect(call.params).toMatchObject({ lead_id: exampleLifeLead.id });
    expect(opened.router.state.location.pathname).toMatch(`/lead/${exampleLifeLead.id}`);
  });
});
