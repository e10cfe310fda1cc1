import type { Actor } from '@crm/contracts/access.js';
import { hidesPhones } from '@crm/contracts/codes/statuses.js';
import type { AnswerOf, InputOf } from '@crm/contracts/endpoint/endpoint.js';
import {
  newestFirst,
  timelineKinds,
  type TimelineEntry,
  type TimelineKind,
} from '@crm/contracts/entities/timeline.js';
import {
  cursorOf,
  kindsOf,
  placeOf,
  timelineOfCalls,
  timelineOfMessages,
  type leadTimeline as endpoint,
} from '@crm/contracts/http/timeline.js';
import type { LeadsContext } from '../context.js';
import { withoutSealed, workableLead } from '../lead/lead.access.js';
import { partOfPage, partPatienceMs } from '../lead/part-of-page.js';
import { namedDraft, type Draft, type NameOf } from './draft.js';
import { ownEntries, refusedMessages, type Wanted } from './own-entries.js';

const among = <const K extends TimelineKind>(kinds: ReadonlySet<TimelineKind>, of: readonly K[]) =>
  of.filter((kind) => kinds.has(kind));

/** Calls and voicemails; undefined where telephony does not answer. */
async function callDrafts(ctx: LeadsContext, { lead, before, limit, kinds }: Wanted) {
  const wanted = among(kinds, ['call', 'voicemail']);
  if (wanted.length === 0) return [];
  const body = { lead_id: lead._id.toHexString(), before, limit, kinds: wanted };
  const as = { asService: true, timeoutMs: partPatienceMs } as const;
  const answer = await partOfPage(ctx, 'calls', ctx.services.call(timelineOfCalls, { body }, as));
  return answer?.entries.map(namedDraft);
}

/**
 * Texts and e-mails with those that were never let out; of messaging's own nothing where it does not answer. One that was
 * refused as it was sent is a text that failed: it says why itself.
 */
async function messageDrafts(
  ctx: LeadsContext,
  wanted: Wanted,
): Promise<{ drafts: Draft[]; isMissing: boolean }> {
  const { lead, before, limit, kinds } = wanted;
  const asked = among(kinds, ['text', 'email']);
  if (asked.length === 0) return { drafts: [], isMissing: false };
  const refused = await refusedMessages(ctx, wanted);
  const attempts = refused.flatMap(({ attempt_id }) => attempt_id ?? []);
  const body = { lead_id: lead._id.toHexString(), before, limit, kinds: asked, refused: attempts };
  const as = { asService: true, timeoutMs: partPatienceMs } as const;
  const answer = await partOfPage(ctx, 'messages', ctx.services.call(timelineOfMessages, { body }, as));
  const stored = new Set(answer?.stored);
  const never = refused.filter(({ attempt_id }) => attempt_id === null || !stored.has(attempt_id));
  return {
    drafts: [...(answer?.entries ?? []).map(namedDraft), ...never.map(({ draft }) => draft)],
    isMissing: answer === undefined,
  };
}

/** The names of everybody in a page, read once. */
async function namesIn({ usersAtHand }: LeadsContext, page: readonly Draft[]): Promise<NameOf> {
  const found = await usersAtHand.of(page.flatMap(({ people }) => people.filter((id) => id !== null)));
  return (user) => (user === null ? null : (found.get(user.toHexString())?.fullname ?? null));
}

/** An entry without the numbers that the lead's status hides. */
function withoutNumbers(entry: TimelineEntry): TimelineEntry {
  if ('number' in entry) return { ...entry, number: null };
  if (entry.kind === 'opt_out' && entry.address?.includes('@') === false) return { ...entry, address: null };
  return entry;
}

/**
 * A page of what happened to a lead, the newest first, gathered from every service that has a part of it. Who may work the
 * lead may read it; another agent's lead is 404. A service that does not answer in time is missing, and named.
 */
export async function leadTimeline(
  ctx: LeadsContext,
  actor: Actor | 'system',
  { params, query }: Pick<InputOf<typeof endpoint>, 'params' | 'query'>,
): Promise<AnswerOf<typeof endpoint>> {
  const { lead } = await workableLead(ctx, actor, params.id, withoutSealed);
  const { limit } = query;
  const before = query.before === undefined ? null : (placeOf(query.before) ?? null);
  const kinds = (query.kinds === undefined ? undefined : kindsOf(query.kinds)) ?? timelineKinds;
  // One more than a page tells whether there is another one.
  const wanted: Wanted = { lead, before, limit: limit + 1, kinds: new Set(kinds) };
  const [own, calls, messages] = await Promise.all([
    ownEntries(ctx, wanted),
    callDrafts(ctx, wanted),
    messageDrafts(ctx, wanted),
  ]);
  const found = [...own, ...(calls ?? []), ...messages.drafts].toSorted(newestFirst);
  const page = await Promise.all(
    found.slice(0, limit).map(async (draft) => ('load' in draft ? draft.load() : draft)),
  );
  const last = page.at(-1);
  const nameOf = await namesIn(ctx, page);
  const entries = page.map((draft) => draft.entry(nameOf));
  return {
    entries: hidesPhones(lead.status) ? entries.map(withoutNumbers) : entries,
    next: found.length > limit && last !== undefined ? cursorOf(last) : null,
    missing: [
      ...(calls === undefined ? ['calls' as const] : []),
      ...(messages.isMissing ? ['messages' as const] : []),
    ],
  };
}
