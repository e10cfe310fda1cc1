import { optOutCommand, sendTextCommand } from '@crm/contracts/bus/commands.js';
import { leadAssigned, leadDeleted, leadRestored } from '@crm/contracts/bus/events.js';
import {
  notificationCreated,
  textReceived,
  textSent,
  textStatusChanged,
} from '@crm/contracts/bus/messaging-events.js';
import type { TextMessage } from '@crm/contracts/entities/messaging.js';
import { exampleLifeLead } from '@crm/contracts/entities/lead.js';
import type { LeadToCall } from '@crm/contracts/http/calling.js';
import * as calls from '@crm/contracts/http/messaging.js';
import { getSystemPart } from '@crm/contracts/http/system.js';
import { Types } from 'mongoose';
import type { Caller } from '@crm/contracts/endpoint/endpoint.js';
import { voucherHeader } from '@crm/platform/http/service-client.js';
import { testSigner } from '@crm/platform/testing/service-keys.js';
import { uniqueId } from '@crm/platform/testing/unique.js';
import { allowed, optedOut, tooEarly } from '../test/fake-services.js';
import {
  customerNumber,
  startMessaging,
  type MessagingServer,
  type SignedIn,
} from '../test/messaging-server.js';
import { unknownReason } from '../text/reduce-text.rules.js';
import type { TextDoc } from '../text/text.model.js';
import { optOutRulesVersion } from './opt-out-words.rules.js';

const day = 24 * 3600_000;

let server: MessagingServer;
let agent: SignedIn;
let lead: LeadToCall;
beforeAll(async () => {
  server = await startMessaging();
});
afterAll(async () => {
  await server.stop();
});
beforeEach(async () => {
  server.others.leads.permit = () => allowed;
  server.others.leads.isAway = false;
  agent = await server.signIn();
  lead = server.givenLead({ user_id: agent.user.id });
});

const bodyFor = (given: Partial<{ lead: LeadToCall; text: string; to: string; key: string }> = {}) => {
  const { lead: to = lead, ...rest } = given;
  return {
    lead_id: to.lead_id,
    user_id: agent.user.id,
    text: 'Good morning',
    to: to.phones[0] ?? '',
    ...rest,
  };
};
const sendAs = (who: SignedIn, body = bodyFor()) => who.client.call(calls.sendText, { body });
const textsOf = async (of: LeadToCall) =>
  (await server.admin.client.call(calls.listTexts, { params: { id: of.lead_id }, query: {} })).answer
    .messages;
const textAt = async (of: LeadToCall): Promise<TextMessage> => {
  const [text] = await textsOf(of);
  if (text === undefined) throw new Error('There is no text');
  return text;
};
const atCarrier = (phone = '') =>
  server.sim.control.state().messages.filter(({ to }: { to: string }) => to === phone);

describe('the texts of a lead', () => {
  const vouchedBy = (service: Caller) => ({
    [voucherHeader]: testSigner(service, server.clock)('messaging'),
  });

  test('are listed without a look at the lead where leads vouches for who asks, in that one answer', async () => {
    await sendAs(agent);
    const other = await server.signIn();
    const asOther = (headers: Record<string, string> = {}) =>
      other.client.call(calls.listTexts, { params: { id: lead.lead_id }, query: {} }, headers);
    expect((await asOther()).status).toBe(404);
    expect((await asOther(vouchedBy('leads'))).answer.messages).toMatchObject([{ text: 'Good morning' }]);
    expect((await asOther(vouchedBy('gateway'))).status).toBe(403);
    expect((await asOther()).status).toBe(404);
  });
});

