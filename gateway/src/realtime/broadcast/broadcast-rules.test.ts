import {
  callbackOffered,
  callHelpAsked,
  callMissed,
  callSupervised,
  diallerNext,
} from '@crm/contracts/bus/call-events.js';
import { contactOptedOut, events } from '@crm/contracts/bus/events.js';
import { serverEvents, type ServerEventKey } from '@crm/contracts/sockets/server-events.js';
import {
  eventLead,
  eventLeadRow,
  exampleLifeLead,
  leadRow,
  type LifeLead,
} from '@crm/contracts/entities/lead.js';
import {
  exampleConference,
  exampleCustomerVoicemail,
  exampleLiveCall,
  exampleRecord,
  exampleSecond,
} from '@crm/contracts/entities/telephony.js';
import {
  exampleNotification,
  exampleReceivedText,
  exampleSentEmail,
  exampleText,
} from '@crm/contracts/entities/messaging.js';
import { exampleFollowup } from '@crm/contracts/entities/followup.js';
import { roomsAtConnect } from '../rooms-at-connect.rules.js';
import {
  agentRoom,
  leadRoom,
  rawLeadsOfTypeRoom,
  rawLeadsOfUserRoom,
  rawLeadsRoom,
  roleRoom,
  sourceRoom,
  typeRoom,
  userRoom,
} from '@crm/contracts/sockets/rooms.js';
import { broadcastTypes, stepsOf as stepsOfEvent } from './broadcast-rules.js';
import type { Step } from './steps.js';

/** The steps of an event that stands at a version of its subject; 5 where it does not matter. */
const stepsOf = ({ type, data, sequence = 5 }: { type: string; data: unknown; sequence?: number }) =>
  stepsOfEvent({ type, data, sequence });

const ids = {
  lead: exampleLifeLead.id,
  admin: 'a'.repeat(24),
  dana: 'd'.repeat(24),
  kim: 'c'.repeat(24),
  hal: 'e'.repeat(24),
  gil: 'f'.repeat(24),
};
const admin = roomsAtConnect({ id: ids.admin, role: 1 });
const dana = roomsAtConnect({ id: ids.dana, role: 2 });
const kim = roomsAtConnect({ id: ids.kim, role: 2 });
const hal = roomsAtConnect({ id: ids.hal, role: 2 });

/** Windows by what is open in them: the rooms each is in. */
const windows: Record<string, string[]> = {
  adminOwn: [...admin, sourceRoom(1, 'life'), typeRoom('life')],
  adminBulk: [...admin, sourceRoom(4, 'life'), typeRoom('life')],
  adminHealth: [...admin, sourceRoom(1, 'health'), typeRoom('health')],
  adminOpen: [...admin, leadRoom(ids.lead)],
  adminRaw: [...admin, rawLeadsRoom],
  dana: [...dana, agentRoom(ids.dana, 1, 'life'), typeRoom('life')],
  danaOpen: [...dana, agentRoom(ids.dana, 1, 'life'), leadRoom(ids.lead)],
  danaRaw: [...dana, rawLeadsOfUserRoom(ids.dana), rawLeadsOfTypeRoom('life')],
  kim: [...kim, agentRoom(ids.kim, 1, 'life'), typeRoom('life')],
  kimOpen: [...kim, leadRoom(ids.lead)],
  kimRaw: [...kim, rawLeadsOfUserRoom(ids.kim), rawLeadsOfTypeRoom('life')],
  hal: [...hal, agentRoom(ids.hal, 1, 'health'), typeRoom('health'), rawLeadsOfTypeRoom('health')],
  gil: roomsAtConnect({ id: ids.gil, role: 3 }),
};

/** Plays the steps of an event to the windows: what each hears, in order, and who had to leave the lead. */
function play(steps: readonly Step[], open: readonly string[] = Object.keys(windows)) {
  const rooms = new Map(open.map((name) => [name, new Set(windows[name])]));
  const received: Record<string, string[]> = {};
  const left: string[] = [];
  for (const step of steps) {
    for (const [name, its] of rooms) {
      if (step.except.some((room) => its.has(room))) continue;
      if (step.kind === 'leave') {
        if (its.delete(step.room)) left.push(name);
      } else if (step.rooms.some((room) => its.has(room))) {
        (received[name] ??= []).push(serverEvents[step.event].name);
      }
    }
  }
  return { received, left };
}

