import type { z } from 'zod';
import { optOutCommand } from '@crm/contracts/bus/commands.js';
import { contactOptedOut } from '@crm/contracts/bus/events.js';
import { recordChanged } from '@crm/contracts/bus/record-events.js';
import * as calls from '@crm/contracts/http/permission.js';
import {
  decideDoNotContact,
  doNotContact,
  liftDoNotContact,
  type EntryDecision,
} from '@crm/contracts/resources/do-not-contact.js';
import { uniqueId } from '@crm/platform/testing/unique.js';
import { lifeInput } from '../test/builders.js';
import { startLeads, type LeadsServer } from '../test/leads-server.js';

let server: LeadsServer;
// Friday, 11:00 in Texas.
const noon = '2026-11-20T17:00:00.000Z';
beforeEach(async () => {
  server = await startLeads();
  server.clock.set(noon);
});
afterEach(() => server.stop());

const phone = '+12145550142';
const wording = { text: 'Please stop texting me', marks: [{ from: 7, to: 19 }], rules: '2026-11-23' };
const stop = { phone, channel: 'text' as const, how: 'keyword' as const };

/** The request of the customer by which an admin sets a rule aside. */
const asked = { requested_on: '2026-11-20', minutes: 60 };

const isTextAllowed = async () =>
  (
    await server.internal.call(calls.mayContact, {
      body: { lead_id: null, phone, channel: 'text', user_id: null },
    })
  ).answer.allowed;
const listed = async (filter: object = {}) =>
  (await server.admin.client.call(doNotContact.calls.list, { query: { filter: JSON.stringify(filter) } }))
    .answer;
const toDecide = () => listed({ decision: ['open'] });
const only = async () => {
  const [entry] = await listed();
  if (entry === undefined) throw new Error('Nothing is listed');
  return entry;
};
const stored = async () => {
  const doc = await server.service.ctx.doNotContact.findOne({ address: phone }).lean();
  if (doc === null) throw new Error('There is no entry');
  return doc;
};
const says = (data: z.output<typeof optOutCommand.data>, times = 1) =>
  server.send(optOutCommand, { data }, times);
const saysLikely = (text = wording.text) => says({ ...stop, wording: { ...wording, text } });
const decide = (id: string, body: EntryDecision, by = server.admin) =>
  by.client.call(decideDoNotContact, { params: { id }, body });
/** What was told so far, all of it: an event is published behind its write. */
const toldOfRecord = async (change: string) => {
  await server.service.outboxIdle();
  return server.probe.all(recordChanged).filter(({ data }) => data.change === change);
};
const toldOfContact = async () => {
  await server.service.outboxIdle();
  return server.probe.all(contactOptedOut);
};
const reopen = (version: number): EntryDecision => ({
  decision: 'reopen',
  version,
  reason: 'He wrote about the bus stop',
});

describe('a wording that likely ends contact', () => {
  test('closes at once and lies under To decide with its words, delivered twice told once', async () => {
    const sent = await says({ ...stop, wording }, 2);
    await server.bus.publish([sent]);
    expect(await isTextAllowed()).toBe(false);
    expect(await toDecide()).toMatchObject([
      { address: phone, channel: 'text', how: 'keyword', decision: 'open', wordings: [wording], version: 1 },
    ]);
    const { data } = await server.probe.waitFor(contactOptedOut, (event) => event.data.phone === phone);
    expect(data).toMatchObject({ how: 'keyword', lifted: false });
    expect(await toldOfContact()).toHaveLength(1);
    expect(await toldOfRecord('created')).toHaveLength(1);
    expect((await stored()).history).toMatchObject([{ what: 'added', how: 'keyword', wording }]);
  });

  test('is kept beside the words before it, while nobody has decided', async () => {
    await saysLikely();
    await saysLikely('No more texts');
    expect(await toDecide()).toMatchObject([
      { version: 2, wordings: [wording, { ...wording, text: 'No more texts' }] },
    ]);
    expect(await toldOfRecord('updated')).toHaveLength(1);
    expect(await toldOfContact()).toHaveLength(1);
  });

  test('leaves what a STOP closed as it is', async () => {
    await says(stop);
    await saysLikely();
    expect(await listed()).toMatchObject([{ decision: null, wordings: [], version: 1 }]);
  });

  test('an entry from before there were decisions is read as one without', async () => {
    await says(stop);
    await server.service.ctx.doNotContact.collection.updateOne(
      { address: phone },
      { $unset: { decision: 1, wordings: 1, own_word: 1 } },
    );
    expect(await listed()).toMatchObject([{ decision: null, wordings: [] }]);
    expect(await toDecide()).toEqual([]);
  });
});