describe('sending', () => {
  test('queued with the answer, sent from the agent’s own number, and delivered by the carrier’s word', async () => {
    const { status, answer } = await sendAs(agent);
    expect([status, answer.status, answer.text_message]).toMatchObject([
      200,
      'success',
      {
        send_status: 'queued',
        is_client_message: 0,
        customer_fullname: lead.fullname,
        user_id: agent.user.id,
      },
    ]);
    await server.settled();
    expect(await textAt(lead)).toMatchObject({ send_status: 'delivered', can_resend: false, reason: '' });
    expect(atCarrier(lead.phones[0])).toMatchObject([
      {
        from: agent.user.twilio_phone,
        body: 'Juniper Insurance: Good morning\nReply STOP to opt out',
        // By the registered service, and all the same from the number that the customer knows.
        serviceSid: expect.stringMatching(/^MG/) as string,
      },
    ]);
    const { id } = answer.text_message;
    expect(server.probe.all(textSent).filter(({ data }) => data.id === id)).toHaveLength(1);
    expect(
      server.probe
        .all(textStatusChanged)
        .filter(({ data }) => data.message_id === id)
        .map(({ data }) => data.send_status),
    ).toEqual(['sending', 'sent', 'delivered']);
    expect(server.others.leads.asked.filter(({ lead_id }) => lead_id === lead.lead_id)).toEqual([
      expect.objectContaining({ attempt_id: id, channel: 'text', user_id: agent.user.id }),
    ]);
    expect(server.sim.control.apiProblems()).toEqual([]);
  });

  test('the second text to a number says its words alone', async () => {
    await sendAs(agent);
    await server.settled();
    await sendAs(agent, bodyFor({ text: 'One more thing' }));
    await server.settled();
    expect(atCarrier(lead.phones[0]).map(({ body }: { body: string }) => body)).toContain('One more thing');
  });

  test.each([
    ['an empty text', { text: '  ' }, 'Cannot send empty message'],
    ['no phone', { to: '' }, 'Lead phone is not exist!'],
    ['a second number that there is none of', { to: 'second_phone' }, 'Lead phone is not exist!'],
    ['somebody else’s number', { to: '+12025550199' }, 'This number does not belong to the lead'],
  ])('%s is refused', async (_what, given, message) => {
    const { status, refusal } = await sendAs(agent, bodyFor(given));
    expect([status, refusal.message]).toEqual([422, message]);
    expect(await textsOf(lead)).toEqual([]);
  });

  test('what the rules of contact forbid is refused in their words, and no answer is a no', async () => {
    server.others.leads.permit = () => tooEarly;
    expect((await sendAs(agent)).refusal).toMatchObject({ code: 'invalid', message: tooEarly.sentence });
    server.others.leads.permit = () => 'unreachable';
    expect((await sendAs(agent)).status).toBe(503);
    expect(await textsOf(lead)).toEqual([]);
  });

  test('what is forbidden by the time it goes out fails with the reason', async () => {
    const plain = await server.signIn({ twilio_phone: '' });
    const its = server.givenLead({ user_id: plain.user.id });
    const { telephony, leads } = server.others;
    telephony.isAway = true;
    const { id } = (await sendAs(plain, { ...bodyFor({ lead: its }), user_id: plain.user.id })).answer
      .text_message;
    await server.settled();
    expect(await textAt(its)).toMatchObject({ send_status: 'queued' });

    telephony.isAway = false;
    leads.permit = () => tooEarly;
    await server.later(5_000);
    server.wake();
    await server.settled();
    expect(await textAt(its)).toMatchObject({ send_status: 'failed', reason: tooEarly.sentence });
    expect(atCarrier(its.phones[0])).toEqual([]);
    // The same attempt both times, so that it counts once.
    expect(leads.asked.filter(({ lead_id }) => lead_id === its.lead_id)).toMatchObject([
      { attempt_id: id },
      { attempt_id: id },
    ]);
  });

  test('others’ leads are unknown, others’ names are refused, strangers are turned away', async () => {
    const other = await server.signIn();
    expect((await sendAs(other, { ...bodyFor(), user_id: other.user.id })).status).toBe(404);
    expect((await sendAs(agent, { ...bodyFor(), user_id: other.user.id })).status).toBe(403);
    expect((await server.stranger.call(calls.sendText, { body: bodyFor() })).status).toBe(403);
    expect((await sendAs(server.admin)).answer.text_message.user_id).toBe(agent.user.id);
  });

  test('one click is one text: twice at once, twice in a row, by its key however late', async () => {
    const both = await Promise.all([sendAs(agent), sendAs(agent)]);
    const again = await sendAs(agent);
    const ids = [...both, again].map(({ answer }) => answer.text_message.id);
    expect(new Set(ids).size).toBe(1);
    await server.later(11_000);
    expect((await sendAs(agent)).answer.text_message.id).not.toBe(ids[0]);

    const keyed = bodyFor({ text: 'By key', key: 'click-0001' });
    const first = (await sendAs(agent, keyed)).answer.text_message.id;
    await server.later(3_600_000);
    expect((await sendAs(agent, keyed)).answer.text_message.id).toBe(first);
    await server.settled();
    expect(atCarrier(lead.phones[0])).toHaveLength(3);
  });

  test('after a month the next text says again how to have no more', async () => {
    await sendAs(agent);
    await server.settled();
    await server.later(29 * day);
    await sendAs(agent, bodyFor({ text: 'On the 29th day' }));
    await server.settled();
    await server.later(day);
    await sendAs(agent, bodyFor({ text: 'On the 30th day' }));
    await server.settled();
    await sendAs(agent, bodyFor({ text: 'And one more' }));
    await server.settled();
    expect(atCarrier(lead.phones[0]).map(({ body }: { body: string }) => body)).toEqual(
      expect.arrayContaining(['On the 29th day', 'On the 30th day\nReply STOP to opt out', 'And one more']),
    );
  });

  test('to a number that wants none is refused, a text that failed before not excepted', async () => {
    const its = server.givenLead({ user_id: agent.user.id, phones: [customerNumber('50')] });
    const { id } = (await sendAs(agent, bodyFor({ lead: its }))).answer.text_message;
    await server.settled();
    server.others.leads.permit = () => optedOut;
    const again = await agent.client.call(calls.resendText, { body: { id } });
    expect([again.status, again.refusal.message]).toEqual([422, optedOut.sentence]);
    const { status, refusal } = await sendAs(agent, bodyFor({ lead: its, text: 'Something else' }));
    expect([status, refusal.message]).toEqual([422, optedOut.sentence]);
    expect(atCarrier(its.phones[0])).toHaveLength(1);
  });

  test('without a number of the agent’s own it goes from the one that telephony names', async () => {
    const plain = await server.signIn({ twilio_phone: '' });
    const its = server.givenLead({ user_id: plain.user.id });
    await sendAs(plain, { ...bodyFor({ lead: its }), user_id: plain.user.id });
    await server.settled();
    expect(atCarrier(its.phones[0])).toMatchObject([{ from: '+17375550190' }]);
  });
});

