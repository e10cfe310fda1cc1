import { exampleLifeLead, type Lead } from '@crm/contracts/entities/lead.js';
import {
  eventText,
  exampleReceivedText,
  exampleText,
  type TextMessage,
} from '@crm/contracts/entities/messaging.js';
import { listTexts, resendText, sendText } from '@crm/contracts/http/messaging.js';
import { readMessage } from '@crm/contracts/http/notifications.js';
import { leadPermission, type WayToCustomer } from '@crm/contracts/http/permission.js';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { buildAdmin, buildUser } from '../test/builders.js';
import { answer, refuse } from '../test/FakeServer.js';
import { fakeObserver } from '../test/fake-observer.js';
import { openLead } from '../test/openLead.js';

const user = buildUser();
const lead_id = exampleLifeLead.id;
const ours: TextMessage = { ...exampleText, lead_id };
const theirs: TextMessage = { ...exampleReceivedText, lead_id, createdAt: '2026-11-20T17:45:00.000Z' };
const failed: TextMessage = {
  ...ours,
  send_status: 'failed',
  reason: 'The number cannot be reached',
  can_resend: true,
  version: 4,
};
const done = { status: 'success', message: 'Message is being sent' } as const;

const way = (known: Partial<WayToCustomer>): WayToCustomer => ({
  place: 'phone',
  address: exampleLifeLead.phone,
  channel: 'text',
  permission: {
    allowed: true,
    rule: null,
    sentence: '',
    next_allowed_at: null,
    override_id: null,
  },
  overridable: false,
  override: null,
  ...known,
});
const tooEarly = {
  allowed: false,
  rule: 'hours',
  sentence: 'It is 7:12 AM CT there; texts may begin at 9:00 AM CT',
  next_allowed_at: '2026-11-23T15:00:00.000Z',
  override_id: null,
} as const;

interface Opening {
  who?: typeof user;
  lead?: Lead;
  ways?: WayToCustomer[];
  zones?: string[];
  more?: boolean;
}

async function openTexts(
  messages: TextMessage[],
  {
    who = user,
    lead = exampleLifeLead,
    ways = [way({}), way({ place: 'second_phone' })],
    zones = ['America/Chicago'],
    more = false,
  }: Opening = {},
) {
  const view = fakeObserver();
  const opened = await openLead({ user: who, lead });
  opened.server
    .on(listTexts, answer(listTexts, { messages, more }))
    .on(leadPermission, answer(leadPermission, { zones, ways, changes_at: null, as_of: theirs.createdAt }));
  await opened.services.queryClient.invalidateQueries();
  await opened.goTo(`/lead/${lead_id}/text`);
  // By id: querying the whole page by role takes seconds.
  const element = await waitFor(() => {
    const found = document.getElementById('lead-panel-right-text');
    if (!found) throw new Error('The texts are not open');
    return found;
  });
  const panel = within(element);
  const box = await panel.findByRole('textbox', { name: /New text/ });
  const send = panel.getByRole('button', { name: 'Send' });
  return { ...opened, view, element, panel, box, send };
}
const write = (box: HTMLElement, value: string) => {
  fireEvent.change(box, { target: { value } });
};
const tab = () => document.getElementById('lead-tab-right-text');

