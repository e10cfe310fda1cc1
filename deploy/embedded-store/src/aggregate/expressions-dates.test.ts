import { cases, double } from './expression-cases.js';
import { ObjectId } from '../values/values.js';

const at = (text: string) => new Date(text);
const monday = at('2024-01-01T00:30:15.250Z');
const paris = 'Europe/Paris';
const york = 'America/New_York';

describe('parts of dates', () => {
  cases([
    [{ $year: monday }, 2024],
    [{ $year: { date: monday, timezone: york } }, 2023],
    [{ $month: { date: monday, timezone: '-01:00' } }, 12],
    [{ $dayOfMonth: [monday] }, 1],
    [{ $hour: { date: monday, timezone: paris } }, 1],
    [{ $hour: { date: monday, timezone: '+0530' } }, 6],
    [{ $minute: { date: monday, timezone: '+05:30' } }, 0],
    [{ $second: monday }, 15],
    [{ $millisecond: monday }, 250],
    [{ $dayOfWeek: monday }, 2],
    [{ $isoDayOfWeek: at('2024-01-07') }, 7],
    [{ $dayOfYear: at('2024-12-31') }, 366],
    [{ $week: monday }, 0],
    [{ $week: at('2024-01-07') }, 1],
    [{ $isoWeek: at('2021-01-03') }, 53],
    [{ $isoWeekYear: at('2021-01-03') }, 2020n],
    [{ $year: at('1969-12-31T23:59:59.999Z') }, 1969],
    [{ $millisecond: at('1969-12-31T23:59:59.999Z') }, 999],
    [{ $year: '$none' }, null],
    [{ $year: null }, null],
    [{ $year: { date: monday, timezone: null } }, null],
    [{ $year: new ObjectId('65937f40a1b2c3d4e5f60718') }, 2024],
    [{ $year: 'x' }, 'error 16006'],
    [{ $year: { date: monday, timezone: 'Mars/Phobos' } }, 'error 40485'],
    [{ $year: { date: monday, timezone: 5 } }, 'error 40533'],
    [{ $year: { timezone: 'UTC' } }, 'error 40539'],
    [{ $year: [monday, monday] }, 'error 40536'],
    [{ $year: { $add: [monday, 1] } }, 2024],
  ]);
});

describe('dates as text', () => {
  cases([
    [{ $dateToString: { date: monday } }, '2024-01-01T00:30:15.250Z'],
    [{ $dateToString: { date: monday, timezone: paris } }, '2024-01-01T01:30:15.250'],
    [
      { $dateToString: { date: monday, format: '%Y/%m/%d %H:%M %j %u %V %G %w %U %%' } },
      '2024/01/01 00:30 001 1 01 2024 2 00 %',
    ],
    [{ $dateToString: { date: monday, format: '%z %Z %b %B', timezone: york } }, '-0500 -300 Dec December'],
    [{ $dateToString: { date: null } }, null],
    [{ $dateToString: { date: '$none', onNull: 'never' } }, 'never'],
    [{ $dateToString: { date: monday, format: '%q' } }, 'error 18536'],
    [{ $dateToString: { date: monday, format: 'x%' } }, 'error 18535'],
    [{ $dateToString: { format: '%Y' } }, 'error 18628'],
    [{ $dateToString: { date: monday, format: 5 } }, 'error 18533'],
    [{ $dateFromString: { dateString: '2024-01-02' } }, at('2024-01-02')],
    [{ $dateFromString: { dateString: '2024-01-02T03:04:05.678Z' } }, at('2024-01-02T03:04:05.678Z')],
    [{ $dateFromString: { dateString: '2024-07-02T03:04', timezone: paris } }, at('2024-07-02T01:04:00Z')],
    [{ $dateFromString: { dateString: '2024-07-02T03:04 Europe/Paris' } }, at('2024-07-02T01:04:00Z')],
    [{ $dateFromString: { dateString: '2024-07-02T03:04Z', timezone: paris } }, 'error 241'],
    [{ $dateFromString: { dateString: '2024-02-30' } }, 'error 241'],
    [{ $dateFromString: { dateString: 'x', onError: 'bad' } }, 'bad'],
    [{ $dateFromString: { dateString: null, onNull: 'none' } }, 'none'],
    [{ $dateFromString: { dateString: '$none' } }, null],
    [{ $dateFromString: { dateString: '02.01.2024', format: '%d.%m.%Y' } }, at('2024-01-02')],
    [
      { $dateFromString: { dateString: '2 Mar 2024 07', format: '%d %b %Y %H', timezone: '+01:00' } },
      at('2024-03-02T06:00:00Z'),
    ],
    [{ $dateFromString: { dateString: '2021-53-7', format: '%G-%V-%u' } }, at('2022-01-09')],
    [{ $dateFromString: { dateString: '2024', format: '%d.%m.%Y' } }, 'error 241'],
  ]);
});