describe('what becomes of it', () => {
  const sentTo = async (row: string) => {
    const its = server.givenLead({ user_id: agent.user.id, phones: [customerNumber(row)] });
    await sendAs(agent, bodyFor({ lead: its }));
    await server.settled();
    return { its, text: await textAt(its) };
  };

  test('undelivered and failed are told with the carrier’s number', async () => {
    expect((await sentTo('50')).text).toMatchObject({ send_status: 'undelivered', can_resend: true });
    expect((await sentTo('53')).text).toMatchObject({
      send_status: 'failed',
      reason: 'The carrier could not deliver it: no reason is known (30008)',
    });
  });

  test('what our own account makes fail is said in words, and is known to admins until it is put right', async () => {
    const faults = async () =>
      (await server.admin.client.call(getSystemPart, { params: { service: 'messaging' } })).answer
        .account_faults;
    expect(await faults()).toEqual([]);
    expect((await sentTo('23')).text).toMatchObject({
      send_status: 'failed',
      reason: 'Texts cannot be sent: Our number cannot send texts. Please contact an admin',
    });
    expect(await faults()).toMatchObject([
      { code: 21606, sentence: 'Our number cannot send texts', times: 1 },
    ]);
    await sentTo('23');
    expect(await faults()).toMatchObject([{ code: 21606, times: 2 }]);
    await server.service.ctx.accountFaults.published(30034);
    expect((await faults()).map(({ code }) => code).sort()).toEqual([21606, 30034]);
  });

  test('a number that wants none closes it for everybody', async () => {
    const { its, text } = await sentTo('51');
    expect(text).toMatchObject({ send_status: 'failed' });
    const order = await server.probe.waitFor(optOutCommand, ({ data }) => data.phone === its.phones[0]);
    expect(order.data).toMatchObject({ channel: 'text', how: 'carrier' });
  });

  test('a number that takes no texts fails and closes nothing', async () => {
    const { its, text } = await sentTo('52');
    expect(text).toMatchObject({ send_status: 'failed', can_resend: true });
    expect(server.probe.all(optOutCommand).filter(({ data }) => data.phone === its.phones[0])).toEqual([]);
  });

  test('a fault of the carrier’s leaves it unknown, and its later word is believed', async () => {
    const { its, text } = await sentTo('20');
    expect(text).toMatchObject({ send_status: 'failed', reason: unknownReason });
    const about = { MessageSid: `SM${'1'.repeat(32)}`, MessageStatus: 'delivered' };
    const { status } = await server.hook(`/tw/sms/status/${text.id}?a=1`, about);
    expect([status, await textAt(its)]).toMatchObject([200, { send_status: 'delivered', reason: '' }]);
  });

  test('what another process saved of a text counts, whatever this one wrote last', async () => {
    const { its, text } = await sentTo('20');
    const { texts, lastWritten } = server.service.ctx;
    const _id = new Types.ObjectId(text.id);
    const before = await texts.findById(_id).lean<TextDoc>();
    if (before === null) throw new Error('There is no text');
    const message_sid = `SM${'2'.repeat(32)}`;
    await texts.updateOne(
      { _id },
      { $set: { send_status: 'delivered', reason: '', uncertain: false, message_sid }, $inc: { version: 1 } },
    );
    lastWritten.keep(before);
    const late = { MessageSid: message_sid, MessageStatus: 'sent' };
    await server.hook(`/tw/sms/status/${text.id}?a=1`, late);
    expect(await textAt(its)).toMatchObject({ send_status: 'delivered', reason: '' });
  });

  test('an answer that never comes is made up for by the webhooks, and nothing is sent twice', async () => {
    const { its, text } = await sentTo('22');
    expect(text).toMatchObject({ send_status: 'delivered' });
    expect(atCarrier(its.phones[0])).toHaveLength(1);
  });

  test('webhooks that come twice and out of order say the same', async () => {
    expect((await sentTo('30')).text).toMatchObject({ send_status: 'delivered' });
    expect((await sentTo('31')).text).toMatchObject({ send_status: 'delivered' });
  });

  test('it is sent again once, in its own place', async () => {
    const { its, text } = await sentTo('50');
    const again = () => agent.client.call(calls.resendText, { body: { id: text.id } });
    expect((await again()).answer.text_message).toMatchObject({ id: text.id, send_status: 'queued' });
    expect((await again()).status).toBe(409);
    await server.settled();
    expect(await textsOf(its)).toMatchObject([
      { id: text.id, send_status: 'undelivered', can_resend: false },
    ]);
    expect((await again()).refusal.code).toBe('conflict');
    expect(atCarrier(its.phones[0])).toHaveLength(2);
    expect(server.probe.all(textSent).filter(({ data }) => data.id === text.id)).toHaveLength(1);
  });

  test('one found half sent after a crash is unknown and not sent again', async () => {
    await sendAs(agent);
    await server.settled();
    const { id } = await textAt(lead);
    await server.service.ctx.texts.updateOne(
      { _id: id },
      { $set: { send_status: 'sending', message_sid: null, published: false, at: server.clock.now() } },
    );
    server.wake();
    await server.settled();
    expect(await textAt(lead)).toMatchObject({ send_status: 'failed', reason: unknownReason });
    expect(atCarrier(lead.phones[0])).toHaveLength(1);
  });

  test('a webhook that nobody signed changes nothing', async () => {
    const response = await fetch(`${server.service.url}/tw/sms/status/${uniqueId()}`, { method: 'POST' });
    expect(response.status).toBe(403);
  });
});

