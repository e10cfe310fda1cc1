import { z } from 'zod';
import { typeId } from '../codes/lead-types.js';
import { sourceName } from '../codes/sources.js';
import { statusCode } from '../codes/statuses.js';
import { optOutHow, refusedChannel } from '../customers/contact.js';
import { awayReason } from '../entities/agent-state.js';
import {
  eventLead,
  eventLeadRow,
  exampleEventLead,
  exampleEventLeadRow,
  exampleLifeLead,
} from '../entities/lead.js';
import { priceMap } from '../entities/lead-input.js';
import { exampleSettings, exampleUser, settings, user } from '../entities/user.js';
import { agentChoice, flag, id, instant } from '../ids.js';
import { phoneNumber } from '../phone.js';
import { callEvents } from './call-events.js';
import { consentEvents } from './consent-events.js';
import { defineMessage } from './envelope.js';
import { floorEvents } from './floor-events.js';
import { followupEvents } from './followup-events.js';
import { licenceEvents } from './licence-events.js';
import { recordChanged } from './record-events.js';
import { messagingEvents } from './messaging-events.js';

const userId = exampleUser.id;
const leadId = exampleLifeLead.id;
const dollars = z.number().nullable();
const auth = ['auth'] as const;
const leads = ['leads'] as const;

export const userCreated = defineMessage({
  type: 'user.created',
  owner: auth,
  consumers: ['followups', 'leads', 'messaging', 'stats', 'telephony'],
  summary: 'A user was created.',
  data: user,
  example: exampleUser,
});

export const userUpdated = defineMessage({
  type: 'user.updated',
  owner: auth,
  consumers: ['followups', 'leads', 'messaging', 'stats', 'telephony'],
  summary: 'A user changed; presence has its own event.',
  data: user,
  example: exampleUser,
});

export const userBanned = defineMessage({
  type: 'user.banned',
  owner: auth,
  consumers: ['gateway'],
  summary: 'A user was banned: every session and socket ends at once.',
  data: z.object({ user_id: id }),
  example: { user_id: userId },
});

export const userSessionsEnded = defineMessage({
  type: 'user.sessions-ended',
  owner: auth,
  summary:
    'Sessions below this version (except the given one), the given session, or the given token, have ended.',
  data: z.object({
    user_id: id,
    session_version: z.int().optional(),
    /** The token that changed the password stays alive until it expires; an earlier exception of the user is over. */
    except_jti: z.string().optional(),
    /** One token, signed out before its time. */
    jti: z.string().optional(),
    /** One session: every token of it. */
    sid: z.string().optional(),
    /** When the token named, or excepted, or the last one of the session expires by itself: seconds since 1970. */
    exp: z.int().optional(),
  }),
  example: { user_id: userId, session_version: 2 },
});

export const userPresenceChanged = defineMessage({
  type: 'user.presence-changed',
  owner: auth,
  consumers: ['gateway', 'leads', 'telephony'],
  summary: 'Presence changed; agents is the resulting number of online agents.',
  data: z.object({
    user_id: id,
    online: flag,
    active: flag,
    in_call: flag,
    AD_status: flag,
    /** Why they went offline, where they said so. */
    away_reason: awayReason.nullable().default(null),
    agents: z.int(),
  }),
  example: { user_id: userId, online: 1, active: 1, in_call: 0, AD_status: 0, away_reason: null, agents: 12 },
});

export const settingsUpdated = defineMessage({
  type: 'settings.updated',
  owner: auth,
  consumers: ['leads', 'messaging', 'telephony'],
  summary: 'The global settings changed.',
  data: settings,
  example: exampleSettings,
});

/** How a lead came in: what decides whether it is told to people and assigned by itself. */
export const leadOrigin = z.enum(['person', 'import', 'intake', 'bus']);

export const leadCreated = defineMessage({
  type: 'lead.created',
  owner: leads,
  consumers: ['followups', 'gateway', 'messaging', 'stats', 'telephony'],
  summary: 'A lead was created.',
  data: z.object({ lead: eventLead, how: leadOrigin }),
  example: { lead: exampleEventLead, how: 'person' },
  batched: true,
  kept: {
    forever: true,
    fields: [
      'lead.id',
      'lead.type_id',
      'lead.type',
      'lead.source',
      'lead.status',
      'lead.user_id',
      'lead.state',
      'lead.term',
      'lead.coverage_type',
      'lead.createdAt',
      'how',
    ],
  },
});

