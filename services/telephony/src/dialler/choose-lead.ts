import { Types } from 'mongoose';
import { callableStatuses } from '@crm/contracts/codes/callable-statuses.js';
import { leadsToCall, nextLeadOfGuide, type LeadToCall } from '@crm/contracts/http/calling.js';
import { mayContact } from '@crm/contracts/http/permission.js';
import { AppError } from '@crm/platform/errors/app-error.js';
import { saveRefusedCall } from '../calls/new-call.js';
import type { DiallerContext } from './dialler-calls.js';
import type { AttemptDoc } from './dialler.model.js';
import { numberRefusal } from './dialler.rules.js';
import type { Line } from './line.js';
import { claimFromPool, settlePoolLead } from './pool.js';
import { activeRun, itemName, passItem, putBackItem } from './runs.js';

/** A lead to dial, and where it comes from. */
export interface Chosen {
  lead: LeadToCall;
  number: string;
  from:
    | { is: 'run'; item: string; pass: () => Promise<void>; putBack: () => Promise<void> }
    | { is: 'own' }
    | { is: 'retry' }
    | { is: 'pool' };
}

/** So many leads are asked about for one request: a list of whom none may be called now must not hold it up for good. */
const maxAsked = 60;
/** A lead dialled a moment ago does not show it yet. */
const lateMs = 10 * 60_000;
/** Where nothing says when somebody may be called again. */
const askAgainMs = 60 * 60_000;
const soonestMs = 60_000;
const maxPassed = 1_000;

type Refusal = { why: string; next: Date };

/** The lists of numbers are too old: the dialler rings nobody until there are newer ones. */
class DiallerClosed extends AppError {
  constructor(sentence: string) {
    super('conflict', sentence, { status: 'warning' });
  }
}

/** Whether a lead may be dialled at this moment; it is asked again, and counted, when they are rung. */
async function refusalFor(
  ctx: DiallerContext,
  { guideId }: Line,
  lead: LeadToCall,
): Promise<Refusal | undefined> {
  const now = ctx.clock.now().getTime();
  // Never asked about again at once, whatever the answer says.
  const later = (at: string | null) =>
    new Date(at === null ? now + askAgainMs : Math.max(Date.parse(at), now + soonestMs));
  const [number] = lead.phones;
  const wrong = numberRefusal(number);
  if (wrong !== undefined || number === undefined) return { why: wrong ?? '', next: later(null) };
  const { allowed, rule, sentence, next_allowed_at } = await ctx.services.call(
    mayContact,
    {
      body: {
        lead_id: lead.lead_id,
        phone: number,
        channel: 'call',
        user_id: null,
        automated: true,
      },
    },
    { asService: true },
  );
  if (rule === 'outdated_list') throw new DiallerClosed(sentence);
  if (allowed) return undefined;
  await saveRefusedCall(ctx, {
    _id: new Types.ObjectId(),
    kind: 'dialler',
    direction: 'outbound',
    number,
    own_number: '',
    user_id: new Types.ObjectId(guideId),
    lead_id: new Types.ObjectId(lead.lead_id),
    lead_name: lead.fullname,
    reason: sentence,
  });
  return { why: sentence, next: later(next_allowed_at) };
}

async function leadById(ctx: DiallerContext, id: string): Promise<LeadToCall | undefined> {
  const { leads } = await ctx.services.call(leadsToCall, { body: { ids: [id] } }, { asService: true });
  return leads[0];
}

/** The next item of the guide's run, whoever of it is still the guide's. */
async function fromRun(ctx: DiallerContext, line: Line): Promise<Chosen | 'again' | undefined> {
  const run = await activeRun(ctx, line.guideId);
  const id = run?.items[run.position];
  if (run === undefined || id === undefined) return undefined;
  const pass = () => passItem(ctx, run);
  const lead = await leadById(ctx, id.toHexString());
  const refusal =
    lead === undefined || lead.user_id !== line.guideId
      ? 'it is no lead of this guide'
      : (await refusalFor(ctx, line, lead))?.why;
  if (lead === undefined || refusal !== undefined) {
    ctx.log.info({ lead: id.toHexString(), refusal }, 'the dialler skips a lead of a run');
    await pass();
    return 'again';
  }
  return {
    lead,
    number: lead.phones[0] ?? '',
    from: { is: 'run', item: itemName(run), pass, putBack: () => putBackItem(ctx, run) },
  };
}