const lead = (fields: Partial<LifeLead> = {}): LifeLead => ({
  ...exampleLifeLead,
  user_id: ids.dana,
  ...fields,
});
const withoutAgent = { user_id: 0 as const, agent_fullname: null };
const raw = { empty: 1 as const };
const holdBy = (who: string, fields: Partial<LifeLead> = {}) => ({
  lead_id: ids.lead,
  user_id: who,
  lead: leadRow.parse(lead(fields)),
});
const assigned = (from: string | 0, to: string | 0, fields: Partial<LifeLead> = {}) => ({
  lead_id: ids.lead,
  from,
  to,
  how: 'manual',
  lead: lead({ user_id: to, ...fields }),
});
const deleted = (user_id: string | 0) => ({ lead_id: ids.lead, type_id: 2, source: 'own', user_id });
const open = (...names: string[]) => Object.fromEntries(names.map((name) => [name, ['UPDATE_LEAD']]));

describe('who is told what, each window once', () => {
  test.each<[string, string, unknown, Record<string, string[]>]>([
    [
      'a new lead with an agent',
      'lead.created',
      { lead: lead(), how: 'person' },
      { adminOwn: ['CREATE_LEAD'], dana: ['CREATE_LEAD'], danaOpen: ['CREATE_LEAD'] },
    ],
    [
      'a new lead without',
      'lead.created',
      { lead: lead(withoutAgent), how: 'intake' },
      { adminOwn: ['CREATE_LEAD'], adminBulk: ['CREATE_LEAD'], dana: ['CREATE_LEAD'], kim: ['CREATE_LEAD'] },
    ],
    [
      'a raw lead without agent',
      'lead.created',
      { lead: lead({ ...withoutAgent, ...raw }), how: 'intake' },
      {
        adminOwn: ['CREATE_LEAD'],
        adminBulk: ['CREATE_LEAD'],
        dana: ['CREATE_LEAD'],
        kim: ['CREATE_LEAD'],
        adminRaw: ['RAW_LEAD_ADD'],
        danaRaw: ['RAW_LEAD_ADD'],
        kimRaw: ['RAW_LEAD_ADD'],
      },
    ],
    [
      'a raw lead of an agent',
      'lead.created',
      { lead: lead(raw), how: 'bus' },
      {
        adminOwn: ['CREATE_LEAD'],
        dana: ['CREATE_LEAD'],
        danaOpen: ['CREATE_LEAD'],
        adminRaw: ['RAW_LEAD_ADD'],
        danaRaw: ['RAW_LEAD_ADD'],
      },
    ],
    [
      'an imported lead',
      'lead.created',
      { lead: lead({ ...withoutAgent, ...raw, source: 'bulk' }), how: 'import' },
      {
        adminOwn: ['LEADS_CHANGED'],
        adminBulk: ['LEADS_CHANGED'],
        dana: ['LEADS_CHANGED'],
        kim: ['LEADS_CHANGED'],
        adminRaw: ['LEADS_CHANGED'],
        danaRaw: ['LEADS_CHANGED'],
        kimRaw: ['LEADS_CHANGED'],
      },
    ],
    [
      'a change',
      'lead.updated',
      { lead: lead(), changed: ['address'] },
      {
        adminOwn: ['UPDATE_LEADS'],
        dana: ['UPDATE_LEADS'],
        danaOpen: ['UPDATE_LEADS', 'UPDATE_LEAD'],
        ...open('adminOpen', 'kimOpen'),
      },
    ],
    [
      'a change without agent',
      'lead.updated',
      { lead: lead(withoutAgent), changed: ['address'] },
      {
        adminOwn: ['UPDATE_LEADS'],
        adminBulk: ['UPDATE_LEADS'],
        dana: ['UPDATE_LEADS'],
        kim: ['UPDATE_LEADS'],
        ...open('adminOpen', 'danaOpen', 'kimOpen'),
      },
    ],
    [
      'another source',
      'lead.updated',
      { lead: lead({ source: 'bulk' }), changed: ['source'] },
      {
        adminOwn: ['UPDATE_LEADS'],
        adminBulk: ['UPDATE_LEADS'],
        dana: ['UPDATE_LEADS'],
        danaOpen: ['UPDATE_LEADS', 'UPDATE_LEAD'],
        ...open('adminOpen', 'kimOpen'),
      },
    ],
    [
      'a raw lead that a person saved',
      'lead.updated',
      { lead: lead(), changed: ['empty'] },
      {
        adminOwn: ['UPDATE_LEADS'],
        dana: ['UPDATE_LEADS'],
        danaOpen: ['UPDATE_LEADS', 'UPDATE_LEAD'],
        adminRaw: ['UPDATE_LEADS'],
        danaRaw: ['UPDATE_LEADS'],
        ...open('adminOpen', 'kimOpen'),
      },
    ],
    [
      'a price',
      'lead.price-changed',
      {
        ...{ lead_id: ids.lead, type_id: 2, source: 'own', user_id: ids.dana },
        ...{ price: { x: 1 }, premium_carrier: 'X', premium_price: 1 },
      },
      {
        adminOwn: ['UPDATE_PREMIUM_CARRIER'],
        dana: ['UPDATE_PREMIUM_CARRIER'],
        danaOpen: ['UPDATE_PREMIUM_CARRIER'],
      },
    ],
    [
      'the agent that a new lead has from the start',
      'lead.assigned',
      { lead_id: ids.lead, from: 0, to: ids.dana, how: 'automatic' },
      {},
    ],
    [
      'a hold',
      'lead.held',
      holdBy(ids.dana, { busy: 1, busy_user_id: ids.dana }),
      {
        adminOwn: ['UPDATE_LEADS'],
        dana: ['UPDATE_LEADS'],
        danaOpen: ['UPDATE_LEADS'],
        adminOpen: ['UPDATE_LEADS'],
        kimOpen: ['UPDATE_LEADS'],
      },
    ],
    [
      'a release',
      'lead.released',
      holdBy(ids.dana, raw),
      {
        adminOwn: ['UPDATE_LEADS'],
        dana: ['UPDATE_LEADS'],
        danaOpen: ['UPDATE_LEADS'],
        adminRaw: ['UPDATE_LEADS'],
        danaRaw: ['UPDATE_LEADS'],
        adminOpen: ['UPDATE_LEADS'],
        kimOpen: ['UPDATE_LEADS'],
      },
    ],
    [
      'a deletion',
      'lead.deleted',
      deleted(ids.dana),
      Object.fromEntries(
        ['adminOwn', 'adminOpen', 'adminRaw', 'dana', 'danaOpen', 'danaRaw', 'kimOpen'].map((name) => [
          name,
          ['DELETE_LEAD'],
        ]),
      ),
    ],
    [
      'a deletion without agent',
      'lead.deleted',
      deleted(0),
      Object.fromEntries(
        [
          'adminOwn',
          'adminBulk',
          'adminOpen',
          'adminRaw',
          'dana',
          'danaOpen',
          'danaRaw',
          'kim',
          'kimOpen',
          'kimRaw',
        ].map((name) => [name, ['DELETE_LEAD']]),
      ),
    ],
    [
      'an offer',
      'lead.offered',
      { lead_id: ids.lead, user_id: ids.gil, why: 'dialler' },
      { gil: ['ADD_LEAD_ID'] },
    ],
    [
      'work begun',
      'lead.work-started',
      { lead_id: ids.lead, user_id: ids.gil },
      { gil: ['UNCOMPLETED_LEAD'] },
    ],
    [
      'work completed',
      'lead.work-completed',
      { lead_id: ids.lead, user_id: ids.gil },
      { gil: ['UNCOMPLETED_LEAD'] },
    ],
    [
      'a number that is not to be contacted',
      'contact.opted-out',
      { ...contactOptedOut.example, lead_ids: [ids.lead, ids.gil], user_ids: [ids.dana] },
      Object.fromEntries(
        [
          'adminOwn',
          'adminBulk',
          'adminHealth',
          'adminOpen',
          'adminRaw',
          'dana',
          'danaOpen',
          'danaRaw',
          'kimOpen',
        ].map((name) => [name, ['CONTACT_CHANGED']]),
      ),
    ],
    [
      'an override of the contact rules',
      'contact.overridden',
      { lead_id: ids.lead, user_id: null },
      Object.fromEntries(
        ['adminOwn', 'adminBulk', 'adminHealth', 'adminOpen', 'adminRaw', 'danaOpen', 'kimOpen'].map(
          (name) => [name, ['CONTACT_CHANGED']],
        ),
      ),
    ],
    [
      'a change of its timeline',
      'lead.timeline-changed',
      { lead_id: ids.lead },
      { adminOpen: ['TIMELINE_CHANGED'], danaOpen: ['TIMELINE_CHANGED'], kimOpen: ['TIMELINE_CHANGED'] },
    ],
    ['a number that no lead has', 'contact.opted-out', { ...contactOptedOut.example, lead_ids: [] }, {}],
    [
      'presence',
      'user.presence-changed',
      { user_id: ids.dana, online: 1, active: 1, in_call: 0, AD_status: 0, agents: 4 },
      Object.fromEntries(Object.keys(windows).map((name) => [name, ['GET_ONLINE_AGENTS']])),
    ],
    [
      'an import’s progress',
      'import.progressed',
      { import_id: ids.lead, read: 1, saved: 1, refused: 0, duplicates: 0 },
      Object.fromEntries(
        ['adminOwn', 'adminBulk', 'adminHealth', 'adminOpen', 'adminRaw'].map((name) => [
          name,
          ['IMPORT_PROGRESS'],
        ]),
      ),
    ],
  ])('%s', (_name, type, data, expected) => {
    expect(play(stepsOf({ type, data })).received).toEqual(expected);
  });
});

