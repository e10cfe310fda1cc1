import { z } from 'zod';
import {
  contactChannel,
  contactPlace,
  contactRule,
  contactRuleFields,
  contactRuleId,
  doNotContactEntry,
  exampleEntry,
  exampleRule,
  listedEmail,
  permission,
  refusedChannel,
  type Permission,
} from '../entities/contact.js';
import { exampleLeadRow } from '../entities/lead.js';
import { exampleUser } from '../entities/user.js';
import { outcome } from '../errors.js';
import { id, instant } from '../ids.js';
import { phoneNumber } from '../phone.js';
import { defineEndpoint } from '../endpoint/endpoint.js';
import { restQuery } from '../endpoint/rest-query.js';

const leadId = exampleLeadRow.id;
const tooEarly: Permission = {
  allowed: false,
  rule: 'hours',
  sentence: 'It is 7:12 AM CT there; calls may begin at 9:00 AM CT',
  next_allowed_at: '2026-11-20T15:00:00.000Z',
  override_id: null,
};
const allowed: Permission = {
  allowed: true,
  rule: null,
  sentence: 'May be contacted',
  next_allowed_at: null,
  override_id: null,
};

export const mayContact = defineEndpoint({
  name: 'mayContact',
  method: 'POST',
  path: '/internal/permission/may-contact',
  service: 'leads',
  access: 'internal',
  given: false,
  summary:
    'Whether someone may be contacted now. Called before an attempt and again, with attempt_id, when it is sent, which counts the attempt. No response means no. Every decision is stored.',
  body: z
    .object({
      /** Null for a number that belongs to no lead: then its area code alone says where it is. */
      lead_id: id.nullable(),
      phone: z.string().max(40).optional(),
      email: z.string().max(320).optional(),
      channel: contactChannel,
      /**
       * `third-party`: somebody is rung into a call that a customer is in, an insurer's line for one. That is no
       * solicitation: a number of no lead is asked for its do-not-contact entry alone.
       */
      purpose: z.enum(['customer', 'third-party']).default('customer'),
      /** Who wants to; null for the system itself, as the dialler. */
      user_id: id.nullable(),
      /**
       * At the moment of sending: the call's or message's own id, which `call.started` or `text.sent` will bear. The
       * attempt is counted with the answer, so that two at once cannot both be the last one allowed; the same id again
       * counts once.
       */
      attempt_id: z.string().min(1).max(100).optional(),
    })
    .refine(
      ({ phone, email }) => (phone === undefined) !== (email === undefined),
      'Enter a phone or an e-mail',
    )
    .refine(({ email, channel }) => (email === undefined) === (channel !== 'email'), {
      path: ['channel'],
      message: 'E-mail needs an e-mail address, calls and texts a phone number',
    }),
  answer: permission.extend({ decision_id: id }),
  example: {
    body: { lead_id: leadId, phone: '+12145550117', channel: 'call', user_id: exampleUser.id },
    answer: { ...tooEarly, decision_id: leadId },
  },
});

export const contactOverride = z.object({
  id,
  lead_id: id,
  place: contactPlace,
  channel: contactChannel,
  reason: z.string(),
  until: instant,
  by: z.string(),
  createdAt: instant,
});
export type ContactOverride = z.infer<typeof contactOverride>;

const exampleOverride: ContactOverride = {
  id: '66f0a1b2c3d4e5f6010207aa',
  lead_id: leadId,
  place: 'phone',
  channel: 'call',
  reason: 'He asked to be called at seven',
  until: '2026-11-20T15:00:00.000Z',
  by: 'Morgan Lee',
  createdAt: '2026-11-20T13:12:00.000Z',
};

const setAside: Permission = {
  ...tooEarly,
  allowed: true,
  sentence: `Allowed by an admin: ${tooEarly.sentence}`,
  next_allowed_at: null,
  override_id: exampleOverride.id,
};

/** One way to the customer, as the lead page shows it. */
export const wayToCustomer = z.object({
  place: contactPlace,
  /** Null where it must not be shown, or where there is none. */
  address: z.string().nullable(),
  channel: contactChannel,
  permission,
  /** What an admin set the rules aside by, for as long as it is in force; the last one to run out, where there are several. */
  override: contactOverride.nullable(),
});
export type WayToCustomer = z.infer<typeof wayToCustomer>;

export const leadPermission = defineEndpoint({
  name: 'leadPermission',
  method: 'GET',
  path: '/api/rest/leads/{id}/permission',
  service: 'leads',
  access: 'lead',
  given: false,
  summary:
    "How a lead may be contacted now, and the customer's local time. For display only: the service that makes an attempt checks permission itself. Not stored.",
  params: z.object({ id }),
  answer: z.object({
    /** IANA names; more than one where it is not certain which. */
    zones: z.array(z.string()),
    ways: z.array(wayToCustomer),
    as_of: instant,
    /** When the clock alone changes one of the answers: it opens, it closes, an override runs out. Null: not within a month. */
    changes_at: instant.nullable(),
  }),
  example: {
    params: { id: leadId },
    answer: {
      zones: ['America/Chicago'],
      ways: [
        {
          place: 'phone',
          address: '+12145550117',
          channel: 'call',
          permission: setAside,
          override: exampleOverride,
        },
        { place: 'phone', address: '+12145550117', channel: 'text', permission: tooEarly, override: null },
        {
          place: 'email',
          address: 'r.okafor@example.com',
          channel: 'email',
          permission: allowed,
          override: null,
        },
      ],
      as_of: '2026-11-20T13:12:00.000Z',
      changes_at: '2026-11-20T15:00:00.000Z',
    },
  },
});

