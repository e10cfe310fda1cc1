import type { ContactRule } from '@crm/contracts/resources/contact-rule.js';

type Seed = Omit<ContactRule, 'version'>;
type Hours = Seed['hours'];

/** When the table below was last compared with what it stands on. */
const checked_on = '2026-11-21';

const daily = (from: string, until: string): Hours => Array.from({ length: 7 }, () => ({ from, until }));
const onSundays = (hours: Hours, sunday: Hours[number]): Hours => [sunday, ...hours.slice(1)];

function rule(id: Seed['id'], hours: Hours, source: string, more: Partial<Seed> = {}): Seed {
  return {
    id,
    state: id === 'default' ? null : id,
    channels: ['call', 'text'],
    hours,
    closed_days: [],
    max_attempts: null,
    source,
    checked_on,
    ...more,
  };
}

const noSundays = (from: string, until: string) => onSundays(daily(from, until), null);
const guides = 'calling-hours guides of clickpointsoftware.com and dropcowboy.com';

const states: readonly Seed[] = [
  rule(
    'AL',
    noSundays('08:00', '20:00'),
    `As of ${guides}: 8 a.m. to 8 p.m., not on Sundays and holidays; dnc.com lists the state holidays kept here.`,
    {
      closed_days: ['federal', 'mardi-gras', '4-mon-04', '1-mon-06', '12-01'],
    },
  ),
  rule(
    'CT',
    daily('09:00', '20:00'),
    'Conn. Gen. Stat. § 42-288a. Sources disagree: clickpointsoftware.com 9 a.m. to 9 p.m., dropcowboy.com 9 a.m. to 8 p.m.; the stricter stands.',
  ),
  rule(
    'FL',
    daily('08:00', '20:00'),
    'Fla. Stat. § 501.616(6): 8 a.m. to 8 p.m. at the called person, three calls in 24 hours on one subject. Texts are counted too, as § 501.059 takes them for calls.',
    { max_attempts: 3 },
  ),
  rule('KY', daily('10:00', '21:00'), `Ky. Rev. Stat. § 367.46955; ${guides}: 10 a.m. to 9 p.m.`),
  rule(
    'LA',
    noSundays('08:00', '20:00'),
    'La. P.S.C. General Order R-29617 § V(A)(2) and La. R.S. 45:811: 8 a.m. to 8 p.m., not on Sundays and legal holidays. Sources disagree which holidays of R.S. 1:55 are meant; all of them are kept. The governor may proclaim further days: enter them as dates.',
    {
      closed_days: ['federal', '01-08', 'mardi-gras', 'good-friday', '06-03', '08-30', '11-01', '01-19'],
    },
  ),
  rule('MA', daily('08:00', '20:00'), `Mass. Gen. Laws ch. 159C § 3; ${guides}: 8 a.m. to 8 p.m.`),
  rule(
    'MD',
    daily('08:00', '20:00'),
    'Stop the Spam Calls Act of 2023: 8 a.m. to 8 p.m. Sources disagree on a limit of three calls in 24 hours on one subject; the stricter stands.',
    { max_attempts: 3 },
  ),
  rule(
    'MI',
    daily('09:00', '21:00'),
    `Mich. Comp. Laws § 445.111 and following; ${guides}: 9 a.m. to 9 p.m.`,
  ),
  rule('MN', daily('09:00', '21:00'), `Minn. Stat. § 325E.30; ${guides}: 9 a.m. to 9 p.m.`),
  rule(
    'MS',
    noSundays('08:00', '20:00'),
    'As of dropcowboy.com: 8 a.m. to 8 p.m., not on Sundays. Sources disagree on holidays: dropcowboy.com allows them, clickpointsoftware.com and dnc.com do not; the stricter stands.',
    {
      closed_days: ['federal', 'last-mon-04'],
    },
  ),
  rule('NM', daily('09:00', '21:00'), `N.M. Stat. § 57-12-22; ${guides}: 9 a.m. to 9 p.m.`),
  rule('NV', daily('09:00', '20:00'), `As of ${guides}: 9 a.m. to 8 p.m.`),
  rule(
    'OK',
    daily('08:00', '20:00'),
    'Okla. Stat. tit. 15 § 775C.4: 8 a.m. to 8 p.m., three calls in 24 hours on one subject.',
    { max_attempts: 3 },
  ),
  rule(
    'TX',
    onSundays(daily('09:00', '21:00'), { from: '12:00', until: '21:00' }),
    'Tex. Bus. & Com. Code § 301.051: Mondays to Saturdays 9 a.m. to 9 p.m., Sundays from noon.',
  ),
  rule('WA', daily('08:00', '20:00'), 'Wash. Rev. Code § 80.36.390 and 19.158.040: 8 a.m. to 8 p.m.'),
];

/** The rules that a new store begins with; an admin changes them from then on. */
export const seededRules: readonly Seed[] = [
  rule(
    'default',
    daily('08:00', '21:00'),
    '47 CFR § 64.1200(c)(1) and 16 CFR § 310.4(c): 8 a.m. to 9 p.m. by the clock of the called person.',
  ),
  ...states,
];
