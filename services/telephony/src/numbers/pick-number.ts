import type { Types } from 'mongoose';
import { pacificDate } from '@crm/contracts/time/pacific.js';
import { knownSettings } from '@crm/domain/settings/save-settings.js';
import { alive } from '@crm/platform/outbox/outbox-fields.js';
import type { TelephonyContext } from '../context.js';
import { areaCodeOf } from '../phones/area-code.rules.js';
import { isAnnounced, statesOf, type Customer, type CustomerStates } from '../phones/states-of-number.js';
import type { NumberDoc } from './number.model.js';
import { candidatesOf, isReady, nearest, type Moment } from './pick-number.rules.js';

/** As long as a customer is rung at most: meanwhile no second call shows the number. */
const lockMs = 60_000;

export interface CallToPlace extends Customer {
  /** Who calls; null for nobody in particular. */
  user: { _id: Types.ObjectId; twilio_phone: string } | null;
}

/** What was taken of a number with a record: counted as one of its calls, and perhaps locked. */
export interface Claim {
  number: Types.ObjectId;
  day: string;
  isLocked: boolean;
}

/** The number that a call is placed from, and whether it begins by saying that it is recorded. */
export interface PickedNumber {
  from: string;
  announce: boolean;
  /** Null for a number that the pool knows nothing of. */
  claim: Claim | null;
}

/** What a call that is not let out is placed from. */
export const noNumber: PickedNumber = { from: '', announce: true, claim: null };

/** The numbers that are known without the pool: the agent's own, the lead's state's, the area's, the default one. */
export async function fallbackNumbers(
  ctx: TelephonyContext,
  { user }: Pick<CallToPlace, 'user'>,
  { ofLead, ofNumber }: CustomerStates,
): Promise<string[]> {
  const { default_phone } = await knownSettings(ctx);
  const numbers = [user?.twilio_phone ?? '', ofLead?.phone ?? '', ofNumber?.phone ?? '', default_phone];
  return numbers.filter((number) => number !== '');
}

/** The number that a call to a colleague bears, which nobody sees; undefined where none is set. */
export const numberForColleague = async (
  ctx: TelephonyContext,
  user: NonNullable<CallToPlace['user']>,
): Promise<string | undefined> =>
  (await fallbackNumbers(ctx, { user }, { ofLead: undefined, ofNumber: undefined }))[0];

/** Numbers that are users' own, but for this one's. */
async function othersOwn({ users }: TelephonyContext, pool: readonly NumberDoc[], user: CallToPlace['user']) {
  if (pool.length === 0) return new Set<string>();
  const owners = await users
    .find({ twilio_phone: { $in: pool.map(({ phone }) => phone) }, banned: 0 }, { twilio_phone: 1 })
    .lean<{ _id: Types.ObjectId; twilio_phone: string }[]>();
  return new Set(
    owners.filter(({ _id }) => user === null || !_id.equals(user._id)).map((each) => each.twilio_phone),
  );
}

/** Counts a call of a number, and locks it where asked; null where it has no room left or another call shows it by now. */
async function claimNumber(
  { numbers }: TelephonyContext,
  { _id, daily_limit, used_on }: NumberDoc,
  { now, today }: Moment,
  isLocked: boolean,
): Promise<Claim | null> {
  const free = isLocked ? { $or: [{ locked_until: null }, { locked_until: { $lte: now } }] } : {};
  const use = { last_used_at: now, ...(isLocked && { locked_until: new Date(now.getTime() + lockMs) }) };
  const firstToday = () =>
    numbers.updateOne(alive({ _id, ...free, used_on: { $ne: today } }), {
      $set: { ...use, used_on: today, used: 1 },
    });
  const oneMore = () =>
    numbers.updateOne(
      alive({ _id, ...free, used_on: today, ...(daily_limit !== null && { used: { $lt: daily_limit } }) }),
      { $set: use, $inc: { used: 1 } },
    );
  // The first of two at once begins the day.
  for (const write of used_on === today ? [oneMore] : [firstToday, oneMore])
    if ((await write()).matchedCount === 1) return { number: _id, day: today, isLocked };
  return null;
}

/**
 * Picks the number that a call is placed from and counts it as one of its calls: the nearest of the agent's own and those of
 * the pool that no other call shows; where none is near the agent's own, the number of the lead's state, of the area's state,
 * or the default one. Answers why there is none. What is not used in the end is given back.
 */
export async function pickNumber(
  ctx: TelephonyContext,
  call: CallToPlace,
): Promise<PickedNumber | { why: string }> {
  const now = ctx.clock.now();
  const moment = { now, today: pacificDate(now) };
  const states = await statesOf(ctx, call);
  const announce = isAnnounced(states);
  const fallback = await fallbackNumbers(ctx, call, states);
  const where = {
    area: areaCodeOf(call.number),
    ofLead: states.ofLead?.codes ?? [],
    ofArea: states.ofNumber?.codes ?? [],
  };
  const pool = await ctx.numbers
    .find(
      alive({
        $or: [
          { area_code: { $in: [where.area, ...where.ofLead, ...where.ofArea] } },
          { phone: { $in: fallback } },
        ],
      }),
    )
    .lean<NumberDoc[]>();
  const near = nearest(pool, where, moment);
  const others = await othersOwn(ctx, near, call.user);
  const phone = call.user?.twilio_phone ?? '';
  const own = phone === '' ? undefined : { phone, area_code: areaCodeOf(phone) };
  const shared = near.filter((number) => !others.has(number.phone));
  const candidates = candidatesOf(shared, { own, fallback }, where);
  for (const { phone: from, isLocked } of candidates) {
    const number = pool.find((each) => each.phone === from);
    if (number === undefined) return { from, announce, claim: null };
    const claim = isReady(number, moment) ? await claimNumber(ctx, number, moment, isLocked) : null;
    if (claim !== null) return { from, announce, claim };
  }
  return {
    why:
      candidates.length === 0
        ? 'No caller id is configured'
        : 'Every number to call from is resting or has reached its limit for today',
  };
}

/** Gives back what was taken of a number for a call that did not go out. */
export async function giveBackNumber({ numbers }: TelephonyContext, claim: Claim | null): Promise<void> {
  if (claim === null) return;
  await numbers.updateOne(alive({ _id: claim.number, used_on: claim.day, used: { $gt: 0 } }), {
    $inc: { used: -1 },
    ...(claim.isLocked && { $set: { locked_until: null } }),
  });
}