describe('a decision', () => {
  test('confirms: the entry stays, is no longer to be decided, and says who', async () => {
    await saysLikely();
    const { id, version } = await only();
    const { status, answer } = await decide(id, { decision: 'confirm', version });
    expect([status, answer.message]).toEqual([200, 'Stays closed']);
    expect(await isTextAllowed()).toBe(false);
    expect(await toDecide()).toEqual([]);
    expect(await listed()).toMatchObject([{ decision: 'confirmed', wordings: [wording] }]);
    expect((await stored()).history.at(-1)).toMatchObject({
      what: 'confirmed',
      how: 'admin',
      by: server.admin.user.fullname,
    });
    await server.probe.waitFor(recordChanged, ({ data }) => data.change === 'updated');
    expect(await toldOfContact()).toHaveLength(1);
  });

  test('reopens with a reason, which stays on record; the same message does not close again, new words do', async () => {
    const sent = await saysLikely();
    const { id, version } = await only();
    const { status, answer } = await decide(id, reopen(version));
    expect([status, answer.message]).toEqual([200, 'May be contacted again']);
    expect(await isTextAllowed()).toBe(true);
    await server.probe.waitFor(contactOptedOut, ({ data }) => data.lifted);
    expect(await toldOfRecord('deleted')).toHaveLength(1);
    expect((await stored()).history).toMatchObject([
      { what: 'added', wording },
      { what: 'reopened', how: 'admin', reason: 'He wrote about the bus stop' },
    ]);
    await server.bus.publish([sent]);
    expect(await isTextAllowed()).toBe(true);
    await saysLikely('No more texts');
    expect(await isTextAllowed()).toBe(false);
    expect(await toDecide()).toMatchObject([{ wordings: [{ text: 'No more texts' }] }]);
  });

  test('is an admin’s alone, and of nothing reopens without a reason', async () => {
    await saysLikely();
    const { id, version } = await only();
    const agent = await server.signIn();
    expect((await decide(id, { decision: 'confirm', version }, agent)).status).toBe(403);
    const { status, refusal } = await decide(id, { decision: 'reopen', version, reason: ' ' });
    expect([status, refusal.errors]).toEqual([422, { reason: 'Say why' }]);
    expect(await toDecide()).toHaveLength(1);
  });

  test('about words that have become more, or that somebody decided about, is refused', async () => {
    await saysLikely();
    const { id, version } = await only();
    await saysLikely('No more texts');
    expect((await decide(id, reopen(version))).status).toBe(409);
    expect(await isTextAllowed()).toBe(false);
    expect((await decide(id, { decision: 'confirm', version: version + 1 })).status).toBe(200);
    const { status, refusal } = await decide(id, reopen(version + 2));
    expect([status, refusal.message]).toEqual([409, 'This has been decided in the meantime']);
    expect((await decide(uniqueId(), { decision: 'confirm', version })).status).toBe(404);
    await says({ ...stop, lift: true });
    expect((await decide(id, reopen(version + 3))).status).toBe(404);
  });

  test('about a STOP there is none', async () => {
    await says(stop);
    const { id, version } = await only();
    expect((await decide(id, reopen(version))).status).toBe(409);
    expect(await isTextAllowed()).toBe(false);
  });
});

describe('the customer’s own later word', () => {
  test('a STOP confirms what was to be decided', async () => {
    await saysLikely();
    await says(stop, 2);
    expect(await toDecide()).toEqual([]);
    expect(await listed()).toMatchObject([{ decision: 'confirmed', wordings: [wording] }]);
    expect((await stored()).history.at(-1)).toMatchObject({ what: 'confirmed', how: 'keyword', by: null });
    expect(await toldOfRecord('updated')).toHaveLength(1);
  });

  test('START takes back what was to be decided, as their own word', async () => {
    await saysLikely();
    await says({ ...stop, lift: true });
    expect(await isTextAllowed()).toBe(true);
    expect(await toDecide()).toEqual([]);
    expect((await stored()).history.at(-1)).toMatchObject({ what: 'lifted', how: 'keyword', by: null });
  });
});