describe('a customer’s text', () => {
  const from = (phone: string, body: string, sid = `SM${uniqueId()}${uniqueId().slice(0, 8)}`) => ({
    MessageSid: sid,
    From: phone,
    To: agent.user.twilio_phone,
    Body: body,
  });
  const arrives = async (fields: Record<string, string>) => {
    const reply = await server.hook('/tw/sms/in', fields);
    await server.settled();
    return reply;
  };

  test('is stored once, told to the lead’s agent, and answered with nothing', async () => {
    const phone = lead.phones[0] ?? '';
    const fields = from(phone, 'Call me after five');
    const reply = await arrives(fields);
    await arrives(fields);
    expect([reply.status, reply.text]).toEqual([200, '<?xml version="1.0" encoding="UTF-8"?><Response/>']);
    expect(await textsOf(lead)).toMatchObject([
      {
        is_client_message: 1,
        send_status: 'received',
        read_status: 0,
        user_id: agent.user.id,
        text: fields.Body,
      },
    ]);
    const published = server.probe.all(textReceived).filter(({ data }) => data.lead_id === lead.lead_id);
    const known = server.probe.all(notificationCreated).filter(({ data }) => data.lead_id === lead.lead_id);
    expect([published.length, known.length]).toEqual([1, 1]);
    expect(known[0]?.data).toMatchObject({ type: 'message', user_id: agent.user.id });
  });

  test('goes to the newest lead that is still worked, and to whoever’s number was written to', async () => {
    const colleague = await server.signIn();
    const phone = customerNumber();
    const open = server.givenLead({ phones: [phone], user_id: colleague.user.id });
    server.givenLead({ phones: [phone], status: 'declined' });
    await arrives(from(phone, 'Hello'));
    expect(await textsOf(open)).toMatchObject([{ user_id: agent.user.id }]);
    await arrives({ ...from(phone, 'Hello again'), To: '+17375550199' });
    expect((await textsOf(open))[1]).toMatchObject({ user_id: colleague.user.id });
  });

  test('from nobody’s number is for all admins', async () => {
    const phone = customerNumber();
    await arrives({ ...from(phone, 'Who is this?'), To: '+17375550199' });
    const { data } = await server.probe.waitFor(notificationCreated, (each) => each.data.lead_name === phone);
    expect(data).toMatchObject({ user_id: 0, lead_id: null });
  });

  test.each(['YES', 'yes.', 'Please start again', 'HELP'])('%s opens nothing', async (body) => {
    const phone = lead.phones[0] ?? '';
    await arrives(from(phone, body));
    expect((await textsOf(lead))[0]).toMatchObject({ text: body });
    expect(server.probe.all(optOutCommand).filter(({ data }) => data.phone === phone)).toEqual([]);
  });

  test('STOP closes calls and texts at once, START opens texts alone', async () => {
    const phone = lead.phones[0] ?? '';
    await arrives(from(phone, 'Stop.'));
    await arrives({ ...from(phone, 'Bitte'), OptOutType: 'START' });
    const orders = server.probe.all(optOutCommand).filter(({ data }) => data.phone === phone);
    expect(orders.map(({ data }) => data)).toEqual([
      { phone, channel: 'call', how: 'keyword' },
      { phone, channel: 'text', how: 'keyword' },
      { phone, channel: 'text', how: 'keyword', lift: true },
    ]);
  });

  test('a wording that likely ends contact closes both channels in the write that stores it, HELP none', async () => {
    const phone = customerNumber('61');
    server.others.leads.isAway = true;
    await server.hook('/tw/sms/in', from(phone, 'HELP'));
    await server.hook('/tw/sms/in', from(phone, 'Please stop texting me'));
    await server.settled();
    const orders = server.probe.all(optOutCommand).filter(({ data }) => data.phone === phone);
    const wording = {
      text: 'Please stop texting me',
      marks: [{ from: 7, to: 19 }],
      rules: optOutRulesVersion,
    };
    expect(orders.map(({ data }) => data)).toEqual([
      { phone, channel: 'call', how: 'keyword', wording },
      { phone, channel: 'text', how: 'keyword', wording },
    ]);
    server.others.leads.isAway = false;
  });

  test('is not lost while leads is away, and keeps its order', async () => {
    const phone = lead.phones[0] ?? '';
    server.others.leads.isAway = true;
    for (const body of ['one', 'two', 'three']) await server.hook('/tw/sms/in', from(phone, body));
    await server.settled();
    expect(await textsOf(lead)).toEqual([]);
    server.others.leads.isAway = false;
    await server.later(6_000);
    server.wake();
    await server.settled();
    expect((await textsOf(lead)).map(({ text }) => text)).toEqual(['one', 'two', 'three']);
    const published = server.probe.all(textReceived).filter(({ data }) => data.lead_id === lead.lead_id);
    expect(await server.wordsOf(published.map(({ data }) => data.id))).toEqual(['one', 'two', 'three']);
  });

  test('a flood loses none and doubles none', async () => {
    const phone = lead.phones[0] ?? '';
    const flood = Array.from({ length: 200 }, (_, index) => from(phone, `line ${String(index)}`));
    await Promise.all([...flood, ...flood].map((fields) => server.hook('/tw/sms/in', fields)));
    await server.settled();
    const texts = await server.service.ctx.texts.countDocuments({ customer_phone: phone });
    const published = server.probe.all(textReceived).filter(({ data }) => data.lead_id === lead.lead_id);
    expect([texts, new Set(published.map(({ data }) => data.id)).size, published.length]).toEqual([
      200, 200, 200,
    ]);
  });

  test('the inbox has unread ones first, goes with the lead, and forgets a deleted one', async () => {
    const second = server.givenLead({ user_id: agent.user.id });
    await arrives(from(lead.phones[0] ?? '', 'Waiting'));
    await server.later(60_000);
    await sendAs(agent, bodyFor({ lead: second }));
    await server.settled();
    const inboxOf = async (who: SignedIn, search?: string) =>
      (await who.client.call(calls.listConversations, { query: search === undefined ? {} : { search } }))
        .answer;
    const inbox = await inboxOf(agent);
    expect(inbox).toMatchObject({
      totalCount: 2,
      unreadCount: 1,
      conversations: [
        { lead_id: lead.lead_id, unread: 1, last: { text: 'Waiting' } },
        { lead_id: second.lead_id, unread: 0, last: { send_status: 'delivered' } },
      ],
    });
    expect((await inboxOf(agent, second.phones[0]?.slice(2, 8))).totalCount).toBe(1);

    const colleague = await server.signIn();
    const handed = { ...exampleLifeLead, id: lead.lead_id, user_id: colleague.user.id };
    await server.send(leadAssigned, {
      lead_id: lead.lead_id,
      from: agent.user.id,
      to: colleague.user.id,
      how: 'manual',
      lead: handed,
    });
    expect([(await inboxOf(agent)).totalCount, (await inboxOf(colleague)).totalCount]).toEqual([1, 1]);
    await server.send(leadDeleted, { lead_id: lead.lead_id, type_id: 2, source: 'own', user_id: 0 }, 2);
    expect((await inboxOf(colleague)).totalCount).toBe(0);
    // They are stored until the retention of the lead ends, and wait for nobody.
    const texts = await server.service.ctx.texts.find({ customer_phone: lead.phones[0] }).lean();
    expect(texts.map(({ text, read_status }) => [text, read_status])).toEqual([['Waiting', 1]]);
    await server.send(leadRestored, { lead: { ...handed, version: 3 } }, 2, 3);
    expect(await inboxOf(colleague)).toMatchObject({ totalCount: 1, unreadCount: 0 });
  });
});

