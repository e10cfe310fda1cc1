import { isNewer, type TimelineEntry, type TimelineKind } from '@crm/contracts/entities/timeline.js';
import type { AnswerOf } from '@crm/contracts/endpoint/endpoint.js';
import type { leadTimeline } from '@crm/contracts/http/timeline.js';
import { pacificDate } from '@crm/contracts/time/pacific.js';

/** What has been read of a timeline, the newest first. */
export type Loaded = AnswerOf<typeof leadTimeline>;

/**
 * What is known of a timeline once its newest page was read again: the page, then what was read before and is older. Where
 * so much came meanwhile that the page does not reach what was read, it stands alone: nothing in between is left out.
 */
export function withNewest(known: Loaded | undefined, page: Loaded): Loaded {
  const last = page.entries.at(-1);
  const [newest] = known?.entries ?? [];
  if (known === undefined || last === undefined || newest === undefined || page.next === null) return page;
  if (isNewer(last, newest)) return page;
  const older = known.entries.filter((entry) => isNewer(last, entry));
  if (older.length === 0) return page;
  return { entries: [...page.entries, ...older], next: known.next, missing: page.missing };
}

/** The same with the page behind what is known; what came in both counts once. */
export function withOlder(known: Loaded, page: Loaded): Loaded {
  const last = known.entries.at(-1);
  const older = page.entries.filter((entry) => last === undefined || isNewer(last, entry));
  return {
    entries: [...known.entries, ...older],
    next: page.next,
    missing: [...new Set([...known.missing, ...page.missing])],
  };
}

/** The filters of a timeline: what each of them shows. */
export const timelineFilters = {
  calls: ['call', 'voicemail'],
  texts: ['text'],
  emails: ['email'],
  notes: ['note'],
  changes: ['status', 'assignment', 'created'],
  followups: ['followup'],
  consent: ['consent', 'opt_out'],
} as const satisfies Record<string, readonly TimelineKind[]>;
export type TimelineFilter = keyof typeof timelineFilters;
export const filterNames = Object.keys(timelineFilters) as TimelineFilter[];

/** The kinds that some filters show together, as the call takes them; none picked is all. */
export const kindsOf = (picked: readonly TimelineFilter[]): string | undefined =>
  picked.length === 0
    ? undefined
    : filterNames
        .filter((name) => picked.includes(name))
        .flatMap((name) => timelineFilters[name])
        .join(',');

export interface TimelineDay {
  /** The plain date in Los Angeles. */
  day: string;
  entries: TimelineEntry[];
}

/** Entries by the days in Los Angeles on which they were, in their order. */
export function daysOf(entries: readonly TimelineEntry[]): TimelineDay[] {
  const days: TimelineDay[] = [];
  for (const entry of entries) {
    const day = pacificDate(new Date(entry.at));
    const last = days.at(-1);
    if (last?.day === day) last.entries.push(entry);
    else days.push({ day, entries: [entry] });
  }
  return days;
}

export interface ShownEntry {
  entry: TimelineEntry;
  /** Calls before it that stand behind it until somebody wants them. */
  folded: TimelineEntry[];
}

/** Fewer than this are shown one by one. */
const foldsFrom = 3;

const reachedNobody = (entry: TimelineEntry) =>
  entry.kind === 'call' &&
  entry.outcome !== null &&
  entry.record_id === null &&
  !(entry.outcome === 'completed' && entry.duration > 0);

/** Entries with the calls in a row that reached nobody folded behind the newest of them. */
export function foldedCalls(entries: readonly TimelineEntry[]): ShownEntry[] {
  const shown: ShownEntry[] = [];
  let run: TimelineEntry[] = [];
  const endRun = () => {
    const [newest, ...folded] = run;
    if (newest !== undefined && run.length >= foldsFrom) shown.push({ entry: newest, folded });
    else shown.push(...run.map((entry) => ({ entry, folded: [] })));
    run = [];
  };
  for (const entry of entries) {
    if (reachedNobody(entry)) run.push(entry);
    else {
      endRun();
      shown.push({ entry, folded: [] });
    }
  }
  endRun();
  return shown;
}