describe('lifting by an admin', () => {
  const lift = async () => {
    const { id } = await only();
    const query = { reason: 'He called us' };
    const { status, refusal } = await server.admin.client.call(liftDoNotContact, { params: { id }, query });
    return { status, message: refusal.message };
  };
  const added = () =>
    server.admin.client.call(doNotContact.calls.create, {
      body: { address: phone, channel: 'text', reason: '' },
    });

  test('a STOP is refused, alone or beside what a person listed; START lifts it', async () => {
    await says(stop);
    const only = 'The customer opted out: only they can open it again, with START';
    expect(await lift()).toEqual({ status: 422, message: only });
    expect(await listed()).toMatchObject([{ own_word: 1 }]);
    await says({ ...stop, lift: true });
    expect(await isTextAllowed()).toBe(true);
    await added();
    await says(stop);
    expect(await lift()).toEqual({ status: 422, message: only });
    expect(await isTextAllowed()).toBe(false);
  });

  test('words that are to be decided about are decided about instead', async () => {
    await saysLikely();
    expect(await lift()).toEqual({
      status: 422,
      message: 'The customer’s words are to be decided about first',
    });
    const { id, version } = await only();
    await decide(id, { decision: 'confirm', version });
    expect((await lift()).status).toBe(422);
  });
});

describe('an override', () => {
  const allowed = async (channel: 'call' | 'text') => {
    const agent = await server.signIn();
    const lead = await server.givenLead(lifeInput({ phone, state: 'TX' }), agent);
    const body = { place: 'phone' as const, channel, reason: 'He asked for it', ...asked };
    const params = { id: lead.id };
    const answered = await server.admin.client.call(calls.allowContact, { params, body });
    const { status } = answered;
    return { status, message: status === 200 ? '' : answered.refusal.message };
  };
  const kept = () => server.service.ctx.contactOverrides.countDocuments();

  test('of a STOP is refused, of the channel that it left open not', async () => {
    await says(stop);
    expect(await allowed('text')).toEqual({
      status: 422,
      message: 'The customer opted out: only they can open it again',
    });
    expect(await kept()).toBe(0);
    expect((await allowed('call')).status).toBe(200);
  });

  test('of what is to be decided is refused until it is reopened', async () => {
    await saysLikely();
    expect(await allowed('text')).toEqual({
      status: 422,
      message: 'The customer’s words are to be decided about under Do not contact first',
    });
    const { id, version } = await only();
    await decide(id, reopen(version));
    expect((await allowed('text')).status).toBe(200);
  });
});

describe('of what somebody else had listed', () => {
  const list = () =>
    server.admin.client.call(doNotContact.calls.create, {
      body: { address: phone, channel: 'text', reason: 'By letter' },
    });

  test('a wording is to be decided too; to reopen it leaves the entry closed', async () => {
    await list();
    await saysLikely();
    expect(await toDecide()).toMatchObject([{ how: 'agent', wordings: [wording] }]);
    const { id, version } = await only();
    expect((await decide(id, reopen(version))).answer.message).toBe('Stays closed');
    expect(await isTextAllowed()).toBe(false);
    expect(await listed()).toMatchObject([{ how: 'agent', decision: null, wordings: [] }]);
  });

  test('START takes back the customer’s own word alone', async () => {
    await list();
    await says(stop);
    expect((await stored()).own_word).toBe(1);
    await says({ ...stop, lift: true });
    expect(await isTextAllowed()).toBe(false);
    expect(await stored()).toMatchObject({ own_word: 0, history: [{}, {}, { what: 'withdrawn' }] });
  });

  test('a person who lists what is to be decided decides it', async () => {
    await saysLikely();
    await list();
    expect(await listed()).toMatchObject([{ how: 'keyword', decision: 'confirmed' }]);
  });
});
