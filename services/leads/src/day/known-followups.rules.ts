import type { DayFields, KnownFollowup } from '../lead/lead.model.js';

/** The id of a follow-up that a timeline tells of, which knows no ids: of leads from before their days were known. */
export const idOfTimeline = '0'.repeat(24);

/** So many that are completed or deleted are remembered: an older state of them that comes late says nothing. */
const maxClosed = 10;

const isOfTimeline = ({ id }: KnownFollowup) => id.toHexString() === idOfTimeline;

const newestFirst = (one: KnownFollowup, other: KnownFollowup) =>
  other.id.toHexString().localeCompare(one.id.toHexString(), 'en');

const isSameTime = (one: KnownFollowup, other: KnownFollowup) => one.at?.getTime() === other.at?.getTime();

/**
 * Whether what a follow-up tells of itself is what the timeline told of: one that is met for the first time and was not made
 * just now, or that is due at the same time.
 */
const isTheOneOf = (told: KnownFollowup, ofTimeline: KnownFollowup) =>
  told.version > 1 || isSameTime(told, ofTimeline);

/** The follow-ups of a lead once one has told of its state; undefined where that is known, or older than what is. */
export function withFollowup(
  known: readonly KnownFollowup[],
  told: KnownFollowup,
): KnownFollowup[] | undefined {
  const before = known.find(({ id }) => id.equals(told.id));
  if (before !== undefined && before.version >= told.version) return undefined;
  // What follow-ups tell of themselves stands above what their lead's timeline says.
  if (isOfTimeline(told) && known.some((each) => !isOfTimeline(each))) return undefined;
  const others = known.filter(
    (each) => each !== before && !(before === undefined && isOfTimeline(each) && isTheOneOf(told, each)),
  );
  const all = [...others, told];
  const closed = all
    .filter(({ at }) => at === null)
    .sort(newestFirst)
    .slice(0, maxClosed);
  return [...all.filter(({ at }) => at !== null), ...closed];
}

/** What is known of a lead's follow-ups; before a lead had several, the next one was all. */
export function knownFollowups({ followups = [], followup }: DayFields): readonly KnownFollowup[] {
  return followup === undefined ? followups : (withFollowup(followups, followup) ?? followups);
}

/** The follow-up that a lead is due by (rule F7): the earliest in progress; where none is, one that is not any more. */
export function nextFollowup(known: readonly KnownFollowup[]): KnownFollowup | undefined {
  const open = known
    .flatMap(({ at, ...rest }) => (at === null ? [] : [{ ...rest, at }]))
    .sort((one, other) => one.at.getTime() - other.at.getTime() || one.priority - other.priority);
  return open[0] ?? [...known].sort(newestFirst)[0];
}
