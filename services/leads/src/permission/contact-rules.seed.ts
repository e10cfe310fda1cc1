import type { TableRow as Seed } from './rule-table.rules.js';

type Hours = Seed['hours'];

/** When a row was last compared with what it stands on, where the row says nothing else. */
const checked_on = '2026-11-21';
const rechecked = { checked_on: '2026-11-23' };

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
    attempts_per_person: 0,
    customer_months: null,
    no_automated_dialling: 0,
    consent_for: [],
    source,
    counsel: '',
    checked_on,
    ...more,
  };
}

const closed: Hours[number] = null;
const noSundays = (from: string, until: string) => onSundays(daily(from, until), null);
const guides = 'calling-hours guides of clickpointsoftware.com and dropcowboy.com';

const states: readonly Seed[] = [
  rule(
    'AL',
    noSundays('08:00', '20:00'),
    `As of ${guides}: 8 a.m. to 8 p.m., not on Sundays and holidays; dnc.com lists the state holidays kept here.`,
    {
      ...rechecked,
      counsel:
        'dnc.com reads the Alabama telephone service rules as covering telephone utilities alone. Decide with your counsel whether Sundays and holidays stay closed.',
      closed_days: ['federal', 'mardi-gras', '4-mon-04', '1-mon-06', '12-01'],
    },
  ),
  rule(
    'CT',
    daily('09:00', '20:00'),
    'Conn. Gen. Stat. § 42-288a as amended by SB 1058 (2023): 9 a.m. to 8 p.m. since 2023-10-01. The same law asks for prior express written consent to sales calls and texts, and for name and purpose within ten seconds.',
    {
      checked_on: '2026-11-24',
      consent_for: ['call-written', 'text-written'],
      counsel:
        'A written consent on file that names calls or texts is taken for the prior express written consent. Decide with your counsel what its wording must say.',
    },
  ),
  rule(
    'FL',
    daily('08:00', '20:00'),
    'Fla. Stat. § 501.616(6): 8 a.m. to 8 p.m. at the called person, three calls in 24 hours on one subject to one person, whatever the number (§ 501.616(6)(b)). Texts are counted too, as § 501.059 takes them for calls.',
    { max_attempts: 3, attempts_per_person: 1, ...rechecked },
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
    'As of dropcowboy.com: 8 a.m. to 8 p.m., not on Sundays. Holidays are open since 2024 (dnc.com, 2024-06-03).',
    rechecked,
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
    'OR',
    daily('08:00', '20:00'),
    'HB 3865 (2025), in force since 2026-01-01: 8 a.m. to 8 p.m., three solicitations in 24 hours, calls and texts together (jdsupra.com, postscript.io). vicifast.com reads the limit as per number, jdsupra.com as per party; the stricter stands. An existing customer relation of 18 months is free of the limit.',
    { max_attempts: 3, attempts_per_person: 1, customer_months: 18, ...rechecked },
  ),
  rule(
    'PA',
    daily('08:00', '21:00'),
    '73 P.S. § 2245 and HB 318 (2019): not on legal holidays, state ones too; 8 a.m. to 9 p.m. Holidays of 44 P.S. § 11 as blr.com lists them. Sources disagree on Lincoln’s Birthday (7 P.S. § 113, optional for banks) and Bill of Rights Day (dnc.com, 2020); both are kept, the stricter stands.',
    {
      closed_days: ['federal', 'good-friday', 'flag-day', 'election-day', '02-12', '12-15'],
      ...rechecked,
      counsel:
        '44 P.S. § 11 also has Saturday afternoons as half-holidays, for banking. No guide takes them for closed; ask your counsel.',
    },
  ),
  rule(
    'RI',
    [
      closed,
      ...Array.from({ length: 5 }, () => ({ from: '09:00', until: '18:00' })),
      { from: '10:00', until: '17:00' },
    ],
    'R.I. Gen. Laws §§ 5-61-2(2), 5-61-3.6: Mondays to Fridays 9 a.m. to 6 p.m., Saturdays 10 a.m. to 5 p.m., not on Sundays and state or federal holidays. Holidays of § 25-1-1: Independence Day of May 4, Victory Day, Election Day of even years, the Monday after a holiday at a weekend. § 25-1-1 moves May 4 only from a Sunday; a Saturday is moved too, the stricter stands.',
    {
      closed_days: ['federal', '05-04', '2-mon-08', 'election-day-even', 'rhode-island-mondays'],
      ...rechecked,
    },
  ),
  rule(
    'TX',
    onSundays(daily('09:00', '21:00'), { from: '12:00', until: '21:00' }),
    'Tex. Bus. & Com. Code § 301.051: Mondays to Saturdays 9 a.m. to 9 p.m., Sundays from noon. SB 140 (2025) counts texts as solicitation; as of the settlement of November 2025 texts with consent are exempt from registration. The Texas No-Call list stays.',
    rechecked,
  ),
  rule(
    'UT',
    noSundays('08:00', '21:00'),
    'Utah Code § 13-25a-103(3): 8 a.m. to 9 p.m., not on Sundays and legal holidays without prior express consent. Holidays of § 63G-1-301 as in force since 2026-05-06, Good Friday among them. Juneteenth is the Monday of § 63G-1-301(2)(c) and (d) and the federal day: sources disagree, the stricter stands.',
    {
      closed_days: ['federal', 'good-friday', 'pioneer-day', 'juneteenth-utah'],
      ...rechecked,
      counsel:
        '§ 63G-1-301 changes on 2027-01-01; a bill of 2026 (HB 104) would make Election Day a holiday. Check the holidays then.',
    },
  ),
  rule(
    'VA',
    daily('08:00', '21:00'),
    'SB 1339 (in force since 2026-01-01): a request to stop holds for at least ten years. Entries of do-not-contact never end and stay when a person’s data is erased. Hours are the federal ones.',
    rechecked,
  ),
  rule('WA', daily('08:00', '20:00'), 'Wash. Rev. Code § 80.36.390 and 19.158.040: 8 a.m. to 8 p.m.'),
  rule(
    'WY',
    daily('08:00', '21:00'),
    'Wyo. Stat. § 40-12-303: no automated selection or dialling of numbers unless they were screened against the national list or belong to a customer. The dialler rings numbers that a loaded national list or a scrub service screened within 31 days; people may call. Hours are the federal ones.',
    { no_automated_dialling: 1, ...rechecked },
  ),
];

/** The rules that a new store begins with; an admin changes them from then on. */
const seededRules: readonly Seed[] = [
  rule(
    'default',
    daily('08:00', '21:00'),
    '47 CFR § 64.1200(c)(1) and 16 CFR § 310.4(c): 8 a.m. to 9 p.m. by the clock of the called person. 47 CFR § 64.1200(a)(2) and (3): recorded sales messages need prior express written consent. Carriers (10DLC; Twilio 30951) reject texts on shared or resold consent: that of a bought lead must name the agency.',
    {
      checked_on: '2026-11-24',
      consent_for: ['bought-text', 'recorded-written'],
      counsel:
        'In the 5th Circuit oral consent suffices under the TCPA since Bradford (2026-02-25); the TSR, Florida and Connecticut still ask for writing. Decide with your counsel whether recorded messages may rest on oral consent.',
    },
  ),
  ...states,
];

/**
 * The table that the product brings. Whoever changes a row gives the table a later date: stores that began with an older
 * one are then offered the difference.
 */
export const ruleTable = { version: '2026-11-24', rows: seededRules };