describe('the conversation with a lead', () => {
  it('says who wrote what and when, and how far a text of ours came', async () => {
    const { panel } = await openTexts([ours, theirs]);
    const list = within(await panel.findByRole('list', { name: 'Conversation' }));
    const [first, second] = list.getAllByRole('listitem');
    expect(first).toHaveTextContent('Good morning, this is Dana.');
    expect(first).toHaveTextContent('Dana Reyes-Whitfield');
    expect(first).toHaveTextContent('9:41 AM PT');
    expect(first).toHaveTextContent('Sent');
    expect(panel.getByText('Friday, November 20, 2026')).toBeVisible();
    expect(second).toHaveTextContent('Raymond Okafor');
    expect(second).toHaveTextContent('New');
    expect(tab()).toHaveTextContent('1 unread text');
  });

  it('marks a text as read once it is scrolled into view, once', async () => {
    const { panel, element, view, server } = await openTexts([theirs]);
    server.on(readMessage, answer(readMessage, { status: 'success', message: 'Marked as read' }));
    await panel.findByText(theirs.text);
    expect(server.calls(readMessage)).toEqual([]);
    await view.show(element);
    await view.show(element);
    await waitFor(() => {
      expect(panel.queryByText('New')).not.toBeInTheDocument();
    });
    expect(server.calls(readMessage).map(({ body }) => body)).toEqual([{ message_id: theirs.id }]);
    expect(tab()).not.toHaveTextContent('unread');
  });

  it('stays unread for its agent where an admin looks at it', async () => {
    const { panel, element, view, server } = await openTexts([theirs], { who: buildAdmin() });
    await panel.findByText(theirs.text);
    await view.show(element);
    expect(server.calls(readMessage)).toEqual([]);
    expect(panel.getByText('New')).toBeVisible();
  });

  it('takes what comes live, and ignores an older state of a text', async () => {
    const { panel, live, server } = await openTexts([ours]);
    await panel.findByText(ours.text);
    server.on(listTexts, answer(listTexts, { messages: [ours, theirs], more: false }));
    await live.say('addMessage', eventText.parse(theirs));
    expect(await panel.findByText(theirs.text)).toBeVisible();
    const told = eventText.parse(ours);
    const delivered = { ...told, send_status: 'delivered', version: 5 } as const;
    await live.say('updateSendStatus', {
      message_id: ours.id,
      send_status: 'delivered',
      text_message: delivered,
    });
    expect(await panel.findByText('Delivered')).toBeVisible();
    await live.say('updateSendStatus', {
      message_id: ours.id,
      send_status: 'sent',
      text_message: { ...told, version: 4 },
    });
    const thanks = { ...theirs, id: '66f0a1b2c3d4e5f6010209ae', text: 'Thank you' };
    server.on(listTexts, answer(listTexts, { messages: [ours, theirs, thanks], more: false }));
    await live.say('addMessage', eventText.parse(thanks));
    expect(await panel.findByText('Thank you')).toBeVisible();
    expect(panel.getByText('Delivered')).toBeVisible();
  });

  it('reads older texts when asked to', async () => {
    const { panel, pointer, server } = await openTexts([theirs], { more: true });
    const button = await panel.findByRole('button', { name: 'Show older texts' });
    server.on(listTexts, answer(listTexts, { messages: [ours], more: false }));
    await pointer.click(button);
    expect(await panel.findByText(ours.text)).toBeVisible();
    expect(server.calls(listTexts).at(-1)?.query).toEqual({ before: theirs.id });
    expect(panel.queryByRole('button', { name: 'Show older texts' })).not.toBeInTheDocument();
    expect(panel.getAllByRole('listitem')[0]).toHaveTextContent(ours.text);
  });
});

describe('a text that failed', () => {
  it('says why and is sent again once', async () => {
    const { panel, pointer, server } = await openTexts([failed]);
    server.on(
      resendText,
      answer(resendText, {
        ...done,
        text_message: { ...failed, send_status: 'queued', reason: '', can_resend: false, version: 5 },
      }),
    );
    expect(await panel.findByText('The number cannot be reached')).toBeVisible();
    expect(panel.getByText('Failed')).toBeVisible();
    await pointer.click(panel.getByRole('button', { name: /^Resend the text of/ }));
    expect(await panel.findByText('Queued')).toBeVisible();
    expect(server.calls(resendText)[0]?.body).toEqual({ id: failed.id });
    expect(panel.queryByRole('button', { name: /^Resend/ })).not.toBeInTheDocument();
  });

  it('can be sent again after that was refused', async () => {
    const { panel, pointer, server } = await openTexts([failed]);
    server.on(resendText, refuse({ code: 'unavailable', message: 'Try again in a moment' }));
    const resend = await panel.findByRole('button', { name: /^Resend/ });
    await pointer.click(resend);
    expect(await screen.findByText('Try again in a moment')).toBeVisible();
    await waitFor(() => {
      expect(resend).toBeEnabled();
    });
  });
});

