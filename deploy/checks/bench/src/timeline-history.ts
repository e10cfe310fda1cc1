import { randomUUID } from 'node:crypto';
import { ObjectId, type MongoClient } from 'mongodb';
import type { TimelineKind } from '@crm/contracts/entities/timeline.js';

/** The lead, its agent and its number, as their services know them. */
export interface HistoryOf {
  lead_id: ObjectId;
  user_id: ObjectId;
  phone: string;
  email: string;
}

/** Entries of each kind; with the lead's beginning there are 500. */
const counts = {
  talked: 60,
  unanswered: 30,
  refusedCall: 30,
  voicemail: 10,
  text: 120,
  refusedText: 20,
  email: 50,
  refusedEmail: 5,
  note: 80,
  status: 30,
  assignment: 15,
  followup: 30,
  consent: 4,
  opt_out: 15,
} as const;

/** How many entries of each kind the timeline of such a lead has. */
export const entriesOfKind: Record<TimelineKind, number> = {
  call: counts.talked + counts.unanswered + counts.refusedCall,
  voicemail: counts.voicemail,
  text: counts.text + counts.refusedText,
  email: counts.email + counts.refusedEmail,
  note: counts.note,
  status: counts.status,
  assignment: counts.assignment,
  followup: counts.followup,
  consent: counts.consent,
  opt_out: counts.opt_out,
  created: 1,
};
export const historyLength = Object.values(entriesOfKind).reduce((sum, count) => sum + count, 0);

/** When such a history began. */
export const historyBegan = new Date(Date.UTC(2026, 4, 1));
const historyMs = 180 * 24 * 3600 * 1000;
const sentence = 'It is 7:12 AM CT there; calls may begin at 9:00 AM CT';
const letter = `<p>Good morning Raymond,</p>${'<p>As we said, the <b>monthly</b> price is &#36;42.10 and stays so.</p>'.repeat(20)}`;

/** Documents of one kind, spread over the whole history, so that each page has some of all. */
const spread = (name: keyof typeof counts, of: (at: Date, index: number) => object) =>
  Array.from({ length: counts[name] }, (_, index) => {
    const at = new Date(historyBegan.getTime() + (historyMs * (index + 0.5)) / counts[name] + 60_000);
    return { _id: new ObjectId(), ...of(at, index) };
  });

function callsOf({ lead_id, user_id, phone }: HistoryOf) {
  const call = { lead_id, user_id, number: phone, own_number: '+17375550100', lead_name: 'Raymond Okafor' };
  const over = (at: Date) => ({ state: 'ended', startedAt: at, heardAt: at, endedAt: at, lookAt: null });
  const made = { kind: 'single', direction: 'outbound', reason: '', answeredBy: null, version: 1 };
  const talked = spread('talked', (at) => ({
    ...call,
    ...made,
    ...over(at),
    ...{ outcome: 'completed', answeredBy: 'human', connectedAt: at, answeredAt: at },
    endedAt: new Date(at.getTime() + 95_000),
  }));
  const unanswered = spread('unanswered', (at) => ({
    ...call,
    ...made,
    ...over(at),
    ...{ outcome: 'no-answer', connectedAt: null },
  }));
  const refused = spread('refusedCall', (at) => ({
    ...call,
    ...made,
    ...over(at),
    ...{ outcome: 'refused', connectedAt: null, reason: sentence },
  }));
  const records = talked.map(({ _id }) => ({
    ...{ _id: new ObjectId(), recording_sid: `RE${_id.toHexString()}`, call_id: _id, lead_id, user_id },
    ...{ duration: 95, createdAt: new Date(), version: 1 },
  }));
  const voicemails = spread('voicemail', (createdAt, index) => ({
    ...{ recording_sid: `VM${String(index)}`, lead_id, user_id, number: phone, duration: 20 },
    ...{ text: 'Please call me back', read: 1, createdAt, isTold: true, version: 1 },
  }));
  return { calls: [...talked, ...unanswered, ...refused], records, customervoicemails: voicemails };
}