describe('what of a call is told to whom', () => {
  const admins = (...names: string[]) =>
    Object.fromEntries(
      ['adminOwn', 'adminBulk', 'adminHealth', 'adminOpen', 'adminRaw'].map((name) => [name, names]),
    );
  const ofDana = (...names: string[]) => ({ dana: names, danaOpen: names, danaRaw: names });
  const call = { ...exampleLiveCall, user_id: ids.dana, lead_id: ids.lead };
  const ofACall = { call_id: call.id, user_id: ids.dana, lead_id: ids.lead, call };
  const ended = { number: call.number, direction: 'outbound', kind: 'single', outcome: 'busy', duration: 0 };
  const { url: _url, ...record } = { ...exampleRecord, lead_id: ids.lead };
  const { url: _audio, ...voicemail } = { ...exampleCustomerVoicemail, lead_id: ids.lead };
  const outcome = { lead_id: ids.lead, guide_id: ids.gil, call_id: call.id, AD_status: 3 };
  const recordAdd = open('adminOpen', 'danaOpen', 'kimOpen');
  for (const name of Object.keys(recordAdd)) recordAdd[name] = ['RECORD_ADD'];
  const timeline = Object.fromEntries(Object.keys(recordAdd).map((name) => [name, ['TIMELINE_CHANGED']]));
  const live = { ...admins('LIVE_CALLS_CHANGED') };
  const openAndLive = { ...timeline, ...live, adminOpen: ['TIMELINE_CHANGED', 'LIVE_CALLS_CHANGED'] };
  const ofDanaAndOpen = {
    ...openAndLive,
    ...ofDana('CALL_CHANGED'),
    danaOpen: ['CALL_CHANGED', 'TIMELINE_CHANGED'],
  };

  test.each<[string, string, unknown, Record<string, string[]>]>([
    ['ringing', 'call.ringing', ofACall, ofDanaAndOpen],
    ['answered', 'call.connected', { ...ofACall, answeredBy: 'human' }, ofDanaAndOpen],
    ['over', 'call.ended', { ...ofACall, ...ended }, ofDanaAndOpen],
    [
      'over, of no lead',
      'call.ended',
      { ...ofACall, ...ended, lead_id: null },
      { ...live, ...ofDana('CALL_CHANGED') },
    ],
    [
      'over, and kept without the call itself',
      'call.ended',
      { ...ofACall, ...ended, call: null },
      openAndLive,
    ],
    ['over, nobody’s', 'call.ended', { ...ofACall, ...ended, user_id: null }, openAndLive],
    [
      'a conference',
      'conference.changed',
      { ...ofACall, conference: exampleConference },
      { ...live, ...ofDana('SET_CONF_PARAMS', 'CALL_CHANGED') },
    ],
    [
      'a conference that is over',
      'conference.changed',
      { ...ofACall, call: null, conference: null },
      { ...live, ...ofDana('SET_CONF_PARAMS') },
    ],
    ['supervised', 'call.supervised', callSupervised.example, live],
    ['asking for help', 'call.help-asked', callHelpAsked.example, admins('LIVE_CALLS_CHANGED', 'HELP_ASKED')],
    ['no longer asking for help', 'call.help-asked', { ...callHelpAsked.example, asked: false }, live],
    [
      'a second party',
      'participant.changed',
      { ...exampleSecond, call_id: call.id, user_id: ids.dana },
      { ...live, ...ofDana('SET_SECOND_PARTICIPIANT_PARAMS') },
    ],
    [
      'missed by an agent',
      'call.missed',
      { ...callMissed.example, user_id: ids.dana },
      ofDana('MISSED_CALL_ADD'),
    ],
    [
      'missed by all',
      'call.missed',
      { ...callMissed.example, user_id: 0 },
      { ...admins('MISSED_CALL_ADD'), gil: ['MISSED_CALL_ADD'] },
    ],
    [
      'a callback that an agent is asked for',
      'callback.offered',
      { ...callbackOffered.example, user_id: ids.dana },
      ofDana('CALLBACK_OFFERED'),
    ],
    ['a recording too short for the table', 'recording.ready', { ...record, duration: 122 }, recordAdd],
    [
      'a recording long enough',
      'recording.ready',
      { ...record, duration: 123 },
      {
        ...recordAdd,
        ...admins('CREATE_RECORD_IN_TABLE'),
        adminOpen: ['RECORD_ADD', 'CREATE_RECORD_IN_TABLE'],
      },
    ],
    [
      'a recording of a call with no lead',
      'recording.ready',
      { ...record, lead_id: null, duration: 123 },
      admins('CREATE_RECORD_IN_TABLE'),
    ],
    [
      'a voicemail for an agent',
      'voicemail.received',
      { ...voicemail, user_id: ids.dana },
      {
        ...ofDana('CREATE_CUSTOMER_VOICE_MAIL', 'VOICEMAIL_CHANGED'),
        adminOpen: ['VOICEMAIL_CHANGED'],
        kimOpen: ['VOICEMAIL_CHANGED'],
      },
    ],
    [
      'a voicemail for nobody',
      'voicemail.received',
      { ...voicemail, user_id: 0 },
      {
        ...admins('CREATE_CUSTOMER_VOICE_MAIL', 'VOICEMAIL_CHANGED'),
        gil: ['VOICEMAIL_CHANGED'],
        danaOpen: ['VOICEMAIL_CHANGED'],
        kimOpen: ['VOICEMAIL_CHANGED'],
      },
    ],
    [
      'a voicemail that was played',
      'voicemail.read',
      { voicemail_id: voicemail.id, lead_id: ids.lead, user_id: ids.dana },
      {
        ...ofDana('VOICEMAIL_CHANGED'),
        adminOpen: ['VOICEMAIL_CHANGED'],
        kimOpen: ['VOICEMAIL_CHANGED'],
      },
    ],
    [
      'a voicemail of an unknown number that was played',
      'voicemail.read',
      { voicemail_id: voicemail.id, lead_id: null, user_id: 0 },
      { ...admins('VOICEMAIL_CHANGED'), gil: ['VOICEMAIL_CHANGED'] },
    ],
    ['dialled, go on', 'dialler.outcome', { ...outcome, restart: true }, { gil: ['RESTART_AD'] }],
    [
      'the server dialled by itself',
      'dialler.next',
      { ...diallerNext.example, guide_id: ids.gil },
      { gil: ['DIALLER_NEXT'] },
    ],
    ['dialled, and talking', 'dialler.outcome', { ...outcome, restart: false }, {}],
  ])('%s', (_name, type, data, expected) => {
    expect(play(stepsOf({ type, data })).received).toEqual(expected);
  });
});