export const leadUpdated = defineMessage({
  type: 'lead.updated',
  owner: leads,
  consumers: ['followups', 'gateway', 'leads', 'messaging', 'stats'],
  summary: 'Fields of a lead changed.',
  data: z.object({ lead: eventLead, changed: z.array(z.string()) }),
  example: { lead: exampleEventLead, changed: ['address'] },
});

export const leadStatusChanged = defineMessage({
  type: 'lead.status-changed',
  owner: leads,
  consumers: ['leads', 'messaging', 'stats', 'telephony'],
  summary: 'A status was saved; from and to may be the same. The lead itself is in lead.updated.',
  data: z.object({
    lead_id: id,
    type_id: typeId,
    source: sourceName,
    user_id: agentChoice,
    from: statusCode,
    to: statusCode,
    premium: dollars,
    coverage: dollars,
  }),
  example: {
    lead_id: leadId,
    type_id: 2,
    source: 'own',
    user_id: userId,
    from: 'newLead',
    to: 'followUp',
    premium: 64.2,
    coverage: 15000,
  },
  kept: {
    forever: true,
    fields: ['lead_id', 'type_id', 'source', 'user_id', 'from', 'to', 'premium', 'coverage'],
  },
});

export const leadPriceChanged = defineMessage({
  type: 'lead.price-changed',
  owner: leads,
  consumers: ['gateway', 'messaging'],
  summary: 'Carrier prices and the premium calculated from them changed. The lead itself is in lead.updated.',
  data: z.object({
    lead_id: id,
    type_id: typeId,
    source: sourceName,
    user_id: agentChoice,
    price: priceMap,
    premium_carrier: z.string().nullable(),
    premium_price: dollars,
  }),
  example: {
    lead_id: leadId,
    type_id: 2,
    source: 'own',
    user_id: userId,
    price: { mutual_of_omaha: 64.2 },
    premium_carrier: 'Mutual of Omaha',
    premium_price: 64.2,
  },
  kept: { forever: true, fields: ['lead_id', 'price', 'premium_carrier', 'premium_price'] },
});

export const leadAssigned = defineMessage({
  type: 'lead.assigned',
  owner: leads,
  consumers: ['followups', 'gateway', 'leads', 'messaging', 'stats', 'telephony'],
  summary: 'A lead was assigned or unassigned.',
  data: z.object({
    lead_id: id,
    from: agentChoice,
    to: agentChoice,
    how: z.enum(['manual', 'bulk', 'automatic', 'own']),
    /** The lead as it is now; missing where it is in the lead.created of the same write. */
    lead: eventLead.optional(),
  }),
  example: { lead_id: leadId, from: 0, to: userId, how: 'manual', lead: exampleEventLead },
  kept: { forever: true, fields: ['lead_id', 'from', 'to', 'how'] },
});

export const leadOffered = defineMessage({
  type: 'lead.offered',
  owner: ['leads', 'telephony'],
  consumers: ['gateway'],
  summary: 'A lead is presented to one user: the source of ADD_LEAD_ID.',
  data: z.object({ lead_id: id, user_id: id, why: z.enum(['live-transfer', 'incoming-call', 'dialler']) }),
  example: { lead_id: leadId, user_id: userId, why: 'live-transfer' },
});

/** Said at most once and kept nowhere: a hold ends by its lease, and lists are read anew. So it carries the row alone. */
const hold = z.object({ lead_id: id, user_id: id, lead: eventLeadRow });

export const leadHeld = defineMessage({
  type: 'lead.held',
  owner: leads,
  consumers: ['gateway'],
  summary: 'A user opened a lead. Subject lead/<id>/hold.',
  batched: true,
  data: hold,
  example: {
    lead_id: leadId,
    user_id: userId,
    lead: { ...exampleEventLeadRow, busy: 1, busy_user_id: userId },
  },
});

export const leadReleased = defineMessage({
  type: 'lead.released',
  owner: leads,
  consumers: ['gateway'],
  summary: 'A lead was released. Subject lead/<id>/hold.',
  batched: true,
  data: hold,
  example: { lead_id: leadId, user_id: userId, lead: exampleEventLeadRow },
});

const work = z.object({ lead_id: id, user_id: id });

export const leadWorkStarted = defineMessage({
  type: 'lead.work-started',
  owner: leads,
  consumers: ['auth', 'gateway', 'messaging'],
  summary: 'A user started work on a lead and must complete it. Subject work/<user id>.',
  data: work,
  example: { lead_id: leadId, user_id: userId },
});

export const leadWorkCompleted = defineMessage({
  type: 'lead.work-completed',
  owner: leads,
  consumers: ['auth', 'gateway', 'messaging'],
  summary: 'The lead was completed: the user can work another. Subject work/<user id>.',
  data: work,
  example: { lead_id: leadId, user_id: userId },
});

