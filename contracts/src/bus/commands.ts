import { z } from 'zod';
import { consentInput } from '../customers/consent.js';
import { savableStatus } from '../codes/statuses.js';
import { changeLeadInput, createLeadInput } from '../entities/lead-input.js';
import { optOutHow, optOutWording, refusedChannel, listedEmail } from '../customers/contact.js';
import { exampleLeadRow } from '../entities/lead.js';
import { exampleFollowup, followupInput } from '../entities/followup.js';
import { textLength } from '../codes/message-lengths.js';
import { agentChoice, id } from '../ids.js';
import { phoneNumber } from '../phone.js';
import { defineMessage } from './envelope.js';

const leads = ['leads'] as const;
const leadId = exampleLeadRow.id;

export const createLeadCommand = defineMessage({
  type: 'lead.create',
  owner: leads,
  summary: 'Creates a lead. Idempotent by external_id.',
  data: z.object({
    external_id: z.string().min(1).max(200),
    lead: createLeadInput,
    consent: consentInput.optional(),
  }),
  example: {
    external_id: 'partner-7:120934',
    lead: {
      type: 'life',
      source: 'clickListing',
      fullname: 'Raymond Okafor',
      email: 'r.okafor@example.com',
      phone: '+12145550117',
      state: 'TX',
      birth_date: '1957-06-02',
    },
    consent: { consent_url: 'https://quotes.example.com/final-expense', channels: ['call'] },
  },
});

export const updateLeadCommand = defineMessage({
  type: 'lead.update',
  owner: leads,
  summary: 'Changes fields of a lead based on the given version.',
  data: z.object({ lead_id: id, lead: changeLeadInput }),
  example: { lead_id: leadId, lead: { type: 'life', version: 4, address: '4180 Juniper Hollow Rd' } },
});

export const setLeadStatusCommand = defineMessage({
  type: 'lead.set-status',
  owner: leads,
  summary: 'Saves the status of a lead.',
  data: z.object({ lead_id: id, status: savableStatus }),
  example: { lead_id: leadId, status: 'followUp' },
});

export const assignLeadCommand = defineMessage({
  type: 'lead.assign',
  owner: leads,
  summary: 'Assigns a lead, or unassigns it (0).',
  data: z.object({ lead_id: id, agent_id: agentChoice }),
  example: { lead_id: leadId, agent_id: 0 },
});

export const deleteLeadCommand = defineMessage({
  type: 'lead.delete',
  owner: leads,
  summary: 'Deletes a lead.',
  data: z.object({ lead_id: id }),
  example: { lead_id: leadId },
});

export const optOutCommand = defineMessage({
  type: 'contact.opt-out',
  owner: leads,
  senders: ['messaging', 'telephony'],
  summary:
    'Adds someone to the do-not-contact list, or removes (lift) an entry that was added the same way, by keyword or by the carrier. With a wording the entry closes the same, and a person is to decide about it.',
  data: z
    .object({
      phone: phoneNumber.optional(),
      email: listedEmail.optional(),
      channel: refusedChannel,
      how: optOutHow,
      lift: z.boolean().optional(),
      reason: z.string().max(500).optional(),
      /** The lead that it came up with. */
      lead_id: id.optional(),
      /** What was written, where it is likely and not certain that it ends contact. */
      wording: optOutWording.optional(),
    })
    .refine(
      ({ phone, email }) => (phone === undefined) !== (email === undefined),
      'Enter a phone or an e-mail',
    ),
  example: { phone: '+12145550117', channel: 'text', how: 'keyword' },
});

export const enqueueDiallerCommand = defineMessage({
  type: 'dialler.enqueue',
  owner: ['telephony'],
  summary: "Adds leads to a guide's dialler run, or, without a guide, to the shared pool.",
  data: z.object({ lead_ids: z.array(id).min(1).max(10_000), guide_id: id.optional() }),
  example: { lead_ids: [leadId] },
});

export const sendTextCommand = defineMessage({
  type: 'text.send',
  owner: ['messaging'],
  summary:
    "Sends a text to a lead's first number in a user's name, by the same rules as message/send. Idempotent by command id.",
  data: z.object({ lead_id: id, user_id: id, text: z.string().min(1).max(textLength) }),
  example: { lead_id: leadId, user_id: '66f0a1b2c3d4e5f601020304', text: 'Good morning, this is Dana.' },
});

export const createFollowupCommand = defineMessage({
  type: 'followup.create',
  owner: ['followups'],
  summary:
    'Creates the first follow-up of a lead for a user, by the same rules as followup/create. Idempotent by command id.',
  data: followupInput,
  example: {
    lead_id: leadId,
    user_id: exampleFollowup.user_id,
    datetime: exampleFollowup.datetime,
    priority: 3,
    description: exampleFollowup.description,
  },
});

/** Every command that is described. */
export const commands = [
  createLeadCommand,
  updateLeadCommand,
  setLeadStatusCommand,
  assignLeadCommand,
  deleteLeadCommand,
  optOutCommand,
  enqueueDiallerCommand,
  sendTextCommand,
  createFollowupCommand,
] as const;