describe('texts, e-mails and notifications', () => {
  const receives = (names: readonly string[], ...emitted: string[]) =>
    Object.fromEntries(names.map((name) => [name, emitted]));
  const whoHasItOpen = ['adminOpen', 'danaOpen', 'kimOpen'];
  const danas = ['dana', 'danaOpen', 'danaRaw'];
  const admins = Object.keys(windows).filter((name) => name.startsWith('admin'));
  const text = { ...exampleText, lead_id: ids.lead, user_id: ids.dana };
  const note = { ...exampleNotification, lead_id: ids.lead, user_id: ids.dana };
  const voicemail = { ...note, type: 'voicemail', message_id: null, voicemail_id: ids.kim };
  const change = { message_id: text.id, send_status: 'sent', text_message: text };

  test.each<[string, string, unknown, Record<string, string[]>]>([
    ['a text that went out', 'text.sent', text, receives(whoHasItOpen, 'ADD_MESSAGE')],
    [
      'a text that came in',
      'text.received',
      { ...exampleReceivedText, lead_id: ids.lead },
      receives(whoHasItOpen, 'ADD_MESSAGE'),
    ],
    ['a text of no lead', 'text.received', { ...exampleReceivedText, lead_id: null }, {}],
    ['its status', 'text.status-changed', change, receives(whoHasItOpen, 'UPDATE_SEND_STATUS')],
    [
      'an e-mail',
      'email.sent',
      { ...exampleSentEmail, lead_id: ids.lead },
      receives(whoHasItOpen, 'EMAIL_ADD'),
    ],
    [
      'a text for an agent',
      'notification.created',
      note,
      receives(danas, 'RECEIVE_MESSAGE', 'NOTIFICATIONS_UPDATE'),
    ],
    [
      'a text for nobody',
      'notification.created',
      { ...note, user_id: 0 },
      receives(admins, 'NOTIFICATIONS_UPDATE'),
    ],
    ['a voicemail', 'notification.created', voicemail, receives(danas, 'NOTIFICATIONS_UPDATE')],
    [
      'a voicemail for nobody',
      'notification.created',
      { ...voicemail, user_id: 0 },
      receives(admins, 'NOTIFICATIONS_UPDATE'),
    ],
    [
      'one that was read',
      'notification.read',
      { notification_id: note.id, user_id: ids.dana, notification: { ...note, read: 1 } },
      receives(danas, 'NOTIFICATIONS_UPDATE'),
    ],
    [
      'a new follow-up',
      'followup.created',
      { ...exampleFollowup, user_id: ids.dana },
      { ...receives(danas, 'FOLLOWUP_CREATE'), ...receives(admins, 'FOLLOWUP_CREATE') },
    ],
    [
      'a follow-up that changed',
      'followup.updated',
      { ...exampleFollowup, user_id: ids.dana },
      { ...receives(danas, 'FOLLOWUP_UPDATE'), ...receives(admins, 'FOLLOWUP_UPDATE') },
    ],
    [
      'a follow-up that went to another owner',
      'followup.updated',
      { ...exampleFollowup, user_id: ids.dana, from_user_id: ids.gil },
      {
        gil: ['FOLLOWUP_DELETE'],
        ...receives(danas, 'FOLLOWUP_UPDATE'),
        ...receives(admins, 'FOLLOWUP_UPDATE'),
      },
    ],
    [
      'a follow-up that is gone',
      'followup.deleted',
      { id: exampleFollowup.id, lead_id: ids.lead, user_id: ids.dana },
      { ...receives(danas, 'FOLLOWUP_DELETE'), ...receives(admins, 'FOLLOWUP_DELETE') },
    ],
    [
      'a follow-up that is due',
      'followup.due',
      { followup: { ...exampleFollowup, user_id: ids.dana }, lead_name: 'Raymond Okafor' },
      receives(danas, 'FOLLOWUP_NOTIFICATION'),
    ],
  ])('%s', (_name, type, data, expected) => {
    expect(play(stepsOf({ type, data })).received).toEqual(expected);
  });
});