describe('dates to and from parts', () => {
  const clock = { hour: 0, minute: 30, second: 15, millisecond: 250 };
  cases([
    [{ $dateToParts: { date: monday } }, { year: 2024, month: 1, day: 1, ...clock }],
    [
      { $dateToParts: { date: monday, iso8601: true } },
      { isoWeekYear: 2024, isoWeek: 1, isoDayOfWeek: 1, ...clock },
    ],
    [{ $dateToParts: { date: '$none' } }, null],
    [{ $dateFromParts: { year: 2024, month: 2, day: 29, hour: 1 } }, at('2024-02-29T01:00:00Z')],
    [{ $dateFromParts: { year: 2024, month: 14 } }, at('2025-02-01')],
    [{ $dateFromParts: { year: 2024, day: 0 } }, at('2023-12-31')],
    [{ $dateFromParts: { year: 2024, month: 7, timezone: paris } }, at('2024-06-30T22:00:00Z')],
    [{ $dateFromParts: { isoWeekYear: 2020, isoWeek: 53, isoDayOfWeek: 7 } }, at('2021-01-03')],
    [{ $dateFromParts: { year: 50 } }, at('0050-01-01T00:00:00Z')],
    [{ $dateFromParts: { year: 2024, month: '$none' } }, null],
    [{ $dateFromParts: { year: 10000 } }, 'error 40523'],
    [{ $dateFromParts: { year: 2024.5 } }, 'error 40515'],
    [{ $dateFromParts: { month: 1 } }, 'error 40516'],
  ]);
});

describe('moving dates', () => {
  const add = (startDate: Date | null, unit: string, amount: number, timezone?: string) => ({
    $dateAdd: { startDate, unit, amount, ...(timezone === undefined ? {} : { timezone }) },
  });
  cases([
    [add(at('2024-01-31'), 'month', 1), at('2024-02-29')],
    [add(at('2024-02-29'), 'year', 1), at('2025-02-28')],
    [add(at('2024-01-31'), 'quarter', -1), at('2023-10-31')],
    [add(at('2024-01-01'), 'week', 2), at('2024-01-15')],
    [add(at('2024-01-01'), 'hour', -1), at('2023-12-31T23:00:00Z')],
    // Over the change to summer time a day is shorter, and 24 hours are more than a day.
    [add(at('2024-03-30T12:00:00Z'), 'day', 1, paris), at('2024-03-31T11:00:00Z')],
    [add(at('2024-03-30T12:00:00Z'), 'hour', 24, paris), at('2024-03-31T12:00:00Z')],
    // 02:30 is skipped that night, and struck twice in autumn.
    [add(at('2024-03-30T01:30:00Z'), 'day', 1, paris), at('2024-03-31T01:30:00Z')],
    [add(at('2024-10-26T00:30:00Z'), 'day', 1, paris), at('2024-10-27T00:30:00Z')],
    [add(null, 'day', 1), null],
    [add(at('2024-01-01'), 'day', 1.5), 'error 5166405'],
    [add(at('2024-01-01'), 'fortnight', 1), 'error 9'],
    [{ $dateSubtract: { startDate: at('2024-03-31'), unit: 'month', amount: 1 } }, at('2024-02-29')],
    [{ $dateAdd: { startDate: 'x', unit: 'day', amount: 1 } }, 'error 5166307'],
    [{ $dateAdd: { startDate: monday, unit: 'day' } }, 'error 5166402'],
  ]);
});