/** Leads that need not be asked about: passed over for the time being, or dialled a moment ago. */
async function without(ctx: DiallerContext, { guideId }: Line): Promise<string[]> {
  const now = ctx.clock.now();
  const guide = new Types.ObjectId(guideId);
  const [line, attempts] = await Promise.all([
    ctx.diallers.findById(guide).lean(),
    ctx.diallerAttempts
      .find(
        {
          guide_id: guide,
          startedAt: { $gt: new Date(now.getTime() - lateMs) },
          isWithdrawn: { $ne: true },
        },
        { lead_id: 1 },
      )
      .lean<Pick<AttemptDoc, 'lead_id'>[]>(),
  ]);
  const passed = (line?.passed ?? []).filter(({ until }) => until > now);
  return [...passed, ...attempts].map(({ lead_id }) => lead_id.toHexString());
}

async function passOver(ctx: DiallerContext, { guideId }: Line, lead: LeadToCall, next: Date): Promise<void> {
  const passed = { lead_id: new Types.ObjectId(lead.lead_id), until: next };
  await ctx.diallers.updateOne(
    { _id: new Types.ObjectId(guideId) },
    { $push: { passed: { $each: [passed], $slice: -maxPassed } } },
  );
}

async function ofTheGuide(ctx: DiallerContext, line: Line): Promise<Chosen | 'again' | undefined> {
  const { lead } = await ctx.services.call(
    nextLeadOfGuide,
    { body: { guide_id: line.guideId, without: await without(ctx, line) } },
    { asService: true },
  );
  if (lead === null) return undefined;
  const refusal = await refusalFor(ctx, line, lead);
  if (refusal === undefined) return { lead, number: lead.phones[0] ?? '', from: { is: 'own' } };
  await passOver(ctx, line, lead, refusal.next);
  return 'again';
}

/** A lead that was called in vain before, and may be called again by the retry rules. */
async function fromRetries(ctx: DiallerContext, line: Line): Promise<Chosen | 'again' | undefined> {
  const guide_id = new Types.ObjectId(line.guideId);
  const due = await ctx.diallerAttempts
    .findOne({ guide_id, retryAt: { $lte: ctx.clock.now() } }, { lead_id: 1 }, { sort: { retryAt: 1 } })
    .lean<Pick<AttemptDoc, '_id' | 'lead_id'>>();
  if (due === null) return undefined;
  const settle = (set: Pick<AttemptDoc, 'retryAt' | 'isFollowed'>) =>
    ctx.diallerAttempts.updateOne({ _id: due._id }, { $set: set });
  const lead = await leadById(ctx, due.lead_id.toHexString());
  if (lead?.user_id !== line.guideId || !callableStatuses.includes(lead.status)) {
    await settle({ retryAt: null, isFollowed: true });
    return 'again';
  }
  const refusal = await refusalFor(ctx, line, lead);
  if (refusal === undefined) return { lead, number: lead.phones[0] ?? '', from: { is: 'retry' } };
  await settle({ retryAt: refusal.next });
  return 'again';
}

async function fromPool(ctx: DiallerContext, line: Line): Promise<Chosen | 'again' | undefined> {
  const id = await claimFromPool(ctx, line.guideId);
  if (id === undefined) return undefined;
  const lead = await leadById(ctx, id);
  if (lead === undefined) {
    await settlePoolLead(ctx, id, { state: 'dropped', reason: 'The lead no longer exists' });
    return 'again';
  }
  const refusal = await refusalFor(ctx, line, lead).catch(async (error: unknown) => {
    // Nobody is rung now: it waits as before.
    const notBefore = ctx.clock.now();
    await settlePoolLead(ctx, id, { state: 'waiting', reason: '', notBefore });
    throw error;
  });
  if (refusal === undefined) return { lead, number: lead.phones[0] ?? '', from: { is: 'pool' } };
  await settlePoolLead(ctx, id, { state: 'waiting', reason: refusal.why, notBefore: refusal.next });
  return 'again';
}

/**
 * The lead that a guide's dialler dials next: the next item of the run, else the guide's own that was never dialled,
 * else one that was called in vain and is due again, else the oldest of the pool; whom contact permission closes is passed over. Undefined where there is nobody. Throws
 * `conflict` where the lists of numbers are too old for any dialling.
 */
export async function chooseLead(ctx: DiallerContext, line: Line): Promise<Chosen | undefined> {
  for (let asked = 0; asked < maxAsked; asked += 1) {
    const found =
      (await fromRun(ctx, line)) ??
      (await ofTheGuide(ctx, line)) ??
      (await fromRetries(ctx, line)) ??
      (await fromPool(ctx, line));
    if (found !== 'again') return found;
  }
  return undefined;
}
