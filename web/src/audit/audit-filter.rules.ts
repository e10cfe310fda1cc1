import { z } from 'zod';
import { auditOutcome, type AuditFilter } from '@crm/contracts/http/audit.js';
import type { BulkReading, BulkReadingKind, SignInAttack } from '@crm/contracts/http/system.js';
import { instant, plainDate } from '@crm/contracts/ids.js';
import { pacificRange } from '@crm/contracts/time/pacific.js';

const word = z.string().trim().min(1).max(200).optional().catch(undefined);

/** The picked filters, as the list keeps them. From the address or the browser's storage: what does not fit counts as not picked. */
const auditValues = z.object({
  actor: word,
  action: word,
  subject: word,
  address: word,
  outcome: auditOutcome.optional().catch(undefined),
  days: z.object({ from: plainDate, to: plainDate }).optional().catch(undefined),
  /** A stretch of time shorter than a day, as of an alarm. */
  window: z.object({ from: instant, to: instant }).optional().catch(undefined),
});
export type AuditValues = z.output<typeof auditValues>;

export const auditValuesOf = (stored: unknown): AuditValues => auditValues.safeParse(stored).data ?? {};

/** Picked filters without those that are not picked. */
export const pickedOf = (values: AuditValues): AuditValues =>
  auditValuesOf(Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)));

/** The filters as query of the calls. */
export function auditFilterOf(stored: unknown): AuditFilter {
  const { days, window, ...words } = auditValuesOf(stored);
  const range = days && pacificRange(days.from, days.to);
  const { from, to } = window ?? { from: range?.from.toISOString(), to: range?.to.toISOString() };
  const asked = { ...words, from, to };
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
}

/** The address of the Audit page with filters. */
export const auditAddress = (values: AuditValues): string =>
  `/audit?${new URLSearchParams({ filter: JSON.stringify(values), page: '1' }).toString()}`;

/** What the alarms about bulk reading look back at (contracts), and the first millisecond behind their last entry. */
const alarmWindowMs: Record<BulkReadingKind, number> = {
  opened: 10_000,
  'opened-in-hour': 3_600_000,
  'listed-in-hour': 3_600_000,
};

/** What a person opened or listed while an alarm was raised about them. */
export const readByThen = (
  alarm: Pick<BulkReading, 'user_id' | 'kind' | 'first_at' | 'last_at'>,
): AuditValues => ({
  actor: alarm.user_id,
  action: alarm.kind === 'listed-in-hour' ? 'leads.listed' : 'lead.opened',
  window: {
    from: new Date(Date.parse(alarm.first_at) - alarmWindowMs[alarm.kind]).toISOString(),
    to: new Date(Date.parse(alarm.last_at) + 1).toISOString(),
  },
});

/** The refused sign-ins of an attack; of a whole network of IPv6 those of everybody at that time. */
export const refusedByThen = ({ by, name, first_at, last_at }: SignInAttack): AuditValues => ({
  action: 'session.started',
  outcome: 'denied',
  ...(by === 'account' && { subject: `account/${name}` }),
  ...(by === 'network' && !name.includes('/') && { address: name }),
  window: { from: first_at, to: new Date(Date.parse(last_at) + 1).toISOString() },
});

const recordId = /^[0-9a-f]{24}$/;

/**
 * The record that a typed text names: a whole address of the product, `lead/<id>`, or a lead's id alone. Undefined where it
 * names none.
 */
export function subjectOf(text: string): string | undefined {
  const typed = text.trim();
  if (recordId.test(typed)) return `lead/${typed}`;
  const [, path = typed] = /^https?:\/\/[^/]+\/(.*)$/.exec(typed) ?? [];
  const [, noun, id] = /^\/?([a-z][a-z-]*)\/([^/?#\s]+)/.exec(path) ?? [];
  if (noun === undefined || id === undefined) return undefined;
  return `${pageNouns[noun] ?? noun}/${id}`;
}

/** The nouns of pages whose records the log has under another one. */
const pageNouns: Readonly<Record<string, string>> = {
  agents: 'user',
  guides: 'user',
  partners: 'partner',
  webhooks: 'webhook',
  'api-keys': 'api-key',
  'identity-providers': 'identity-provider',
  'webhook-deliveries': 'webhook-delivery',
  licences: 'licence',
  'contact-rules': 'contact-rule',
};

/** The noun and the id of a record, `lead/<id>`; `settings` has no id. */
export function partsOf(subject: string): { noun: string; id: string } {
  const [noun = '', ...id] = subject.split('/');
  return { noun, id: id.join('/') };
}

const pagesOfNouns: Readonly<Record<string, string>> = {
  lead: 'lead',
  partner: 'partners',
  'api-key': 'api-keys',
  licence: 'licences',
  'contact-rule': 'contact-rules',
};

/** The path of the page of a record, where it has one; those of users depend on their role. */
export function pathOf(subject: string): string | undefined {
  const { noun, id } = partsOf(subject);
  const page = pagesOfNouns[noun];
  return page === undefined ? undefined : `/${page}/${id}`;
}