describe('distances', () => {
  const diff = (startDate: Date | null, endDate: Date, unit: string, rest: Record<string, string> = {}) => ({
    $dateDiff: { startDate, endDate, unit, ...rest },
  });
  cases([
    [diff(at('2023-12-31T23:59:00Z'), at('2024-01-01T00:01:00Z'), 'year'), 1n],
    [diff(at('2023-12-31T23:59:00Z'), at('2024-01-01T00:01:00Z'), 'day'), 1n],
    [diff(at('2023-12-31T23:59:00Z'), at('2024-01-01T00:01:00Z'), 'day', { timezone: york }), 0n],
    [diff(at('2023-12-31T23:59:00Z'), at('2024-01-01T00:01:00Z'), 'minute'), 2n],
    [diff(at('2024-03-31T00:00:00Z'), at('2024-03-31T03:00:00Z'), 'hour', { timezone: paris }), 3n],
    [diff(at('2024-01-31'), at('2024-02-01'), 'month'), 1n],
    [diff(at('2024-03-31'), at('2024-01-01'), 'quarter'), 0n],
    [diff(at('2024-01-06'), at('2024-01-07'), 'week'), 1n],
    [diff(at('2024-01-06'), at('2024-01-07'), 'week', { startOfWeek: 'monday' }), 0n],
    [diff(at('2024-01-07'), at('2024-01-08'), 'week', { startOfWeek: 'Mon' }), 1n],
    [diff(at('2024-01-01'), at('2023-12-31T23:59:59.999Z'), 'millisecond'), -1n],
    [diff(null, at('2024-01-01'), 'day'), null],
    [diff(at('2024-01-01'), at('2024-01-01'), 'week', { startOfWeek: 'someday' }), 'error 9'],
  ]);
});

describe('cutting dates', () => {
  const trunc = (date: Date | null, unit: string, rest: Record<string, string | number> = {}) => ({
    $dateTrunc: { date, unit, ...rest },
  });
  const noon = at('2024-05-15T12:34:56.789Z');
  cases([
    [trunc(noon, 'second'), at('2024-05-15T12:34:56Z')],
    [trunc(noon, 'minute', { binSize: 15 }), at('2024-05-15T12:30:00Z')],
    [trunc(noon, 'hour'), at('2024-05-15T12:00:00Z')],
    [trunc(noon, 'hour', { binSize: 2, timezone: paris }), at('2024-05-15T11:00:00Z')],
    [trunc(noon, 'day'), at('2024-05-15')],
    [trunc(noon, 'day', { timezone: paris }), at('2024-05-14T22:00:00Z')],
    [trunc(noon, 'day', { binSize: 2, timezone: paris }), at('2024-05-13T22:00:00Z')],
    [trunc(noon, 'week'), at('2024-05-12')],
    [trunc(noon, 'week', { startOfWeek: 'monday' }), at('2024-05-13')],
    [trunc(at('2024-05-12'), 'week'), at('2024-05-12')],
    [trunc(at('1999-12-31'), 'week'), at('1999-12-26')],
    [trunc(noon, 'month'), at('2024-05-01')],
    [trunc(noon, 'month', { timezone: york }), at('2024-05-01T04:00:00Z')],
    [trunc(noon, 'quarter'), at('2024-04-01')],
    [trunc(noon, 'year', { binSize: 10 }), at('2020-01-01')],
    [trunc(at('1999-05-15'), 'year', { binSize: 10 }), at('1990-01-01')],
    [trunc(null, 'day'), null],
    [trunc(noon, 'day', { binSize: 0 }), 'error 5439018'],
    [trunc(noon, 'eon'), 'error 9'],
    [{ $dateTrunc: { date: double(1), unit: 'day' } }, 'error 5166307'],
  ]);
});