describe('a new text', () => {
  it('is sent to the number chosen, trimmed, and stands last', async () => {
    const { panel, pointer, box, send, server } = await openTexts([theirs]);
    const text_message = {
      ...ours,
      id: '66f0a1b2c3d4e5f6010209ff',
      text: 'Until five then.',
      send_status: 'queued' as const,
      createdAt: '2026-11-20T18:00:00.000Z',
    };
    server.on(sendText, answer(sendText, { ...done, text_message }));
    await pointer.click(panel.getByRole('radio', { name: '(214) 555-0163' }));
    write(box, '  Until five then. ');
    expect(panel.getByText(/19 \/ 1,400 · 1 segment · GSM-7/)).toBeVisible();
    await waitFor(() => {
      expect(send).not.toHaveAttribute('aria-disabled');
    });
    await pointer.click(send);
    await waitFor(() => {
      expect(panel.getAllByRole('listitem').at(-1)).toHaveTextContent('Until five then.');
    });
    expect(server.calls(sendText)[0]?.body).toMatchObject({
      lead_id,
      user_id: user.id,
      text: 'Until five then.',
      to: '+12145550163',
    });
    expect(box).toHaveValue('');
  });

  it('of blanks alone is not sent, and says so', async () => {
    const { box, send, server } = await openTexts([]);
    write(box, '   ');
    await waitFor(() => {
      expect(send).toHaveAccessibleDescription('Cannot send empty message');
    });
    expect(send).toHaveAttribute('aria-disabled', 'true');
    fireEvent.keyDown(box, { key: 'Enter', ctrlKey: true });
    expect(await screen.findByText('Cannot send empty message')).toBeVisible();
    expect(server.calls(sendText)).toEqual([]);
  });

  it('is refused with the sentence of the rule and the next allowed time', async () => {
    const { box, panel, send } = await openTexts([], {
      ways: [way({ permission: tooEarly }), way({ place: 'second_phone', permission: tooEarly })],
    });
    write(box, 'Good morning');
    expect(
      await panel.findByText(/^It is 7:12 AM CT there; .* Next allowed: .*9:00 AM CT, .*7:00 AM PT$/),
    ).toBeVisible();
    expect(send).toHaveAttribute('aria-disabled', 'true');
  });

  it('says the next allowed time once to a customer in our zone', async () => {
    const { panel } = await openTexts([], {
      zones: ['America/Los_Angeles'],
      ways: [way({ permission: tooEarly }), way({ place: 'second_phone', permission: tooEarly })],
    });
    expect(await panel.findByText(/ Next allowed: (\w+ )?7:00 AM PT$/)).toBeVisible();
  });

  it('has nowhere to go where the lead has no phone', async () => {
    const { box, panel, send } = await openTexts([], {
      lead: { ...exampleLifeLead, phone: null, second_phone: null },
    });
    write(box, 'Good morning');
    expect(await panel.findByText('Lead phone is not exist!')).toBeVisible();
    expect(send).toHaveAttribute('aria-disabled', 'true');
  });

  it('keeps its name on a second try after a refusal, and its words', async () => {
    const { pointer, box, send, server } = await openTexts([]);
    server.on(sendText, refuse({ code: 'unavailable', message: 'Try again in a moment' }));
    write(box, 'Worth keeping');
    await waitFor(() => {
      expect(send).not.toHaveAttribute('aria-disabled');
    });
    await pointer.click(send);
    expect(await screen.findByText('Try again in a moment')).toBeVisible();
    expect(box).toHaveValue('Worth keeping');
    await pointer.click(send);
    await waitFor(() => {
      expect(server.calls(sendText)).toHaveLength(2);
    });
    const keys = server.calls(sendText).map(({ body }) => sendText.body?.parse(body).key);
    expect(keys[0]).toBe(keys[1]);
  });
});