describe('the order text.send', () => {
  test('is carried out once, however often it comes', async () => {
    const order = { lead_id: lead.lead_id, user_id: agent.user.id, text: 'By order' };
    await server.send(sendTextCommand, order, 2);
    await server.settled();
    expect(await textsOf(lead)).toMatchObject([{ text: 'By order', send_status: 'delivered' }]);
    expect(atCarrier(lead.phones[0])).toHaveLength(1);
  });

  const order = (given: object = {}) => ({
    lead_id: lead.lead_id,
    user_id: agent.user.id,
    text: 'By order',
    ...given,
  });

  test.each([
    ['the rules of contact', () => order(), { code: 'invalid', message: tooEarly.sentence }],
    ['a user of whom nobody knows', () => order({ user_id: uniqueId() }), { code: 'not_found' }],
    ['a lead of whom nobody knows', () => order({ lead_id: uniqueId() }), { code: 'not_found' }],
    [
      'words that are blanks alone',
      () => order({ text: '  ' }),
      { code: 'invalid', errors: { text: 'Cannot send empty message' } },
    ],
  ])('is refused for %s, and crm.rejected is told why', async (_why, given, reason) => {
    server.others.leads.permit = () => tooEarly;
    const command = await server.send(sendTextCommand, given(), 2);
    await server.settled();
    const published = server.rejected.filter(({ causationid }) => causationid === command.id);
    expect(published).toMatchObject([
      { type: 'text.send.rejected', source: 'messaging', data: reason },
      { type: 'text.send.rejected' },
    ]);
    expect(await textsOf(lead)).toEqual([]);
    expect(atCarrier(lead.phones[0])).toEqual([]);
  });

  test('of another agent’s lead is refused', async () => {
    const other = await server.signIn();
    const command = await server.send(sendTextCommand, order({ user_id: other.user.id }));
    expect(server.rejected.find(({ causationid }) => causationid === command.id)?.data).toMatchObject({
      code: 'not_found',
    });
  });
});
