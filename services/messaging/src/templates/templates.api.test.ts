import type { LeadToCall } from '@crm/contracts/http/calling.js';
import { listTexts } from '@crm/contracts/http/messaging.js';
import * as calls from '@crm/contracts/http/templates.js';
import { emailTemplates, smsTemplates } from '@crm/contracts/resources/template.js';
import { startMessaging, type MessagingServer, type SignedIn } from '../test/messaging-server.js';

let server: MessagingServer;
let agent: SignedIn;
let other: SignedIn;
let lead: LeadToCall;
beforeAll(async () => {
  server = await startMessaging();
});
afterAll(async () => {
  await server.stop();
});
beforeEach(async () => {
  agent = await server.signIn();
  other = await server.signIn();
  lead = server.givenLead({ user_id: agent.user.id, fullname: 'Raymond Okafor' });
});

const sms = { title: 'Missed you', text: 'Hello {{lead.first_name}}, this is {{agent.first_name}}.' };
const email = {
  name: 'Quote',
  title: 'For {{lead.fullname}}',
  text: '<p>Dear {{lead.fullname}}</p><script>x</script>',
};
const createSms = (who: SignedIn, given: Partial<typeof sms> = {}) =>
  who.client.call(calls.createSmsTemplate, { body: { user_id: agent.user.id, ...sms, ...given } });
const createEmail = (who: SignedIn, given: Partial<typeof email> = {}) =>
  who.client.call(calls.createEmailTemplate, { body: { user_id: agent.user.id, ...email, ...given } });
const useOf = (id: string) => ({ id, lead: lead.lead_id, user: agent.user.id });

test('texts are made, listed by title, changed and removed by their owner', async () => {
  const { answer } = await createSms(agent);
  await createSms(agent, { title: 'An earlier one' });
  const list = async () =>
    (await agent.client.call(calls.listSmsTemplates, { params: { userId: agent.user.id } })).answer.templates;
  expect((await list()).map(({ title }) => title)).toEqual(['An earlier one', 'Missed you']);
  const { id } = answer.template;
  const changed = { id, title: 'Missed you twice', text: 'Hi' };
  const update = await agent.client.call(calls.updateSmsTemplate, { body: changed });
  expect(update.answer).toEqual({ status: 'success', message: 'Template saved', template: changed });
  await agent.client.call(calls.removeSmsTemplate, { body: { id } });
  expect((await list()).map(({ title }) => title)).toEqual(['An earlier one']);
});

test('e-mails are made with clean HTML, listed by name, changed and removed', async () => {
  const { answer } = await createEmail(agent);
  const { id } = answer.template;
  expect(answer.template).toEqual({ id, ...email, text: '<p>Dear {{lead.fullname}}</p>' });
  await agent.client.call(calls.updateEmailTemplate, { body: { id, name: 'B', title: 'T', text: 'plain' } });
  const list = await agent.client.call(calls.listEmailTemplates, { params: { userId: agent.user.id } });
  expect(list.answer.templates).toEqual([{ id, name: 'B', title: 'T', text: 'plain' }]);
  expect((await agent.client.call(calls.removeEmailTemplate, { body: { id } })).status).toBe(200);
});

test('another agent sees, changes and removes none of them; an admin may', async () => {
  const { id } = (await createSms(agent)).answer.template;
  expect((await createSms(other)).status).toBe(403);
  const list = await other.client.call(calls.listSmsTemplates, { params: { userId: agent.user.id } });
  expect(list.status).toBe(403);
  expect((await other.client.call(calls.updateSmsTemplate, { body: { id, ...sms } })).status).toBe(404);
  expect((await other.client.call(calls.removeSmsTemplate, { body: { id } })).status).toBe(404);
  expect((await server.admin.client.call(calls.removeSmsTemplate, { body: { id } })).status).toBe(200);
  expect((await createEmail(server.admin)).status).toBe(200);
});

test('title and name are required, and a field that there is none of is refused at once', async () => {
  expect((await createSms(agent, { title: ' ' })).refusal.errors).toEqual({ title: 'Required.' });
  const both = (await createEmail(agent, { name: '', title: '' })).refusal.errors;
  expect(both).toEqual({ name: 'Required.', title: 'Required.' });
  expect((await createSms(agent, { text: 'Hi {{lead.shoe}}' })).refusal.errors).toEqual({
    text: 'Unknown field {{lead.shoe}}',
  });
});

