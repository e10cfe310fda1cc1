import { z } from 'zod';

/** Services that keep something of customers; auth keeps nothing of them. */
export const privacyServices = ['leads', 'telephony', 'messaging', 'followups', 'stats'] as const;
export type PrivacyService = (typeof privacyServices)[number];

/** What is kept of a customer, by the names under which it is handed out and counted. */
export const personRecordKinds = [
  'leads',
  'notes',
  'changes',
  'contact_overrides',
  'contact_decisions',
  'consents',
  'do_not_contact',
  'refused_rows',
  'calls',
  'recordings',
  'voicemails',
  'missed_calls',
  'dialled',
  'texts',
  'emails',
  'notifications',
  'followups',
  'figures',
] as const;
export const personRecordKind = z.enum(personRecordKinds);
export type PersonRecordKind = z.infer<typeof personRecordKind>;

export const privacyRequestKind = z.enum(['export', 'erasure']);
export type PrivacyRequestKind = z.infer<typeof privacyRequestKind>;

/** What services are told to do with a person's records: what an admin asks for, and what the end of a period brings. */
export const personTaskKind = z.enum([...privacyRequestKind.options, 'retention']);
export type PersonTaskKind = z.infer<typeof personTaskKind>;

/** How many of each kind. */
export const personCounts = z.partialRecord(personRecordKind, z.int().min(0));
export type PersonCounts = z.infer<typeof personCounts>;
