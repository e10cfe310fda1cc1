import type { Types } from 'mongoose';
import { maxListAgeDays, maxScrubbed } from '@crm/contracts/customers/suppression.js';
import type { Job } from '@crm/platform/jobs/job-scheduler.js';
import { isDuplicate } from '@crm/platform/mongo/store-errors.js';
import { alive } from '@crm/platform/outbox/outbox-fields.js';
import type { LeadsContext } from '../context.js';
import type { LeadDoc } from '../lead/lead.model.js';
import type { NumberScreeningDoc, ScrubStateDoc } from '../suppression/suppression.model.js';
import { askScrub, ScrubError } from './ask-scrub.js';

type Scrub = NonNullable<LeadsContext['config']['scrub']>;
type Numbers = Pick<LeadDoc, '_id' | 'phone' | 'second_phone'>;

const dayMs = 24 * 60 * 60 * 1000;
/** Screened anew a week before a screening ends to count. */
const renewedAfterMs = (maxListAgeDays - 7) * dayMs;
/** How often new leads are looked for. */
const newLeadsMs = 30_000;
/** How often all leads are, so that a number that was changed is found. */
const roundMs = dayMs;
/** The pause after the service gave no answer. */
const pauseMs = 60_000;
const leaseMs = 60_000;
/** Leads of one look; two numbers each at most. */
const maxLeads = maxScrubbed / 2;

/** Takes the lease: one process asks. Undefined where another one has it, or it is not time yet. */
async function claim({ scrubState, clock }: LeadsContext): Promise<ScrubStateDoc | undefined> {
  const now = clock.now();
  const lease = new Date(now.getTime() + leaseMs);
  try {
    const claimed = await scrubState
      .findOneAndUpdate(
        { _id: 'scrub', due_at: { $lte: now }, $or: [{ lease: null }, { lease: { $lte: now } }] },
        { $set: { lease } },
        { returnDocument: 'after' },
      )
      .lean<ScrubStateDoc>();
    if (claimed !== null) return claimed;
    const begun: ScrubStateDoc = {
      _id: 'scrub',
      ...{ cursor: null, round_began_at: now, lease, answered_at: null, problem: '', due_at: now },
    };
    if ((await scrubState.exists({ _id: 'scrub' })) !== null) return undefined;
    await scrubState.create(begun);
    return begun;
  } catch (error) {
    if (isDuplicate(error)) return undefined;
    throw error;
  }
}

const nextLeads = (ctx: LeadsContext, cursor: Types.ObjectId | null): Promise<Numbers[]> =>
  ctx.leads
    .find(alive(cursor === null ? {} : { _id: { $gt: cursor } }), { phone: 1, second_phone: 1 })
    .sort({ _id: 1 })
    .limit(maxLeads)
    .lean<Numbers[]>();

/** The numbers of some leads that were not screened lately. */
async function unscreenedNumbers(ctx: LeadsContext, leads: readonly Numbers[]): Promise<string[]> {
  const numbers = leads.flatMap(({ phone, second_phone }) => [phone, second_phone]);
  const known = [...new Set(numbers.filter((number) => number !== null && number !== undefined))];
  if (known.length === 0) return [];
  const since = new Date(ctx.clock.now().getTime() - renewedAfterMs);
  const fresh = await ctx.numberScreenings
    .find({ _id: { $in: known }, checked_at: { $gt: since } }, { _id: 1 })
    .lean<Pick<NumberScreeningDoc, '_id'>[]>();
  const done = new Set(fresh.map(({ _id }) => _id));
  return known.filter((number) => !done.has(number));
}

/** Screens some numbers and keeps what was said of each. A number that the service says nothing of is asked about again. */
async function screen(ctx: LeadsContext, scrub: Scrub, numbers: readonly string[]): Promise<void> {
  const results = await askScrub(scrub, numbers);
  const checked_at = ctx.clock.now();
  if (results.length === 0) throw new ScrubError('The scrub service knows none of the numbers');
  await ctx.numberScreenings.bulkWrite(
    results.map(({ number, scopes }) => ({
      updateOne: { filter: { _id: number }, update: { $set: { checked_at, scopes } }, upsert: true },
    })),
    { ordered: false },
  );
}

/** Screens the numbers of the next leads: of all in a round each day, of new ones within half a minute. */
async function scrubNext(ctx: LeadsContext, scrub: Scrub, state: ScrubStateDoc): Promise<boolean> {
  const now = ctx.clock.now();
  const isNewRound = now.getTime() - state.round_began_at.getTime() >= roundMs;
  const leads = await nextLeads(ctx, isNewRound ? null : state.cursor);
  const cursor = leads.at(-1)?._id ?? (isNewRound ? null : state.cursor);
  const isEnd = leads.length < maxLeads;
  const set: Partial<ScrubStateDoc> = {
    lease: null,
    cursor,
    ...(isNewRound && { round_began_at: now }),
    due_at: isEnd ? new Date(now.getTime() + newLeadsMs) : now,
  };
  try {
    const numbers = await unscreenedNumbers(ctx, leads);
    if (numbers.length > 0) {
      await screen(ctx, scrub, numbers);
      Object.assign(set, { answered_at: ctx.clock.now(), problem: '' });
    }
    await ctx.scrubState.updateOne({ _id: 'scrub' }, { $set: set });
    return !isEnd;
  } catch (error) {
    const problem = error instanceof ScrubError ? error.message : 'The numbers could not be screened';
    ctx.log.warn({ err: error }, 'numbers not screened, retrying');
    const due_at = new Date(ctx.clock.now().getTime() + pauseMs);
    await ctx.scrubState.updateOne({ _id: 'scrub' }, { $set: { lease: null, problem, due_at } });
    return false;
  }
}

/** Asks the scrub service about the leads' numbers before the dialler takes them. */
export const scrubJob = (ctx: LeadsContext, scrub: Scrub): Job => ({
  name: 'numbers to screen',
  nextDueAt: async () => {
    const state = await ctx.scrubState.findById('scrub').lean<ScrubStateDoc>();
    if (state === null) return ctx.clock.now();
    return state.lease !== null && state.lease > state.due_at ? state.lease : state.due_at;
  },
  run: async () => {
    const state = await claim(ctx);
    return state === undefined ? false : scrubNext(ctx, scrub, state);
  },
});
