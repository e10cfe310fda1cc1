import { serviceNames, type ServiceName } from '@crm/contracts/endpoint/endpoint.js';

/** An entry as far as its place among the entries of all services goes. */
export interface Placed {
  id: string;
  service: ServiceName;
  seq: number;
  /** ISO, in UTC. */
  at: string;
  action: string;
  correlation_id: string;
}

/** What was read of the log of one service, newest first. */
export interface ReadLog<E> {
  entries: readonly E[];
  /** Whether nothing older is there, or the service does not answer. */
  isAtEnd: boolean;
}

export type ReadLogs<E> = Readonly<Record<ServiceName, ReadLog<E>>>;

/** Total order over all services: newest first; by service where two were entered in the same millisecond. */
function byPlace(a: Placed, b: Placed): number {
  if (a.at !== b.at) return a.at < b.at ? 1 : -1;
  if (a.service !== b.service) return serviceNames.indexOf(a.service) - serviceNames.indexOf(b.service);
  return b.seq - a.seq;
}

/** Whoever looks at all logs leaves an entry in each of them, with one correlation id: it was one look. */
const lookAction = 'audit.read';

/** Entries in order, of a look at all logs the first alone. */
function withoutRepeats<E extends Placed>(entries: readonly E[]): E[] {
  const looks = new Set<string>();
  return entries.filter(({ action, correlation_id }) => {
    if (action !== lookAction) return true;
    const isFirst = !looks.has(correlation_id);
    looks.add(correlation_id);
    return isFirst;
  });
}

/** All that was read, in order, and how many repeats of looks were left out. */
export function readSoFar<E extends Placed>(logs: ReadLogs<E>): { entries: E[]; repeats: number } {
  const all = serviceNames.flatMap((service) => logs[service].entries).sort(byPlace);
  const entries = withoutRepeats(all);
  return { entries, repeats: all.length - entries.length };
}

/**
 * The newest `count` entries of all logs, as far as they are certain, and the services whose logs must be read on before the
 * others are. An entry is certain once no unread one can sort before it: each log that goes on was read to behind it.
 */
export function newestOf<E extends Placed>(
  logs: ReadLogs<E>,
  count: number,
): { entries: E[]; readOn: ServiceName[] } {
  const { entries: known } = readSoFar(logs);
  // What is unread can only move this entry down.
  const last = known[count - 1];
  const readOn = serviceNames.filter((service) => {
    const { entries, isAtEnd } = logs[service];
    const read = entries.at(-1);
    return !isAtEnd && (last === undefined || read === undefined || byPlace(read, last) < 0);
  });
  const isCertain = (entry: E) =>
    readOn.every((service) => {
      const read = logs[service].entries.at(-1);
      return read !== undefined && byPlace(entry, read) <= 0;
    });
  return { entries: known.slice(0, count).filter(isCertain), readOn };
}

/** Where a log goes on: everything before an instant but the entries of its last millisecond that are known. */
export interface Cursor {
  to: string;
  skip: number;
}

/** The cursor behind what was read; none at the start of a log. It holds when newer entries come meanwhile. */
export function cursorBehind<E extends Placed>({ entries }: ReadLog<E>): Cursor | undefined {
  const last = entries.at(-1);
  if (last === undefined) return undefined;
  return {
    to: new Date(Date.parse(last.at) + 1).toISOString(),
    skip: entries.filter(({ at }) => at === last.at).length,
  };
}

/** A log with a further page of it; fewer entries than were asked for are the last. */
export function withPage<E extends Placed>(log: ReadLog<E>, page: readonly E[], asked: number): ReadLog<E> {
  const known = new Set(log.entries.map(({ id }) => id));
  return {
    entries: [...log.entries, ...page.filter(({ id }) => !known.has(id))],
    isAtEnd: page.length < asked,
  };
}