describe('a lead that changes hands', () => {
  const admins = { adminOwn: ['UPDATE_LEADS'], adminOpen: ['UPDATE_LEAD'] };

  test('from one agent to another: lost here, new there, nobody keeps it open who may not', () => {
    const { received, left } = play(stepsOf({ type: 'lead.assigned', data: assigned(ids.dana, ids.kim) }));
    expect(received).toEqual({
      ...admins,
      dana: ['DELETE_LEAD'],
      danaOpen: ['DELETE_LEAD'],
      danaRaw: ['DELETE_LEAD'],
      kim: ['CREATE_LEAD'],
      kimOpen: ['UPDATE_LEAD'],
    });
    expect(left).toEqual(['danaOpen']);
  });

  test('to its first agent: gone for those who could have had it, admins in the type room excepted', () => {
    const { received, left } = play(stepsOf({ type: 'lead.assigned', data: assigned(0, ids.dana) }));
    expect(received).toEqual({
      ...admins,
      dana: ['CREATE_LEAD'],
      danaOpen: ['UPDATE_LEAD', 'CREATE_LEAD'],
      kim: ['DELETE_LEAD'],
      kimOpen: ['DELETE_LEAD'],
      kimRaw: ['DELETE_LEAD'],
    });
    expect(left).toEqual(['kimOpen']);
  });

  test('to none: lost by its agent, new to the others of its type', () => {
    const { received, left } = play(stepsOf({ type: 'lead.assigned', data: assigned(ids.dana, 0) }));
    expect(received).toEqual({
      ...admins,
      dana: ['DELETE_LEAD'],
      danaOpen: ['DELETE_LEAD'],
      danaRaw: ['DELETE_LEAD'],
      kim: ['CREATE_LEAD'],
      kimOpen: ['DELETE_LEAD'],
    });
    expect(left).toEqual(['danaOpen', 'kimOpen']);
  });

  test('a raw one, on the raw-leads pages too', () => {
    const { received } = play(stepsOf({ type: 'lead.assigned', data: assigned(0, ids.dana, raw) }));
    expect([received.adminRaw, received.danaRaw, received.kimRaw]).toEqual([
      ['UPDATE_LEADS'],
      ['RAW_LEAD_ADD'],
      ['DELETE_LEAD'],
    ]);
    const back = play(stepsOf({ type: 'lead.assigned', data: assigned(ids.dana, 0, raw) })).received;
    expect([back.adminRaw, back.danaRaw, back.kimRaw]).toEqual([
      ['UPDATE_LEADS'],
      ['DELETE_LEAD'],
      ['RAW_LEAD_ADD'],
    ]);
  });

  test('a guide’s: into the one list a guide has', () => {
    expect(play(stepsOf({ type: 'lead.assigned', data: assigned(ids.dana, ids.gil) })).received.gil).toEqual([
      'CREATE_LEAD',
    ]);
  });

  test('to an admin, or away from one, is a row that changes for admins', () => {
    for (const data of [assigned(ids.admin, ids.dana), assigned(ids.dana, ids.admin)]) {
      const { adminOwn, adminOpen } = play(stepsOf({ type: 'lead.assigned', data })).received;
      expect([adminOwn, adminOpen]).toEqual([['UPDATE_LEADS'], ['UPDATE_LEAD']]);
    }
  });

  test('to the agent it has already is a change and no more', () => {
    const { received, left } = play(stepsOf({ type: 'lead.assigned', data: assigned(ids.dana, ids.dana) }));
    expect([received.dana, received.kim, left]).toEqual([['UPDATE_LEADS'], undefined, []]);
  });
});