function messagesOf({ lead_id, user_id, phone, email }: HistoryOf) {
  const texts = spread('text', (createdAt, index) => ({
    ...{ lead_id, user_id, customer_phone: phone, our_number: '+17375550100', is_client_message: index % 2 },
    ...{ text: 'Good morning Raymond, may I call you at nine?', reason: '', message_sid: null, version: 1 },
    ...{
      send_status: index % 2 === 0 ? 'delivered' : 'received',
      agent_fullname: 'Ada Agent',
      read_status: 1,
    },
    ...{ published: true, arrival: null, at: null, ask_at: null, createdAt },
  }));
  const emails = spread('email', (createdAt, index) => ({
    ...{ lead_id, user_id, to: email, title: `Your quote ${String(index)}`, text: letter, reason: '' },
    ...{ fname: 'Ada', lname: 'Agent', send_status: 'sent', message_id: `<${String(index)}@example.com>` },
    ...{ createdAt, at: null, version: 1 },
  }));
  return { texts, emails };
}

function decisionsOf({ lead_id, user_id, phone, email }: HistoryOf) {
  const refused = {
    lead_id,
    user_id,
    allowed: false,
    rule: 'hours',
    sentence,
    attempt_id: null,
    based_on: {},
  };
  return [
    ...spread('refusedText', (at) => ({ ...refused, at, channel: 'text', address: phone })),
    ...spread('refusedEmail', (at) => ({ ...refused, at, channel: 'email', address: email })),
  ];
}

function changesOf({ lead_id, user_id }: HistoryOf) {
  const change = (name: 'status' | 'assignment' | 'followup', of: (at: Date, index: number) => object) =>
    spread(name, (at, index) => ({ lead_id, at, by: user_id, kind: name, ...of(at, index) })).map((doc) => ({
      ...doc,
      _id: randomUUID(),
    }));
  return [
    ...change('status', () => ({ status: { from: 'newLead', to: 'contactAttempt1' } })),
    ...change('assignment', (_at, index) => ({
      assignment: { from: index % 2 === 0 ? null : user_id, to: user_id, how: 'manual' },
    })),
    ...change('followup', (at, index) => ({
      followup: {
        ...{ what: index % 2 === 0 ? 'created' : 'completed', user_id, datetime: at },
        ...{ description: 'Call about the price', priority: 1 },
      },
    })),
  ];
}

function contactOf({ lead_id, phone, email }: HistoryOf) {
  const consents = spread('consent', (received_at) => ({
    ...{ lead_id, addresses: [phone, email], kind: 'written', channels: ['call', 'text'], received_at },
    ...{ received_from: 'clickListing', text: 'I agree to be called.', certificates: [], version: 1 },
  }));
  const history = spread('opt_out', (at, index) => ({
    ...{ at, what: index % 2 === 0 ? 'added' : 'lifted', how: 'admin', by: 'Ada Agent', reason: 'Asked so' },
  })).map(({ _id, ...each }) => each);
  const entry = { _id: new ObjectId(), address: phone, channel: 'email', active: 0, how: 'admin' };
  return { consents, donotcontact: [{ ...entry, since: historyBegan, history, seen: [], version: 1 }] };
}

/** Writes a history of 500 entries over all kinds into the stores of the services that have parts of it. */
export async function insertHistory(mongo: MongoClient, of: HistoryOf): Promise<void> {
  const notes = spread('note', (createdAt, index) => ({
    ...{ lead_id: of.lead_id, user_id: of.user_id, message: `Asked about ${String(index)}`, createdAt },
  }));
  const stores: Record<string, Record<string, object[]>> = {
    crm_telephony: callsOf(of),
    crm_messaging: messagesOf(of),
    crm_leads: { notes, contactdecisions: decisionsOf(of), lead_changes: changesOf(of), ...contactOf(of) },
  };
  for (const [store, collections] of Object.entries(stores)) {
    for (const [name, docs] of Object.entries(collections)) {
      await mongo.db(store).collection(name).insertMany(docs);
    }
  }
  const { lead_id: _id } = of;
  await mongo
    .db('crm_leads')
    .collection('leads')
    .updateOne({ _id }, { $set: { createdAt: historyBegan } });
}
