import { statusTitle } from '@crm/contracts/codes/statuses.js';
import type { TimelineEntry } from '@crm/contracts/entities/timeline.js';
import { toShown } from '@crm/contracts/phone.js';
import { shownInstant } from '@crm/contracts/time/pacific.js';
import type { TimelineMessages } from '../i18n/timeline.en.js';
import { timePassed } from '../notification-menu/shown-notification.rules.js';
import { shownTime } from '../recordings/shown-time.js';
import type { HueName } from '../theme/tokens.js';
import { localise } from '../i18n/language.js';

type Of<K extends TimelineEntry['kind']> = Extract<TimelineEntry, { kind: K }>;

const numberOf = (translate: TimelineMessages, number: string | null) =>
  number === null ? translate('crm.timeline.call.customer') : toShown(number);

function assignmentTitle(translate: TimelineMessages, { from, to }: Of<'assignment'>): string {
  const nobody = translate('crm.timeline.someone');
  if (to === null) return translate('crm.timeline.unassigned', { from: from ?? nobody });
  if (from === null) return translate('crm.timeline.assigned', { to });
  return translate('crm.timeline.reassigned', { from, to });
}

function followupTitle(translate: TimelineMessages, { what, datetime, owner }: Of<'followup'>): string {
  const at = datetime === null ? '' : translate('crm.fields.pacific', { time: shownInstant(datetime) });
  return translate(`crm.timeline.followup.${what}`, {
    at,
    owner: owner ?? translate('crm.timeline.someone'),
  });
}

/** What an entry is, in one line. */
export function titleOf(translate: TimelineMessages, entry: TimelineEntry): string {
  switch (entry.kind) {
    case 'call':
      return translate(`crm.timeline.call.${entry.direction === 'inbound' ? 'in' : 'out'}`, {
        number: numberOf(translate, entry.number),
      });
    case 'voicemail':
      return translate('crm.timeline.voicemail');
    case 'text': {
      const way = entry.is_client_message === 1 ? 'in' : 'out';
      return translate(`crm.timeline.text.${entry.send_status === 'refused' ? 'refused' : way}`);
    }
    case 'email':
      if (entry.send_status === 'refused') return translate('crm.timeline.email.refused');
      return entry.title === ''
        ? translate('crm.timeline.email.untitled')
        : translate('crm.timeline.email.out', { title: entry.title });
    case 'note':
      return translate('crm.timeline.note');
    case 'status':
      return translate('crm.timeline.status', {
        from: localise(statusTitle(entry.from)),
        to: localise(statusTitle(entry.to)),
      });
    case 'assignment':
      return assignmentTitle(translate, entry);
    case 'followup':
      return followupTitle(translate, entry);
    case 'consent':
      return translate(`crm.timeline.consent.${entry.consent_kind}`, { source: entry.received_from });
    case 'opt_out':
      return translate(`crm.timeline.optOut.${entry.what}`, {
        channel: translate(`crm.timeline.channel.${entry.channel}`),
      });
    case 'created':
      return entry.agent === null
        ? translate('crm.timeline.created', { source: entry.source_title })
        : translate('crm.timeline.createdFor', { source: entry.source_title, agent: entry.agent });
  }
}

/** Whose doing an entry was; nothing where its title says it. */
export function whoOf(translate: TimelineMessages, entry: TimelineEntry): string | undefined {
  if (entry.who !== null) return entry.who;
  if (entry.kind === 'opt_out') return translate(`crm.timeline.how.${entry.how}`);
  if (entry.kind === 'assignment' || entry.kind === 'status') return translate('crm.timeline.system');
  return undefined;
}

/** What was written or said, in full; empty where an entry has no words. */
export function wordsOf(entry: TimelineEntry): string {
  if (entry.kind === 'followup') return entry.description;
  return 'text' in entry ? (entry.text ?? '') : '';
}

/** Why it did not work out, where there is a reason. */
export const reasonOf = (entry: TimelineEntry): string => ('reason' in entry ? entry.reason : '');

interface Result {
  label: string;
  hue: HueName;
}

const badOutcomes: ReadonlySet<string> = new Set(['failed', 'refused', 'undelivered']);

function callResult(translate: TimelineMessages, { outcome, duration }: Of<'call'>): Result {
  if (outcome === null) return { label: translate('crm.timeline.call.live'), hue: 'blue' };
  if (outcome === 'completed') {
    return duration === 0
      ? { label: translate('crm.timeline.outcome.ended'), hue: 'neutral' }
      : { label: translate('crm.timeline.outcome.completed', { time: shownTime(duration) }), hue: 'green' };
  }
  const label = translate(`crm.timeline.outcome.${outcome}`);
  return { label, hue: badOutcomes.has(outcome) ? 'red' : 'neutral' };
}

/** How an entry came out, where that is to be seen at a glance. */
export function resultOf(translate: TimelineMessages, entry: TimelineEntry): Result | undefined {
  if (entry.kind === 'call') return callResult(translate, entry);
  if (entry.kind !== 'text' && entry.kind !== 'email') return undefined;
  // A customer's text came, and nothing more can become of it.
  if (entry.send_status === 'received') return undefined;
  const label = translate(`crm.timeline.send.${entry.send_status}`);
  return { label, hue: badOutcomes.has(entry.send_status) ? 'red' : 'neutral' };
}

/** How long ago something of the last day was; nothing of what is older: its day stands above it. */
export function agoOf(translate: TimelineMessages, at: string, now: Date): string | undefined {
  const { unit, count } = timePassed(at, now);
  return unit === 'days' ? undefined : translate(`crm.timeline.ago.${unit}`, { smart_count: count });
}