describe('a record of a resource that changed', () => {
  const data = { resource: 'partners', id: ids.lead, change: 'updated', user_id: null };
  const emitted = (changed: object) => stepsOf({ type: 'record.changed', data: { ...data, ...changed } });

  test('is named to the roles that may read it, with its version and nothing of what it says', () => {
    expect(emitted({})).toMatchObject([
      {
        event: 'recordChanged',
        payload: { resource: 'partners', id: ids.lead, change: 'updated', version: 5 },
        rooms: [roleRoom(1)],
      },
    ]);
  });

  test('is named to its owner beside the admins where it has one', () => {
    expect(emitted({ user_id: ids.dana })).toMatchObject([{ rooms: [userRoom(ids.dana), roleRoom(1)] }]);
  });

  test('of a resource that nobody knows is told to nobody', () => {
    expect(emitted({ resource: 'secrets' })).toEqual([]);
  });
});

describe('what is told', () => {
  const payloadOf = (type: string, data: unknown, key: ServerEventKey): unknown =>
    stepsOf({ type, data }).find((step) => step.kind === 'emit' && step.event === key && 'payload' in step);

  test('tables get the row and nothing of the lead beside it', () => {
    const steps = stepsOf({ type: 'lead.updated', data: { lead: lead(), changed: [] } });
    for (const step of steps) {
      if (step.kind !== 'emit' || step.event !== 'updateLeads') continue;
      expect(Object.keys(step.payload).sort()).toEqual(Object.keys(eventLeadRow.shape).sort());
    }
    expect(payloadOf('lead.updated', { lead: lead(), changed: [] }, 'updateLead')).toMatchObject({
      payload: eventLead.parse(lead()),
    });
  });

  test('what is sealed is told to nobody; the table that shows it is to be read again', () => {
    const data = { lead: lead(raw), changed: ['birth_date', 'medications'] };
    expect(JSON.stringify(stepsOf({ type: 'lead.updated', data }))).not.toContain(exampleLifeLead.birth_date);
    const { received } = play(stepsOf({ type: 'lead.updated', data }), ['adminRaw', 'dana', 'danaRaw']);
    expect(received).toEqual({
      adminRaw: ['UPDATE_LEADS', 'LEADS_CHANGED'],
      dana: ['UPDATE_LEADS'],
      danaRaw: ['UPDATE_LEADS', 'LEADS_CHANGED'],
    });
  });

  test('an import that is through says so, and work that is completed leaves nothing to complete', () => {
    const progress = { import_id: ids.lead, read: 9, saved: 7, refused: 1, duplicates: 1 };
    const finished = { ...progress, report: '/x', failed: false, message: '' };
    expect(payloadOf('import.progressed', progress, 'importProgress')).toMatchObject({
      payload: { ...progress, done: false },
    });
    expect(payloadOf('import.finished', finished, 'importProgress')).toMatchObject({
      payload: { ...progress, done: true },
    });
    const work = { lead_id: ids.lead, user_id: ids.dana };
    expect(payloadOf('lead.work-started', work, 'uncompletedLead')).toMatchObject({
      payload: { lead_id: ids.lead },
    });
    expect(payloadOf('lead.work-completed', work, 'uncompletedLead')).toMatchObject({
      payload: { lead_id: null },
    });
  });

  test('every example of the contracts can be told, by its own contract', () => {
    const emitted = events.filter(({ type }) => broadcastTypes.includes(type));
    expect(emitted.map(({ type }) => type).sort()).toEqual([...broadcastTypes].sort());
    for (const { type, example } of emitted) {
      for (const step of stepsOf({ type, data: example })) {
        if (step.kind === 'emit') serverEvents[step.event].payload.parse(step.payload);
      }
    }
  });

  test('what is no such event, or breaks its contract, is not told', () => {
    expect(stepsOf({ type: 'settings.updated', data: {} })).toEqual([]);
    expect(() => stepsOf({ type: 'lead.created', data: { lead: { id: 'x' } } })).toThrow();
  });
});
