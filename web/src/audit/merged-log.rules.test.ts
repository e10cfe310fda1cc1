import { serviceNames, type ServiceName } from '@crm/contracts/endpoint/endpoint.js';
import {
  cursorBehind,
  newestOf,
  readSoFar,
  withPage,
  type Placed,
  type ReadLog,
  type ReadLogs,
} from './merged-log.rules.js';

const start = Date.parse('2026-11-20T17:00:00.000Z');
/** An entry so many milliseconds after the start; its place in its chain grows with time. */
const entry = (service: ServiceName, ms: number, seq = ms): Placed => ({
  ...{ id: `${service}-${String(seq)}`, service, seq },
  at: new Date(start + ms).toISOString(),
  ...{ action: 'lead.opened', correlation_id: `${service}-${String(ms)}` },
});
const nothing: ReadLog<Placed> = { entries: [], isAtEnd: true };
const logsOf = (given: Partial<ReadLogs<Placed>>): ReadLogs<Placed> => ({
  ...{ auth: nothing, leads: nothing, telephony: nothing, messaging: nothing },
  ...{ followups: nothing, stats: nothing, ...given },
});
const log = (service: ServiceName, times: readonly number[], isAtEnd = false): ReadLog<Placed> => ({
  entries: times.map((ms) => entry(service, ms)),
  isAtEnd,
});
const ids = (entries: readonly Placed[]) => entries.map(({ id }) => id);

test.each<[name: string, logs: Partial<ReadLogs<Placed>>, count: number, shown: string[], readOn: string[]]>([
  ['no log has anything', {}, 3, [], []],
  [
    'all logs are at their end',
    { auth: log('auth', [9, 2], true), leads: log('leads', [5, 4], true) },
    3,
    ['auth-9', 'leads-5', 'leads-4'],
    [],
  ],
  [
    'fewer are there than asked for',
    { auth: log('auth', [9], true), stats: log('stats', [3], true) },
    5,
    ['auth-9', 'stats-3'],
    [],
  ],
  [
    'a log goes on, but behind the last one shown',
    { auth: log('auth', [9, 8]), leads: log('leads', [7, 6, 1]) },
    2,
    ['auth-9', 'auth-8'],
    [],
  ],
  [
    'an unread entry may belong before the last one',
    { auth: log('auth', [9, 8]), leads: log('leads', [7, 6, 1]) },
    3,
    ['auth-9', 'auth-8'],
    ['auth'],
  ],
  ['a log was not read at all', { auth: log('auth', [9]), leads: log('leads', []) }, 1, [], ['leads']],
  [
    'two were entered in the same millisecond: by service, then the later place of a chain first',
    {
      leads: { entries: [entry('leads', 5, 3), entry('leads', 5, 2)], isAtEnd: true },
      auth: { entries: [entry('auth', 5, 7)], isAtEnd: true },
    },
    3,
    ['auth-7', 'leads-3', 'leads-2'],
    [],
  ],
  [
    'a log was read to the middle of a millisecond that another has too',
    {
      leads: { entries: [entry('leads', 5, 3)], isAtEnd: false },
      stats: { entries: [entry('stats', 5, 1)], isAtEnd: true },
    },
    2,
    ['leads-3'],
    ['leads'],
  ],
])('merged when %s', (_name, logs, count, shown, readOn) => {
  const merged = newestOf(logsOf(logs), count);
  expect(ids(merged.entries)).toEqual(shown);
  expect(merged.readOn).toEqual(readOn);
});

test('one look at all logs is one entry, whatever came between', () => {
  const look = (service: ServiceName, ms: number, correlation_id: string) => ({
    ...entry(service, ms),
    ...{ action: 'audit.read', correlation_id },
  });
  const logs = logsOf({
    auth: { entries: [look('auth', 9, 'second'), look('auth', 3, 'first')], isAtEnd: true },
    leads: {
      entries: [look('leads', 8, 'second'), entry('leads', 7), look('leads', 2, 'first')],
      isAtEnd: true,
    },
    stats: { entries: [look('stats', 6, 'second')], isAtEnd: true },
  });
  expect(ids(newestOf(logs, 9).entries)).toEqual(['auth-9', 'leads-7', 'auth-3']);
  expect(readSoFar(logs).repeats).toBe(3);
});

describe('a log goes on', () => {
  it('from its start where nothing was read', () => {
    expect(cursorBehind({ entries: [], isAtEnd: false })).toBeUndefined();
  });

  it('behind its last entry, past those of the same millisecond', () => {
    const entries = [entry('auth', 9), entry('auth', 5, 4), entry('auth', 5, 3)];
    expect(cursorBehind({ entries, isAtEnd: false })).toEqual({ to: '2026-11-20T17:00:00.006Z', skip: 2 });
  });

  it('without an entry that it has already', () => {
    const read = withPage(log('auth', [9, 8]), [entry('auth', 8), entry('auth', 7)], 2);
    expect(ids(read.entries)).toEqual(['auth-9', 'auth-8', 'auth-7']);
    expect(read.isAtEnd).toBe(false);
  });

  it('until fewer come than were asked for', () => {
    expect(withPage(log('auth', [9]), [entry('auth', 8)], 2).isAtEnd).toBe(true);
  });
});

/** A server with a log for each service; it answers as the call does, newest first. */
function read(
  all: readonly Placed[],
  logs: ReadLogs<Placed>,
  service: ServiceName,
  limit: number,
): ReadLog<Placed> {
  const { to, skip } = cursorBehind(logs[service]) ?? { to: '9999', skip: 0 };
  const page = all
    .filter((each) => each.service === service && each.at < to)
    .sort((a, b) => (a.at === b.at ? b.seq - a.seq : a.at < b.at ? 1 : -1))
    .slice(skip, skip + limit);
  return withPage(logs[service], page, limit);
}

test.each([1, 2, 3, 7, 50])(
  'page by page of %i, every entry comes once and in order, whatever arrives meanwhile',
  (size) => {
    // Twenty of each service, several to a millisecond, and most of one of them.
    const all = serviceNames.flatMap((service, index) =>
      Array.from({ length: service === 'leads' ? 60 : 20 }, (_none, seq) =>
        entry(service, Math.floor((seq * (index + 1)) / 3), seq + 1),
      ),
    );
    const expected = newestOf(
      logsOf(
        Object.fromEntries(
          serviceNames.map((service) => [
            service,
            read(all, logsOf({ [service]: log(service, []) }), service, 1_000),
          ]),
        ),
      ),
      1_000,
    ).entries;
    expect(expected).toHaveLength(all.length);

    let logs = logsOf(Object.fromEntries(serviceNames.map((service) => [service, log(service, [])])));
    const store = [...all];
    const shown: string[] = [];
    for (let page = 1; page <= Math.ceil(all.length / size); page += 1) {
      for (;;) {
        const { entries, readOn } = newestOf(logs, page * size);
        if (readOn.length === 0) {
          shown.push(...ids(entries.slice((page - 1) * size)));
          break;
        }
        logs = {
          ...logs,
          ...Object.fromEntries(readOn.map((service) => [service, read(store, logs, service, size)])),
        };
      }
      store.push(entry('auth', 10_000 + page));
    }
    expect(shown).toEqual(ids(expected));
  },
);