test('a text is filled in and sent to the first number', async () => {
  const { id } = (await createSms(agent)).answer.template;
  const { answer } = await agent.client.call(calls.sendSmsTemplate, { body: useOf(id) });
  expect(answer.text_message.text).toBe(`Hello Raymond, this is ${agent.user.fname}.`);
  await server.settled();
  const list = await agent.client.call(listTexts, { params: { id: lead.lead_id }, query: {} });
  expect(list.answer.messages).toMatchObject([{ send_status: 'delivered', customer_phone: lead.phones[0] }]);
});

describe('who speaks Spanish', () => {
  const text_es = 'Hola, {{lead.first_name}}, le escribe {{agent.first_name}}.';
  const inSpanish = { title_es: 'Para {{lead.fullname}}', text_es: '<p>Buenos días</p><script>x</script>' };
  const sent = async (id: string) =>
    (await agent.client.call(calls.sendSmsTemplate, { body: useOf(id) })).answer.text_message.text;
  beforeEach(() => {
    lead = server.givenLead({ user_id: agent.user.id, fullname: 'Rosa Medina', language: 'es' });
  });

  test('is sent the Spanish text, and everybody else the English one', async () => {
    const body = { user_id: agent.user.id, ...sms, text_es };
    const { id } = (await agent.client.call(smsTemplates.calls.create, { body })).answer;
    expect(await sent(id)).toBe(`Hola, Rosa, le escribe ${agent.user.fname}.`);
    await server.settled();
    const atCarrier = server.sim.control.state().messages.filter(({ to }) => to === lead.phones[0]);
    expect(atCarrier.map((message) => message.body)).toEqual([
      `Juniper Insurance: Hola, Rosa, le escribe ${agent.user.fname}.\nResponda STOP para cancelar`,
    ]);
    lead = server.givenLead({ user_id: agent.user.id, fullname: 'Raymond Okafor' });
    expect(await sent(id)).toBe(`Hello Raymond, this is ${agent.user.fname}.`);
  });

  test('is sent the English text of a template that has no other', async () => {
    expect(await sent((await createSms(agent)).answer.template.id)).toMatch(/^Hello Rosa/);
  });

  test('is sent a Spanish e-mail, title and text, kept as clean as the English one', async () => {
    const body = { user_id: agent.user.id, ...email, ...inSpanish };
    const { id } = (await agent.client.call(emailTemplates.calls.create, { body })).answer;
    const { answer } = await agent.client.call(calls.sendEmailTemplate, { body: useOf(id) });
    expect(answer.email).toMatchObject({ title: 'Para Rosa Medina', text: '<p>Buenos días</p>' });
  });

  test('needs a Spanish title for a Spanish e-mail, and fields that there are', async () => {
    const { create } = emailTemplates.calls;
    const write = (given: Partial<typeof inSpanish>) =>
      agent.client.call(create, { body: { user_id: agent.user.id, ...email, ...inSpanish, ...given } });
    expect((await write({ title_es: '' })).refusal.errors).toEqual({
      title_es: 'Enter the Spanish title, too',
    });
    expect((await write({ text_es: 'Hola {{lead.shoe}}' })).refusal.errors).toEqual({
      text_es: 'Unknown field {{lead.shoe}}',
    });
  });

  test('keeps the Spanish wording where the given calls change the English one', async () => {
    const body = { user_id: agent.user.id, ...sms, text_es };
    const { id } = (await agent.client.call(smsTemplates.calls.create, { body })).answer;
    const changed = await agent.client.call(calls.updateSmsTemplate, {
      body: { id, title: 'B', text: 'Hi' },
    });
    expect(changed.answer.template).toEqual({ id, title: 'B', text: 'Hi' });
    const read = await agent.client.call(smsTemplates.calls.one, { params: { id } });
    expect(read.answer).toMatchObject({ title: 'B', text: 'Hi', text_es });
  });
});

test('an e-mail is filled in, its values never as tags', async () => {
  lead = server.givenLead({ user_id: agent.user.id, fullname: 'Ray <b>O’Neil</b>' });
  const { id } = (await createEmail(agent)).answer.template;
  const { answer } = await agent.client.call(calls.sendEmailTemplate, { body: useOf(id) });
  expect(answer.email).toMatchObject({
    title: 'For Ray <b>O’Neil</b>',
    text: '<p>Dear Ray &lt;b&gt;O’Neil&lt;/b&gt;</p>',
    send_status: 'sent',
  });
});

