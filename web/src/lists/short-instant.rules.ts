import { addDays, pacificDate, pacificZone, shownDate } from '@crm/contracts/time/pacific.js';
import { dateFormat } from '../i18n/language.js';

const clockTime = dateFormat({ timeZone: pacificZone, hour: 'numeric', minute: '2-digit' });
const weekday = dateFormat({ timeZone: pacificZone, weekday: 'long' });

/** An instant where there is little room: today its time, within the last week its weekday, before that its date. */
export function shortInstant(instant: string, now: Date): string {
  const at = new Date(instant);
  const [day, today] = [pacificDate(at), pacificDate(now)];
  if (day === today) return clockTime.format(at);
  return day < today && day > addDays(today, -7) ? weekday.format(at) : shownDate(day);
}
