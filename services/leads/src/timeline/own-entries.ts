import { sourceById } from '@crm/contracts/codes/sources.js';
import {
  isNewer,
  type TimelineEntry,
  type TimelineKind,
  type TimelinePlace,
} from '@crm/contracts/entities/timeline.js';
import { behind } from '@crm/domain/timeline/behind.js';
import type { ConsentDoc } from '../consent/consent.model.js';
import type { LeadsContext } from '../context.js';
import type { LeadDoc } from '../lead/lead.model.js';
import type { NoteDoc } from '../notes/note.model.js';
import type { ContactDecisionDoc, DoNotContactDoc } from '../permission/contact.model.js';
import { namedDraft, type DeferredDraft, type Draft } from './draft.js';
import type { LeadChangeDoc } from './lead-change.model.js';

/** Which entries of a lead are wanted: the newest behind a place, of some kinds. */
export interface Wanted {
  lead: LeadDoc;
  before: TimelinePlace | null;
  limit: number;
  kinds: ReadonlySet<TimelineKind>;
}

const addressesOf = ({ phone, second_phone, email }: LeadDoc): string[] =>
  [phone, second_phone, email?.toLowerCase() ?? null].filter((each) => each !== null);

async function notesOf({ notes }: LeadsContext, { lead, before, limit }: Wanted): Promise<Draft[]> {
  const found = await notes
    .find({ lead_id: lead._id, ...behind(before, { what: 'note', field: 'createdAt' }) })
    .sort({ createdAt: -1, _id: -1 })
    .limit(limit)
    .lean<NoteDoc[]>();
  return found.map(({ _id, createdAt, user_id, by_key, message = '' }) => {
    const place = { id: `note:${_id.toHexString()}`, at: createdAt.toISOString() };
    const people = [user_id];
    return {
      ...place,
      people,
      entry: (nameOf) => ({ kind: 'note', ...place, who: by_key ?? nameOf(user_id), text: message }),
    };
  });
}

function changeEntry(
  { kind, status, assignment, followup }: LeadChangeDoc,
  base: { id: string; at: string; who: string | null },
  nameOf: Parameters<Draft['entry']>[0],
): TimelineEntry {
  if (kind === 'status' && status !== undefined) return { kind, ...base, ...status };
  if (kind === 'assignment' && assignment !== undefined) {
    const { from, to, how } = assignment;
    return { kind, ...base, from: nameOf(from), to: nameOf(to), how };
  }
  if (followup === undefined) throw new Error(`The change ${base.id} says nothing`);
  const { what, user_id, datetime, description, priority } = followup;
  return {
    kind: 'followup',
    ...base,
    ...{ what, description, priority },
    owner: nameOf(user_id),
    datetime: datetime?.toISOString() ?? null,
  };
}

const changeKinds = ['status', 'assignment', 'followup'] as const;

async function changesOf(ctx: LeadsContext, { lead, before, limit, kinds }: Wanted): Promise<Draft[]> {
  const wanted = changeKinds.filter((kind) => kinds.has(kind));
  if (wanted.length === 0) return [];
  const found = await ctx.leadChanges
    .find({
      lead_id: lead._id,
      ...(wanted.length === changeKinds.length ? {} : { kind: { $in: wanted } }),
      ...behind(before, { what: 'change', field: 'at', idOf: (text) => text }),
    })
    .sort({ at: -1, _id: -1 })
    .limit(limit)
    .lean<LeadChangeDoc[]>();
  // One of a follow-up whose key was destroyed, and which a backup brought back, says nothing any more.
  const readable = found.filter(({ kind, followup }) => kind !== 'followup' || followup !== undefined);
  return readable.map((change) => {
    const { _id, at, by, assignment, followup } = change;
    const place = { id: `change:${_id}`, at: at.toISOString() };
    return {
      ...place,
      people: [by, assignment?.from ?? null, assignment?.to ?? null, followup?.user_id ?? null],
      entry: (nameOf) => changeEntry(change, { ...place, who: nameOf(by) }, nameOf),
    };
  });
}

async function consentEntries({ consents }: LeadsContext, wanted: Wanted): Promise<Draft[]> {
  const { lead, before, limit } = wanted;
  const found = await consents
    .find({
      $and: [
        { $or: [{ lead_id: lead._id }, { addresses: { $in: addressesOf(lead) } }] },
        behind(before, { what: 'consent', field: 'received_at' }),
      ],
    })
    .sort({ received_at: -1, _id: -1 })
    .limit(limit)
    .lean<ConsentDoc[]>();
  return found.map(({ _id, received_at, kind, channels, received_from, text }) =>
    namedDraft({
      kind: 'consent',
      id: `consent:${_id.toHexString()}`,
      at: received_at.toISOString(),
      who: null,
      consent_kind: kind,
      ...{ channels, received_from, text },
    }),
  );
}