test('a field without a value stops the sending and is named', async () => {
  server.others.leads.rows.set(lead.lead_id, { state: null });
  const { id } = (await createSms(agent, { text: 'From {{lead.state}}' })).answer.template;
  const { status, refusal } = await agent.client.call(calls.sendSmsTemplate, { body: useOf(id) });
  expect([status, refusal.message]).toEqual([422, "Customer's state is not known: nothing was sent"]);
  const list = await agent.client.call(listTexts, { params: { id: lead.lead_id }, query: {} });
  expect(list.answer.messages).toEqual([]);
});

test('a preview shows what a lead would read, and what is missing', async () => {
  server.others.leads.rows.set(lead.lead_id, { state: null, email: 'ray@example.com' });
  const draft = { lead: lead.lead_id, user: agent.user.id, title: '{{lead.first_name}}' };
  const text = '<p>{{lead.email}} {{lead.state}} {{shoe}}</p>';
  const shown = await agent.client.call(calls.previewTemplate, { body: { ...draft, kind: 'email', text } });
  expect(shown.answer).toEqual({
    title: 'Raymond',
    text: '<p>ray@example.com {{lead.state}} {{shoe}}</p>',
    to: 'ray@example.com',
    missing: [{ name: 'lead.state', label: "Customer's state" }],
    unknown: ['shoe'],
  });
  const hidden = await other.client.call(calls.previewTemplate, {
    body: { ...draft, user: other.user.id, kind: 'sms', text: 'Hi' },
  });
  expect(hidden.status).toBe(404);
});

describe('in the resource dialect', () => {
  const { list, one, create, change, remove } = smsTemplates.calls;
  const body = () => ({ user_id: agent.user.id, ...sms });

  test('a text is the one that the given calls have, in the same order', async () => {
    const { answer } = await agent.client.call(create, { body: body() });
    expect(answer).toEqual({ id: answer.id, version: 1, ...body(), text_es: '' });
    await createSms(agent, { title: 'an earlier one' });
    const listed = await agent.client.call(list, { query: {} });
    const given = await agent.client.call(calls.listSmsTemplates, { params: { userId: agent.user.id } });
    expect(listed.answer.map(({ title }) => title)).toEqual(['an earlier one', 'Missed you']);
    expect(given.answer.templates.map(({ title }) => title)).toEqual(['an earlier one', 'Missed you']);
    const found = await agent.client.call(list, { query: { filter: '{"q":"miss"}' } });
    expect(found.answer).toEqual([answer]);
  });

  test('a change counts from the version that was read; what is no field is refused', async () => {
    const { id } = (await agent.client.call(create, { body: body() })).answer;
    const params = { id };
    const changed = await agent.client.call(change, { params, body: { version: 1, title: 'T', text: 'x' } });
    expect(changed.answer).toMatchObject({ version: 2, title: 'T' });
    const late = await agent.client.call(change, { params, body: { version: 1, title: 'Late', text: 'x' } });
    expect([late.status, late.refusal.conflict?.version]).toEqual([409, 2]);
    const wrong = { version: 2, title: 'T', text: 'Hi {{lead.shoe}}' };
    expect((await agent.client.call(change, { params, body: wrong })).refusal.errors).toEqual({
      text: 'Unknown field {{lead.shoe}}',
    });
  });

  test("another agent's is not there, an admin works on it", async () => {
    const { id } = (await agent.client.call(create, { body: body() })).answer;
    const params = { id };
    expect((await other.client.call(create, { body: body() })).status).toBe(403);
    expect((await other.client.call(one, { params })).status).toBe(404);
    expect((await other.client.call(remove, { params })).status).toBe(404);
    expect((await server.admin.client.call(remove, { params })).status).toBe(200);
    expect((await agent.client.call(one, { params })).status).toBe(404);
  });

  test('a removed one is sent no more', async () => {
    const { id } = (await createSms(agent)).answer.template;
    await agent.client.call(remove, { params: { id } });
    expect((await agent.client.call(calls.sendSmsTemplate, { body: useOf(id) })).status).toBe(404);
  });

  test('an e-mail is kept clean', async () => {
    const given = { body: { user_id: agent.user.id, ...email } };
    const { answer } = await agent.client.call(emailTemplates.calls.create, given);
    expect(answer.text).toBe('<p>Dear {{lead.fullname}}</p>');
  });
});
