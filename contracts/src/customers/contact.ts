import { z } from 'zod';
import { id, instant } from '../ids.js';

/** The ways a customer is contacted. */
export const contactChannel = z.enum(['call', 'text', 'email']);
export type ContactChannel = z.infer<typeof contactChannel>;

/** What somebody does not want any more (`messages.json`, contact.opted-out). */
export const refusedChannel = z.enum(['call', 'text', 'email', 'all']);
export type RefusedChannel = z.infer<typeof refusedChannel>;

/** By what somebody came to be on the list of those not to be contacted (`messages.json`, contact.opted-out). */
export const optOutHow = z.enum(['status', 'agent', 'keyword', 'carrier', 'import', 'api']);
export type OptOutHow = z.infer<typeof optOutHow>;

/** A part of a text, by its characters: the first, and the one behind the last. */
export const wordedRange = z.object({ from: z.int().min(0), to: z.int().min(1) });
export type WordedRange = z.infer<typeof wordedRange>;

/** What a customer wrote that likely ends contact: the text, the words that made it so, and the version of the rules that say so. */
export const optOutWording = z.object({
  text: z.string().min(1).max(1_600),
  marks: z.array(wordedRange),
  rules: z.string().min(1).max(40),
});
export type OptOutWording = z.infer<typeof optOutWording>;

/** Whether a wording ends contact: nobody has decided yet, or a person or the customer's own STOP has. */
export const optOutDecision = z.enum(['open', 'confirmed']);
export type OptOutDecision = z.infer<typeof optOutDecision>;

/** An e-mail as the list keeps it: lower-cased. */
export const listedEmail = z
  .email('Please enter a valid e-mail')
  .max(320)
  .regex(/^[^A-Z]*$/, 'E-mail addresses are lower case');

/**
 * What a contact is for. `sales`: solicitation. `service`: a customer's own policy, or an answer to somebody who wrote or
 * called; it follows from what is known and is never asked for. `third-party`: somebody is rung into a customer's call.
 */
export const contactPurpose = z.enum(['sales', 'service', 'third-party', 'help-reply']);
export type ContactPurpose = z.infer<typeof contactPurpose>;

/** What of a lead is contacted. A hidden number is named by its place, never shown. */
export const contactPlace = z.enum(['phone', 'second_phone', 'email']);
export type ContactPlace = z.infer<typeof contactPlace>;

/** The rules by which a contact is refused, in the order in which they are asked. */
export const permissionRule = z.enum([
  // It is no number, or no e-mail, that can be reached.
  'number',
  // The lead is gone, or the number is none of its own.
  'lead',
  // Whoever wants to contact may not work this lead.
  'actor',
  // The agent holds no licence for the state and line of the lead.
  'licence',
  'do_not_contact',
  'status',
  // The number is on a list of numbers that are not to be called.
  'suppression',
  // Nobody knows where the customer is.
  'place',
  // The table of rules cannot be read as it should.
  'rules',
  // The automatic dialler may not ring there; a person may.
  'dialler',
  // The law of the place, or where the lead came from, asks for a consent that is not on file.
  'consent',
  // A list is too old to be relied on: the automatic dialler is closed.
  'outdated_list',
  'hours',
  'attempts',
]);
export type PermissionRule = z.infer<typeof permissionRule>;

/** Yes; or no with the rule, a sentence for the user and when it may be tried next (null: not before something changes). */
export const permission = z.object({
  allowed: z.boolean(),
  rule: permissionRule.nullable(),
  sentence: z.string(),
  next_allowed_at: instant.nullable(),
  /** The override by which a rule was set aside. */
  override_id: id.nullable(),
});
export type Permission = z.infer<typeof permission>;
