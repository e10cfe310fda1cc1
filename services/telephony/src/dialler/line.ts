import { Types } from 'mongoose';
import { isDuplicate } from '@crm/platform/mongo/store-errors.js';
import type { DiallerContext } from './dialler-calls.js';
import type { AttemptDoc, DiallerDoc } from './dialler.model.js';

/** How long a request may take to find somebody to dial, before another may. */
const choosingMs = 30_000;
/** How long after a call, or a lead that was passed over, the next lead is dialled (rule C6). */
export const nextDialMs = 1_000;
/** Where a guide's window does not ask for the first call by itself, the server dials this long after the switch. */
export const firstDialMs = 3_000;
/** A taken line is looked at this often: whoever had it may have died before it was given back. */
export const healMs = 60_000;

/** A line that one attempt has, and when the dialler was last switched off before it. */
export interface Line {
  guideId: string;
  callId: string;
  stoppedAt: Date | null;
}

/**
 * Takes the line of a guide for one attempt; undefined where an attempt has it. One that began to choose and never came
 * to dialling, as where the service died, has it for half a minute; one that dials, until it is over.
 */
export async function takeLine(
  ctx: DiallerContext,
  guideId: string,
  callId: string,
): Promise<Line | undefined> {
  const now = ctx.clock.now();
  const until = new Date(now.getTime() + choosingMs);
  const taken = { call_id: new Types.ObjectId(callId), until, nextAt: until };
  try {
    const line = await ctx.diallers
      .findOneAndUpdate(
        {
          _id: new Types.ObjectId(guideId),
          $or: [{ call_id: null }, { until: { $lte: now } }],
        },
        { $set: taken, $unset: { offBecause: 1 }, $setOnInsert: { stoppedAt: null, passed: [] } },
        { upsert: true, returnDocument: 'after' },
      )
      .lean<DiallerDoc>();
    return { guideId, callId, stoppedAt: line?.stoppedAt ?? null };
  } catch (error) {
    // The line is there and somebody has it: the upsert would make a second one.
    if (isDuplicate(error)) return undefined;
    throw error;
  }
}

/** From here on the attempt has the line until it is over. False where it lost it meanwhile, or was switched off. */
export async function renewLine(ctx: DiallerContext, { guideId, callId, stoppedAt }: Line): Promise<boolean> {
  const { matchedCount } = await ctx.diallers.updateOne(
    {
      _id: new Types.ObjectId(guideId),
      call_id: new Types.ObjectId(callId),
      stoppedAt,
    },
    { $set: { until: null, nextAt: new Date(ctx.clock.now().getTime() + healMs) } },
  );
  return matchedCount > 0;
}

/**
 * Gives the line back, where this attempt has it. The server dials the next lead in a second, unless the dialler was
 * switched off over this one, or `goesOn` says otherwise.
 */
export async function leaveLine(
  ctx: DiallerContext,
  { guideId, callId }: Pick<Line, 'guideId' | 'callId'>,
  { goesOn = true } = {},
): Promise<void> {
  const own = { _id: new Types.ObjectId(guideId), call_id: new Types.ObjectId(callId) };
  const free = { call_id: null, until: null };
  if (goesOn) {
    const nextAt = new Date(ctx.clock.now().getTime() + nextDialMs);
    const left = await ctx.diallers.updateOne({ ...own, offBecause: null }, { $set: { ...free, nextAt } });
    if (left.matchedCount > 0) {
      ctx.nextDials.wake();
      return;
    }
  }
  await ctx.diallers.updateOne(own, { $set: { ...free, nextAt: null } });
}

/** The server dials for a guide whose line is free in so many milliseconds, unless it does sooner. */
export async function dialSoon(ctx: DiallerContext, guideId: string, inMs: number): Promise<void> {
  const nextAt = new Date(ctx.clock.now().getTime() + inMs);
  const { matchedCount } = await ctx.diallers.updateOne(
    {
      ...{ _id: new Types.ObjectId(guideId), call_id: null, offBecause: null },
      $or: [{ nextAt: null }, { nextAt: { $gt: nextAt } }],
    },
    { $set: { nextAt } },
  );
  if (matchedCount > 0) ctx.nextDials.wake();
}

/** The guide's dialler was switched on: whatever had switched it off is past. */
export async function startLine(ctx: DiallerContext, guideId: string): Promise<void> {
  const _id = new Types.ObjectId(guideId);
  const made = { call_id: null, until: null, nextAt: null, stoppedAt: null, passed: [] };
  await ctx.diallers.updateOne({ _id }, { $unset: { offBecause: 1 }, $setOnInsert: made }, { upsert: true });
  await dialSoon(ctx, guideId, firstDialMs);
}

/**
 * Whether a taken line is free in a moment: whoever has it still chooses, or is over and died before it gave the line
 * back, which is done here.
 */
export async function isSoonFree(ctx: DiallerContext, guideId: string): Promise<boolean> {
  const line = await lineOf(ctx, guideId);
  const callId = line?.call_id;
  if (!callId || line.until !== null) return true;
  const attempt = await ctx.diallerAttempts.findById(callId).lean<AttemptDoc>();
  if (attempt?.isOver === false) return false;
  await leaveLine(ctx, { guideId, callId: callId.toHexString() });
  return true;
}

/** The line as it stands; undefined for a guide who never dialled. */
export async function lineOf(ctx: DiallerContext, guideId: string): Promise<DiallerDoc | undefined> {
  return (await ctx.diallers.findById(new Types.ObjectId(guideId)).lean<DiallerDoc>()) ?? undefined;
}