/** What happened to the do-not-contact entries of the lead's numbers and e-mail: a few, each with its history. */
async function optOutEntries({ doNotContact }: LeadsContext, { lead, before }: Wanted): Promise<Draft[]> {
  const entries = await doNotContact
    .find({ address: { $in: addressesOf(lead) } }, { address: 1, channel: 1, history: 1 })
    .lean<Pick<DoNotContactDoc, '_id' | 'address' | 'channel' | 'history'>[]>();
  const drafts = entries.flatMap(({ _id, address, channel, history }) =>
    history.map(({ at, what, how, by, reason, wording }, index) =>
      namedDraft({
        kind: 'opt_out',
        id: `optout:${_id.toHexString()}-${String(index).padStart(4, '0')}`,
        at: at.toISOString(),
        who: by,
        ...{ what, channel, how, address },
        text: wording?.text ?? reason,
      }),
    ),
  );
  return before === null ? drafts : drafts.filter((draft) => isNewer(before, draft));
}

/** A text or an e-mail that permission never let out, with the id that it would have had. */
export interface RefusedDraft {
  attempt_id: string | null;
  draft: Draft;
}

/** Texts and e-mails that permission refused. Calls that it refused telephony has itself. */
export async function refusedMessages(ctx: LeadsContext, wanted: Wanted): Promise<RefusedDraft[]> {
  const { lead, before, limit, kinds } = wanted;
  const channels = (['text', 'email'] as const).filter((kind) => kinds.has(kind));
  if (channels.length === 0) return [];
  const found = await ctx.contactDecisions
    .find({
      lead_id: lead._id,
      allowed: false,
      channel: { $in: channels },
      ...behind(before, { what: 'refused', field: 'at' }),
    })
    .sort({ at: -1, _id: -1 })
    .limit(limit)
    .lean<ContactDecisionDoc[]>();
  return found.map(({ _id, at, channel, address, user_id, sentence, attempt_id }) => {
    const place = { id: `refused:${_id.toHexString()}`, at: at.toISOString() };
    const why = { send_status: 'refused', reason: sentence, text: '' } as const;
    const entry: Draft['entry'] = (nameOf) =>
      channel === 'email'
        ? { kind: 'email', ...place, who: nameOf(user_id), title: '', to: address, ...why }
        : { kind: 'text', ...place, who: nameOf(user_id), is_client_message: 0, number: address, ...why };
    return { attempt_id, draft: { ...place, people: [user_id], entry } };
  });
}

/** The beginning of a lead: nobody keeps whose it was then, but the first change says from whom it went. */
function beginning(ctx: LeadsContext, { lead, before }: Wanted): DeferredDraft[] {
  const place = { id: `beginning:${lead._id.toHexString()}`, at: lead.createdAt.toISOString() };
  if (before !== null && !isNewer(before, place)) return [];
  const load = async (): Promise<Draft> => {
    const first = await ctx.leadChanges
      .findOne({ lead_id: lead._id, kind: 'assignment' })
      .sort({ at: 1, _id: 1 })
      .lean<LeadChangeDoc>();
    const agent = first?.assignment === undefined ? lead.user_id : first.assignment.from;
    return {
      ...place,
      people: [agent],
      entry: (nameOf) => ({
        kind: 'created',
        ...place,
        who: null,
        source_title: sourceById(lead.source_id)?.title ?? '',
        agent: nameOf(agent),
      }),
    };
  };
  return [{ ...place, load }];
}

/** What leads itself has for a lead's timeline, in no order: of each kind the newest behind the place. */
export async function ownEntries(ctx: LeadsContext, wanted: Wanted): Promise<(Draft | DeferredDraft)[]> {
  const { kinds } = wanted;
  const found = await Promise.all([
    kinds.has('note') ? notesOf(ctx, wanted) : [],
    changesOf(ctx, wanted),
    kinds.has('consent') ? consentEntries(ctx, wanted) : [],
    kinds.has('opt_out') ? optOutEntries(ctx, wanted) : [],
  ]);
  return [...found.flat(), ...(kinds.has('created') ? beginning(ctx, wanted) : [])];
}