export const allowContact = defineEndpoint({
  name: 'allowContact',
  method: 'POST',
  path: '/api/rest/leads/{id}/permission/overrides',
  service: 'leads',
  access: 'admin',
  given: false,
  summary:
    'Temporarily overrides the contact rules for one number or e-mail of a lead and one channel, except for unreachable addresses.',
  params: z.object({ id }),
  body: z.object({
    place: contactPlace,
    channel: contactChannel,
    reason: z.string().trim().min(1, 'Say why').max(500),
    minutes: z
      .int()
      .min(5)
      .max(7 * 24 * 60),
  }),
  answer: outcome.extend({ override: contactOverride }),
  example: {
    params: { id: leadId },
    body: { place: 'phone', channel: 'call', reason: exampleOverride.reason, minutes: 60 },
    answer: { status: 'success', message: 'Contact allowed', override: exampleOverride },
  },
});

export const endContactOverride = defineEndpoint({
  name: 'endContactOverride',
  method: 'DELETE',
  path: '/api/rest/leads/{id}/permission/overrides/{overrideId}',
  service: 'leads',
  access: 'admin',
  given: false,
  summary: 'Ends an override early.',
  params: z.object({ id, overrideId: id }),
  answer: outcome,
  example: {
    params: { id: leadId, overrideId: exampleOverride.id },
    answer: { status: 'success', message: 'The rules apply again' },
  },
});

export const listContactRules = defineEndpoint({
  name: 'listContactRules',
  method: 'GET',
  path: '/api/rest/contact-rules',
  service: 'leads',
  access: 'admin',
  given: false,
  summary: 'When and how often customers may be contacted: the default rule, then stricter states.',
  query: restQuery,
  answer: z.array(contactRule),
  example: { query: { range: '[0,99]' }, answer: [exampleRule] },
});

export const saveContactRule = defineEndpoint({
  name: 'saveContactRule',
  method: 'PUT',
  path: '/api/rest/contact-rules/{id}',
  service: 'leads',
  access: 'admin',
  given: false,
  summary: 'Changes a rule based on the given version, or adds a rule for a state (version 0).',
  params: z.object({ id: contactRuleId }),
  body: contactRuleFields.extend({ version: z.int().min(0) }),
  answer: outcome.extend({ rule: contactRule }),
  example: {
    params: { id: 'FL' },
    body: {
      channels: exampleRule.channels,
      hours: exampleRule.hours,
      closed_days: ['2026-12-24'],
      max_attempts: 3,
      source: exampleRule.source,
      checked_on: '2026-11-21',
      version: 1,
    },
    answer: { status: 'success', message: 'Rule saved', rule: { ...exampleRule, version: 2 } },
  },
});

export const listDoNotContact = defineEndpoint({
  name: 'listDoNotContact',
  method: 'GET',
  path: '/api/rest/do-not-contact',
  service: 'leads',
  access: 'admin',
  given: false,
  summary:
    'A page of the do-not-contact list, newest first; the total is in Content-Range. q filters by prefix of a number or e-mail.',
  query: restQuery,
  answer: z.array(doNotContactEntry),
  example: { query: { range: '[0,9]', filter: '{"q":"+1214"}' }, answer: [exampleEntry] },
});

export const addDoNotContact = defineEndpoint({
  name: 'addDoNotContact',
  method: 'POST',
  path: '/api/rest/do-not-contact',
  service: 'leads',
  access: 'signed-in',
  given: false,
  summary:
    'Adds a number or an e-mail to the do-not-contact list. Users who are not admins specify a lead they may work and one of its numbers or its e-mail.',
  body: z
    .object({
      phone: phoneNumber.optional(),
      email: listedEmail.optional(),
      channel: refusedChannel,
      lead_id: id.optional(),
      reason: z.string().trim().max(500).optional(),
    })
    .refine(({ phone, email }) => (phone === undefined) !== (email === undefined), {
      path: ['phone'],
      message: 'Enter a phone or an e-mail',
    }),
  answer: outcome.extend({ entry: doNotContactEntry }),
  example: {
    body: { phone: '+12145550117', channel: 'all', reason: 'Asked by letter' },
    answer: { status: 'success', message: 'Will not be contacted', entry: exampleEntry },
  },
});

/** Why somebody is taken off the list. */
export const liftReason = z.object({ reason: z.string().trim().min(1, 'Say why').max(500) });

export const liftDoNotContact = defineEndpoint({
  name: 'liftDoNotContact',
  method: 'DELETE',
  path: '/api/rest/do-not-contact/{id}',
  service: 'leads',
  access: 'admin',
  given: false,
  summary: 'Removes an entry from the do-not-contact list. Author and reason stay on record.',
  params: z.object({ id }),
  query: liftReason,
  answer: outcome,
  example: {
    params: { id: exampleEntry.id },
    query: { reason: 'Asked to be called again' },
    answer: { status: 'success', message: 'May be contacted again' },
  },
});

export const permissionEndpoints = [
  mayContact,
  leadPermission,
  allowContact,
  endContactOverride,
  listContactRules,
  saveContactRule,
  listDoNotContact,
  addDoNotContact,
  liftDoNotContact,
];
