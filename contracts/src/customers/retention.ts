import { z } from 'zod';

/** What a record of a deleted lead is kept as. The order of the classes of a sale is that in which they end. */
export const retentionClasses = ['contact', 'sale-audio', 'sale-recordings', 'enrolment'] as const;
export const retentionClass = z.enum(retentionClasses);
export type RetentionClass = z.infer<typeof retentionClass>;

interface RetentionRule {
  title: string;
  /** What is deleted when the class ends. */
  covers: string;
  /** The shortest period that the law allows, counted from the deletion of the lead, which ended contact. */
  years: number;
  source: string;
  /** When the source was last read. */
  checked: string;
}

/** The classes as the law has them; an admin may lengthen a period and never shorten it below this one. */
export const retentionRules: Readonly<Record<RetentionClass, RetentionRule>> = {
  contact: {
    title: 'Contact records',
    covers:
      'Leads that were no sale of health insurance, with their texts, e-mails, calls, recordings, voicemails, notes and consents; contact decisions',
    years: 5,
    source: '16 CFR 310.5 (Telemarketing Sales Rule)',
    checked: '2026-11-24',
  },
  'sale-audio': {
    title: 'Audio of sales calls',
    covers:
      'Audio of recordings and voicemails of leads that became a sale of health insurance. Set 10 years if you enrol by phone',
    years: 3,
    source: '42 CFR 422.2274 as of contract year 2027, 91 FR 17384 (Medicare)',
    checked: '2026-11-24',
  },
  'sale-recordings': {
    title: 'Recordings of sales calls',
    covers:
      'Recordings and voicemails of such leads, with their transcripts. Set 10 years if you enrol by phone',
    years: 6,
    source: '42 CFR 422.2274 as of contract year 2027, 91 FR 17384 (Medicare)',
    checked: '2026-11-24',
  },
  enrolment: {
    title: 'Enrolment records',
    covers: 'Such leads, with their texts, e-mails, calls, notes and consents',
    years: 10,
    source: '42 CFR 422.504(d) (Medicare), 45 CFR 155.220 (Marketplace)',
    checked: '2026-11-24',
  },
};

/** What no period ends, and why. */
export const neverDeleted = {
  title: 'Do-not-contact entries',
  covers: 'Numbers and e-mails that are not to be contacted, with who asked and when',
  source: '47 CFR 64.1200(d), Virginia SB 1339 (at least ten years)',
  checked: '2026-11-23',
} as const;
