import { z } from 'zod';
import { defineEndpoint } from '../endpoint/endpoint.js';
import {
  listedEmail,
  optOutDecision,
  optOutHow,
  optOutWording,
  refusedChannel,
  type OptOutWording,
} from '../customers/contact.js';
import { outcome } from '../errors.js';
import { choice, flag } from '../fields/choice-kinds.js';
import { instant } from '../fields/kept-kinds.js';
import { asItIs } from '../fields/make-field.js';
import { parts } from '../fields/parts.js';
import { text } from '../fields/text-kinds.js';
import { id } from '../ids.js';
import { phoneNumber, toE164, toShown } from '../phone.js';
import { defineResource } from './define-resource.js';

const listedAddress = z
  .string()
  .max(320)
  .refine(
    (address) => phoneNumber.safeParse(address).success || listedEmail.safeParse(address).success,
    'Enter a phone number of 10 digits or an e-mail',
  );

/** A number or an e-mail however it is written, as the list has it; what is neither stays as it is. */
const asListed = (written: string) => toE164(written.trim()) ?? written.trim().toLowerCase();

/** A number or an e-mail that a list of them names: however it is typed, stored as E.164 or in lower case. */
export const listedAddressField = {
  ...text({
    label: 'Number or e-mail',
    max: 320,
    required: true,
    writable: 'create',
    example: '+12145550117',
  }),
  wire: listedAddress,
  input: listedAddress,
  typed: {
    empty: '',
    ofWire: toShown,
    toWire: (typed: unknown) => (typeof typed === 'string' ? asListed(typed) : typed),
  },
  shown: toShown,
};

const leadOrNone = id.nullable().default(null);

const channelNames = { call: 'Calls', text: 'Texts', email: 'E-mails', all: 'Everything' } as const;
const howNames = {
  status: 'Status of a lead',
  agent: 'By a person',
  keyword: 'Their own word',
  carrier: 'Carrier',
  import: 'File',
  api: 'API key',
} as const;
const decisionNames = { open: 'To decide', confirmed: 'Confirmed' } as const;

/**
 * Numbers and e-mails that are not to be contacted, and for which channel. An entry is added and lifted, never edited; users
 * who are not admins add those of a lead that they may work.
 */
export const doNotContact = defineResource({
  name: 'do-not-contact',
  service: 'leads',
  one: 'do-not-contact entry',
  many: 'do-not-contact entries',
  fields: {
    address: listedAddressField,
    channel: choice({
      label: 'Channel',
      of: refusedChannel.options.map((each) => ({ id: each, name: channelNames[each] })),
      required: true,
      writable: 'create',
      example: 'text',
    }),
    how: choice({
      label: 'How',
      of: optOutHow.options.map((each) => ({ id: each, name: howNames[each] })),
      required: true,
      writable: 'never',
      example: 'keyword',
    }),
    reason: text({ label: 'Reason', max: 500, writable: 'create', example: '' }),
    /** Who put it there; nobody where the system did. */
    by: {
      ...text({ label: 'By', max: 201, writable: 'never', example: '' }),
      shown: (by: string) => by || 'System',
    },
    since: instant({ label: 'Since', example: '2026-11-20T17:41:00.000Z' }),
    /** The lead that it came from. */
    lead_id: {
      ...text({ label: 'Lead', max: 24, writable: 'create', example: '' }),
      wire: leadOrNone,
      input: leadOrNone,
      example: null,
      shown: (lead: string | null) => lead ?? '',
    },
    /** What the customer wrote, the first one first, where it only likely ends contact. */
    wordings: parts({
      label: 'Written',
      wire: z.array(optOutWording),
      writable: 'never',
      typed: { empty: [], ofWire: asItIs, toWire: asItIs },
      shown: (wordings: OptOutWording[]) => wordings.map(({ text: written }) => written).join(' / '),
      example: [],
    }),
    /** Null where there is nothing to decide. */
    decision: choice({
      label: 'Decision',
      of: optOutDecision.options.map((each) => ({ id: each, name: decisionNames[each] })),
      writable: 'never',
      example: null,
    }),
    /** Whether the customer said so: nobody else lifts it once it is decided. */
    own_word: flag({ label: 'Customer’s own word', writable: 'never', example: 1 }),
  },
  rights: { read: 'admin', create: 'signed-in' },
  // The last one first.
  sort: ['since', 'DESC'],
  search: ['address'],
  filters: ['channel', 'how', 'decision'],
  says: { created: 'Will not be contacted' },
});
export type DoNotContactEntry = z.output<typeof doNotContact.record>;

/** Why somebody is taken off the list. */
export const liftReason = z.object({ reason: z.string().trim().min(1, 'Say why').max(500) });

export const liftDoNotContact = defineEndpoint({
  name: 'liftDoNotContact',
  method: 'DELETE',
  path: '/api/rest/do-not-contact/{id}',
  service: 'leads',
  access: 'admin',
  given: false,
  audit: { action: 'do-not-contact-entry.lifted', subject: 'do-not-contact-entry/{params.id}' },
  summary:
    'Removes an entry from the do-not-contact list. Author and reason stay on record. What the customer closed by their own word only they open again (START): 422.',
  params: z.object({ id }),
  query: liftReason,
  answer: outcome,
  example: {
    params: { id: doNotContact.example.id },
    query: { reason: 'Asked to be called again' },
    answer: { status: 'success', message: 'May be contacted again' },
  },
});

const confirmation = z.object({ decision: z.literal('confirm'), version: z.int() });
const reopening = liftReason.extend({ decision: z.literal('reopen'), version: z.int() });

/** What a person makes of an entry under "To decide". */
export const entryDecision = z.discriminatedUnion('decision', [confirmation, reopening]);
export type EntryDecision = z.output<typeof entryDecision>;

export const decideDoNotContact = defineEndpoint({
  name: 'decideDoNotContact',
  method: 'POST',
  path: '/api/rest/do-not-contact/{id}/decision',
  service: 'leads',
  access: 'admin',
  given: false,
  audit: { action: 'do-not-contact-entry.decided', subject: 'do-not-contact-entry/{params.id}' },
  summary:
    'Decides about an entry that the wording of a text made: confirms it, or opens the channel again with a reason. Based on the given version, so that nobody decides about words not read.',
  params: z.object({ id }),
  body: entryDecision,
  answer: outcome,
  example: {
    params: { id: doNotContact.example.id },
    body: { decision: 'reopen', version: 1, reason: 'He wrote about the bus stop' },
    answer: { status: 'success', message: 'May be contacted again' },
  },
});
