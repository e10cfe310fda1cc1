import { z } from 'zod';
import {
  contactChannel,
  contactPlace,
  contactPurpose,
  permission,
  type Permission,
} from '../customers/contact.js';
import { exampleLeadRow } from '../entities/lead.js';
import { exampleUser } from '../entities/user.js';
import { outcome } from '../errors.js';
import { id, instant, plainDate } from '../ids.js';
import { defineEndpoint } from '../endpoint/endpoint.js';

const leadId = exampleLeadRow.id;
/** As many as a table's page may have rows. */
const maxRows = 100;
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
  callers: ['telephony', 'messaging'],
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
       * solicitation: a number of no lead is asked for its do-not-contact entry alone. `help-reply`: the system answers a
       * text that says HELP, which even a STOP lets through; not counted. `service` follows from the lead and from what the
       * customer did last, and is not asked for.
       */
      purpose: contactPurpose.exclude(['service']).default('sales'),
      /** Whether a recorded message is to be played, which asks for more than a call of a person does. */
      prerecorded: z.boolean().default(false),
      /** Who wants to; null for the system itself, as the dialler. */
      user_id: id.nullable(),
      /** Whether the automatic dialler chose the number: some states do not let it. */
      automated: z.boolean().default(false),
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
  answer: permission.extend({ decision_id: id, purpose: contactPurpose }),
  example: {
    body: { lead_id: leadId, phone: '+12145550117', channel: 'call', user_id: exampleUser.id },
    answer: { ...tooEarly, decision_id: leadId, purpose: 'sales' },
  },
});

export const contactOverride = z.object({
  id,
  lead_id: id,
  place: contactPlace,
  channel: contactChannel,
  reason: z.string(),
  /** When the customer asked to be contacted; null of those from before it was asked for. */
  requested_on: plainDate.nullable(),
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
  requested_on: '2026-11-19',
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
  /** Whether an admin may set the refusal aside; false where there is none, and where the customer's own word closed it. */
  overridable: z.boolean(),
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
  audit: { action: 'lead.permission-read', subject: 'lead/{params.id}' },
  summary:
    "How a lead may be contacted now, and the customer's local time. For display only: the service that makes an attempt checks permission itself. Not stored.",
  params: z.object({ id }),
  answer: z.object({
    /** IANA names; more than one where it is not certain which. */
    zones: z.array(z.string()),
    ways: z.array(wayToCustomer),
    /** Why whoever asks may not sell to this customer: the licence that is missing. Null: they may. */
    licence_denial: z.string().nullable().default(null),
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
          overridable: false,
          override: exampleOverride,
        },
        {
          place: 'phone',
          address: '+12145550117',
          channel: 'text',
          permission: tooEarly,
          overridable: true,
          override: null,
        },
        {
          place: 'email',
          address: 'r.okafor@example.com',
          channel: 'email',
          permission: allowed,
          overridable: false,
          override: null,
        },
      ],
      licence_denial: null,
      as_of: '2026-11-20T13:12:00.000Z',
      changes_at: '2026-11-20T15:00:00.000Z',
    },
  },
});

/** How one row's customer may be called and texted now; null where the lead has no phone. */
export const rowPermission = z.object({
  id,
  /** IANA names; more than one where it is not certain which. */
  zones: z.array(z.string()),
  call: permission.nullable(),
  text: permission.nullable(),
  /** When the clock alone changes one of the answers. Null: not within a month. */
  changes_at: instant.nullable(),
});
export type RowPermission = z.infer<typeof rowPermission>;

export const permissionOfRows = defineEndpoint({
  name: 'permissionOfRows',
  method: 'POST',
  path: '/api/rest/leads/permissions',
  service: 'leads',
  access: 'lead',
  given: false,
  audit: { action: 'leads.listed', reads: true },
  summary:
    "How the leads of a table's page may be called and texted now, and their local time: for each lead the answer of its own page. Leads that are not the asker's to work are left out. Not stored.",
  body: z.object({ ids: z.array(id).max(maxRows) }),
  answer: z.object({ leads: z.array(rowPermission), as_of: instant }),
  example: {
    body: { ids: [leadId] },
    answer: {
      leads: [
        {
          id: leadId,
          zones: ['America/Chicago'],
          call: tooEarly,
          text: allowed,
          changes_at: '2026-11-20T15:00:00.000Z',
        },
      ],
      as_of: '2026-11-20T13:12:00.000Z',
    },
  },
});

/** By what an admin sets the contact rules aside. */
export const overrideInput = z.object({
  place: contactPlace,
  channel: contactChannel,
  reason: z.string().trim().min(1, 'Say why').max(500),
  /** The day on which the customer asked to be contacted: today or at most 90 days ago. */
  requested_on: z.iso.date('Enter the date of the request'),
  minutes: z
    .int()
    .min(5)
    .max(7 * 24 * 60),
});

export const allowContact = defineEndpoint({
  name: 'allowContact',
  method: 'POST',
  path: '/api/rest/leads/{id}/permission/overrides',
  service: 'leads',
  access: 'admin',
  given: false,
  audit: { action: 'lead.contact-allowed', subject: 'lead/{params.id}' },
  summary:
    'Temporarily overrides the contact rules for one number or e-mail of a lead and one channel, except for unreachable addresses and for channels that the customer closed.',
  params: z.object({ id }),
  body: overrideInput,
  answer: outcome.extend({ override: contactOverride }),
  example: {
    params: { id: leadId },
    body: {
      place: 'phone',
      channel: 'call',
      reason: exampleOverride.reason,
      requested_on: '2026-11-19',
      minutes: 60,
    },
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
  audit: { action: 'lead.contact-override-ended', subject: 'lead/{params.id}' },
  summary: 'Ends an override early.',
  params: z.object({ id, overrideId: id }),
  answer: outcome,
  example: {
    params: { id: leadId, overrideId: exampleOverride.id },
    answer: { status: 'success', message: 'The rules apply again' },
  },
});

export const permissionEndpoints = [
  mayContact,
  leadPermission,
  permissionOfRows,
  allowContact,
  endContactOverride,
];
