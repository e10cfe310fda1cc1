import type { DayRow } from '@crm/contracts/entities/day.js';
import type { DayMessages } from '../i18n/day.en.js';
import { shownAt, shownPast } from '../leads/lead/local-time.js';
import { timePassed } from '../notification-menu/shown-notification.rules.js';

function ago(translate: DayMessages, of: 'ago' | 'age', since: string, now: Date): string {
  const { unit, count } = timePassed(since, now);
  return translate(`crm.day.${of}.${unit}`, { smart_count: count });
}

/** When a lead that may not be contacted yet may be, and where that is; undefined where it may be now. */
export function opensText(
  translate: DayMessages,
  { opens_at, zones, lead }: Pick<DayRow, 'opens_at' | 'zones'> & { lead: Pick<DayRow['lead'], 'state'> },
  now: Date,
): string | undefined {
  const [zone] = zones;
  if (opens_at === null || zone === undefined) return undefined;
  const time = shownAt(zone, new Date(opens_at), now);
  return lead.state === null
    ? translate('crm.day.reason.opensAnywhere', { time })
    : translate('crm.day.reason.opens', { time, state: lead.state });
}

/** Why a lead is to be contacted, in one line: times that have passed by the customer's clock. */
export function reasonText(
  translate: DayMessages,
  { reason, zones }: Pick<DayRow, 'reason' | 'zones'>,
  now: Date,
): string {
  switch (reason.kind) {
    case 'callback':
      return translate('crm.day.reason.callback', { ago: ago(translate, 'ago', reason.due_at, now) });
    case 'reply':
      return translate('crm.day.reason.reply', { ago: ago(translate, 'ago', reason.at, now) });
    case 'new':
      return translate('crm.day.reason.new', { age: ago(translate, 'age', reason.at, now) });
    case 'retry': {
      const [zone] = zones;
      if (reason.tried_at === null || zone === undefined) return translate('crm.day.reason.retryUnknown');
      const { near, day, time } = shownPast(zone, new Date(reason.tried_at), now);
      const when = translate(`crm.day.when.${near}`, { day, time });
      return reason.now === null
        ? translate('crm.day.reason.retryAnywhere', { when })
        : translate('crm.day.reason.retry', { when, part: translate(`crm.day.part.${reason.now}`) });
    }
  }
}
