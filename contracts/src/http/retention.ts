import { z } from 'zod';
import { retentionClass, retentionRules } from '../customers/retention.js';
import { defineEndpoint } from '../endpoint/endpoint.js';
import { outcome } from '../errors.js';
import { instant } from '../ids.js';

const howMany = z.int().min(0);

/** A class of records with its period, and what is about to be deleted by it. */
export const retentionPeriod = z.object({
  id: retentionClass,
  title: z.string(),
  covers: z.string(),
  years: z.int(),
  /** The shortest period that the law allows. */
  min_years: z.int(),
  source: z.string(),
  /** When the source was last read. */
  checked: z.iso.date(),
  /** Who set the period, and when; null where it is the law's own. */
  changed_by: z.string().nullable(),
  changed_at: instant.nullable(),
  /** Deleted leads that wait for the end of this class. */
  waiting: howMany,
  /** Those of them whose period ends within 30 days, or has ended. */
  soon: howMany,
  /** Those of them that a legal hold keeps. */
  held: howMany,
});
export type RetentionPeriod = z.infer<typeof retentionPeriod>;

const examplePeriod: RetentionPeriod = {
  id: 'contact',
  title: retentionRules.contact.title,
  covers: retentionRules.contact.covers,
  years: 5,
  min_years: 5,
  source: retentionRules.contact.source,
  checked: retentionRules.contact.checked,
  changed_by: null,
  changed_at: null,
  waiting: 412,
  soon: 3,
  held: 1,
};

export const getRetention = defineEndpoint({
  name: 'getRetention',
  method: 'GET',
  path: '/api/rest/retention',
  service: 'leads',
  access: 'admin',
  given: false,
  audit: 'none',
  summary:
    'How long records of deleted leads are stored, by class, with source, and how many are deleted within 30 days.',
  answer: z.object({ periods: z.array(retentionPeriod) }),
  example: { answer: { periods: [examplePeriod] } },
});

/** A period that an admin sets. */
export const periodChange = z.object({ years: z.int().min(1).max(99) });

export const changeRetention = defineEndpoint({
  name: 'changeRetention',
  method: 'PUT',
  path: '/api/rest/retention/{id}',
  service: 'leads',
  access: 'admin',
  given: false,
  audit: { action: 'retention.changed', subject: 'retention/{params.id}' },
  summary: 'Sets the period of a class. One shorter than the law allows is refused (422).',
  params: z.object({ id: retentionClass }),
  body: periodChange,
  answer: outcome,
  example: {
    params: { id: 'contact' },
    body: { years: 7 },
    answer: { status: 'success', message: 'Saved' },
  },
});

export const retentionEndpoints = [getRetention, changeRetention];