export const leadDeleted = defineMessage({
  type: 'lead.deleted',
  owner: leads,
  consumers: ['followups', 'gateway', 'leads', 'messaging', 'stats', 'telephony'],
  summary:
    'A lead was deleted: it is hidden and nobody contacts it any more. Its records are stored until their retention ends.',
  data: z.object({ lead_id: id, type_id: typeId, source: sourceName, user_id: agentChoice }),
  example: { lead_id: leadId, type_id: 2, source: 'own', user_id: userId },
  kept: { forever: true, fields: ['lead_id', 'type_id', 'source', 'user_id'] },
});

export const leadRestored = defineMessage({
  type: 'lead.restored',
  owner: leads,
  given: false,
  consumers: ['followups', 'gateway', 'messaging', 'stats', 'telephony'],
  summary: 'A deleted lead is there again, with its history.',
  data: z.object({ lead: eventLead }),
  example: { lead: exampleEventLead },
});

/** Said at most once and kept nowhere: a timeline that missed it is read anew with the next one. */
export const leadTimelineChanged = defineMessage({
  type: 'lead.timeline-changed',
  owner: leads,
  given: false,
  consumers: ['gateway'],
  summary: 'Something of a lead that has no live event of its own is in its timeline now, or no longer.',
  data: z.object({ lead_id: id }),
  example: { lead_id: leadId },
});

export const contactOverridden = defineMessage({
  type: 'contact.overridden',
  owner: leads,
  given: false,
  consumers: ['gateway'],
  summary: 'An admin set the contact rules aside for an address of a lead, or ended that. Sent at most once.',
  data: z.object({
    lead_id: id,
    /** Whose lead it is; null for nobody's. */
    user_id: id.nullable().default(null),
  }),
  example: { lead_id: leadId, user_id: userId },
});

export const contactOptedOut = defineMessage({
  type: 'contact.opted-out',
  owner: leads,
  consumers: ['gateway', 'messaging'],
  summary:
    'Someone was added to the do-not-contact list or, if lifted, removed. State of subject contact/<id>.',
  data: z.object({
    phone: phoneNumber.nullable(),
    email: z.string().nullable(),
    channel: refusedChannel,
    since: instant,
    how: optOutHow,
    lifted: z.boolean(),
    /** Leads that have the number or e-mail, so that whoever has one of them open is told. */
    lead_ids: z.array(id),
    /** Whose leads they are, so that their lists are asked about anew. */
    user_ids: z.array(id).default([]),
  }),
  example: {
    phone: '+12145550117',
    email: null,
    channel: 'text',
    since: '2026-11-20T17:41:00.000Z',
    how: 'keyword',
    lifted: false,
    lead_ids: [leadId],
    user_ids: [userId],
  },
});

const progress = z.object({
  import_id: id,
  read: z.int(),
  saved: z.int(),
  refused: z.int(),
  duplicates: z.int(),
});

export const importProgressed = defineMessage({
  type: 'import.progressed',
  owner: leads,
  consumers: ['gateway'],
  summary: 'Progress of an import.',
  data: progress,
  example: { import_id: leadId, read: 1200, saved: 1150, refused: 40, duplicates: 10 },
});

export const importFinished = defineMessage({
  type: 'import.finished',
  owner: leads,
  consumers: ['gateway', 'messaging'],
  summary: 'An import finished or failed.',
  data: progress.extend({ report: z.string(), failed: z.boolean(), message: z.string() }),
  example: {
    import_id: leadId,
    read: 1200,
    saved: 1150,
    refused: 40,
    duplicates: 10,
    report: `/api/rest/imports/${leadId}/refused.csv`,
    failed: false,
    message: '',
  },
});

/** Every event that is described. */
export const events = [
  userCreated,
  userUpdated,
  userBanned,
  userSessionsEnded,
  userPresenceChanged,
  settingsUpdated,
  leadCreated,
  leadUpdated,
  leadStatusChanged,
  leadPriceChanged,
  leadAssigned,
  leadOffered,
  leadHeld,
  leadReleased,
  leadWorkStarted,
  leadWorkCompleted,
  leadDeleted,
  leadRestored,
  leadTimelineChanged,
  contactOptedOut,
  contactOverridden,
  ...consentEvents,
  ...callEvents,
  ...floorEvents,
  ...messagingEvents,
  ...followupEvents,
  ...licenceEvents,
  importProgressed,
  importFinished,
  recordChanged,
] as const;
