import { performance } from 'node:perf_hooks';
import { earliestDue } from '@crm/platform/jobs/earliest-due.js';
import type { JobScheduler, ScheduledJob } from '@crm/platform/jobs/job-scheduler.js';
import { atHand } from '@crm/platform/mongo/at-hand.js';
import type { OpeningHours } from '@crm/contracts/resources/opening-hours.js';
import type { TelephonyContext } from '../context.js';
import type { CallDoc } from '../calls/call.model.js';
import { agentSeconds } from '../calls/effects.js';
import { changeCall, emitCallChanged } from '../calls/change-call.js';
import { freeLease, freeUsers, leaseOf, takeLease } from '../calls/leases.js';
import { askPermission, leadToCall } from '../calls/permission.js';
import { recentlyPassed, type QueuePlace } from '../calls/queue.rules.js';
import { isOpen } from '../opening/is-open.rules.js';
import { knownOpeningHours } from '../opening/opening-hours.js';
import type { TelephonyUserDoc } from '../users/user.model.js';
import { isReachable } from '../users/reachable.rules.js';
import { calleesOf } from './callees.js';
import { ringOrder, toRing } from './ring-order.rules.js';
import { waitingDocs } from './waiting-calls.js';

/** So long an agent is asked to call somebody back before it is the next one's turn. */
const offerMs = 30_000;
/** Longer than agents ring, with all that comes before and after: a ringing that is over by then was lost. */
const ringMs = (agentSeconds + 40) * 1_000;
/** So often it is looked whether somebody is free of whom nothing was told. */
const againMs = 15_000;

const later = (now: Date, ms: number) => new Date(now.getTime() + ms);

/** One look at the whole queue. */
interface Look {
  now: Date;
  hours: OpeningHours;
  isOpen: boolean;
  /** Who can be asked now; whoever was asked in this look is out of it. */
  idle: Set<string>;
}

async function idleUsers(ctx: TelephonyContext): Promise<Set<string>> {
  const online = await ctx.users.find({ online: 1, active: 1, banned: 0 }).lean<TelephonyUserDoc[]>();
  const ids = online.filter(isReachable).map(({ _id }) => _id.toHexString());
  return new Set(await freeUsers(ctx, ids, [leaseOf.user, leaseOf.offer]));
}

/** Those whom it is the caller's turn to be put to, with the lease of each: nobody else asks them meanwhile. */
async function claim(
  ctx: TelephonyContext,
  call: CallDoc,
  { idle, now }: Look,
  asked: { most?: number; leaseOf: (user: string) => string },
): Promise<string[]> {
  if (idle.size === 0) return [];
  const lead = call.lead_id === null ? undefined : await leadToCall(ctx, call.lead_id.toHexString());
  const order = ringOrder(await calleesOf(ctx, { ...call, lead }));
  const passed = call.queue ? recentlyPassed(call.queue, now) : new Set<string>();
  const users = toRing(order, { idle, passed, ...(asked.most !== undefined && { most: asked.most }) });
  const claimed: string[] = [];
  for (const user of users) {
    idle.delete(user);
    if (await takeLease(ctx, call._id, asked.leaseOf(user))) claimed.push(user);
  }
  return claimed;
}

async function ringFor(ctx: TelephonyContext, call: CallDoc, look: Look): Promise<void> {
  const users = await claim(ctx, call, look, { leaseOf: leaseOf.user });
  if (users.length === 0) return;
  const until = later(look.now, ringMs);
  const rung = await emitCallChanged(ctx, call._id, { is: 'ring', users, until });
  const isTheirs =
    rung?.queue?.state === 'ringing' && users.every((user) => rung.queue?.users.includes(user));
  // The caller is gone, or another process was quicker.
  if (!isTheirs) for (const user of users) await freeLease(ctx, call._id, leaseOf.user(user));
}

/** Asks one agent to call somebody back, where the number may be called now. */
async function offerCallback(ctx: TelephonyContext, call: CallDoc, look: Look): Promise<void> {
  // Until the caller has hung up nobody can call them.
  if (call.state !== 'ended') return;
  const [user_id] = await claim(ctx, call, look, { most: 1, leaseOf: leaseOf.offer });
  if (user_id === undefined) return;
  const { allowed, sentence } = await askPermission(ctx, {
    lead_id: call.lead_id?.toHexString() ?? null,
    phone: call.number,
    user_id,
  });
  if (!allowed) ctx.log.info({ call: call._id.toHexString(), sentence }, 'a callback is not allowed now');
  const until = later(look.now, offerMs);
  const after = await emitCallChanged(
    ctx,
    call._id,
    allowed ? { is: 'offer', user_id, until } : { is: 'passed', user_id },
  );
  const isTheirs = after?.queue?.state === 'offered' && after.queue.users.includes(user_id);
  if (!isTheirs) await freeLease(ctx, call._id, leaseOf.offer(user_id));
}

/** Whoever was asked and had their time is asked no longer. Answers the call as it is then. */
async function withoutLapsed(ctx: TelephonyContext, call: CallDoc, now: Date): Promise<CallDoc | undefined> {
  return changeCall(ctx, call._id, ({ queue }) => {
    if (!queue || queue.askedUntil === null || queue.askedUntil > now) return undefined;
    const [user_id = ''] = queue.users;
    return {
      input: queue.state === 'ringing' ? { is: 'unanswered', round: queue.round } : { is: 'passed', user_id },
    };
  });
}

/** Why somebody need not wait any longer. */
function overdue({ kind, until }: QueuePlace, look: Look): 'closed' | 'timeout' | undefined {
  const isLate = until <= look.now;
  if (!look.isOpen || (isLate && kind === 'callback')) return 'closed';
  return isLate ? 'timeout' : undefined;
}

async function serveOne(ctx: TelephonyContext, before: CallDoc, look: Look): Promise<void> {
  const askedUntil = before.queue?.askedUntil ?? null;
  const isLapsed = askedUntil !== null && askedUntil <= look.now;
  const call = isLapsed ? await withoutLapsed(ctx, before, look.now) : before;
  const { queue } = call ?? {};
  if (!call || !queue || queue.state !== 'waiting') return;
  const reason = overdue(queue, look);
  if (reason !== undefined) await emitCallChanged(ctx, call._id, { is: 'unqueue', reason });
  else if (queue.kind === 'caller') await ringFor(ctx, call, look);
  else await offerCallback(ctx, call, look);
}

/** Whoever still waits is looked at again in a while, whatever is told until then. */
async function putOff(ctx: TelephonyContext, now: Date): Promise<void> {
  for (const { _id, queue, serveAt, version } of await waitingDocs(ctx)) {
    if (queue?.state !== 'waiting' || !serveAt || serveAt > now) continue;
    const due = Math.max(now.getTime() + 1_000, Math.min(now.getTime() + againMs, queue.until.getTime()));
    await ctx.callDocs.collection.updateOne({ _id, version }, { $set: { serveAt: new Date(due) } });
  }
}

/** Answers whether anybody waits. */
async function serve(ctx: TelephonyContext): Promise<boolean> {
  const waiting = await waitingDocs(ctx);
  if (waiting.length === 0) return false;
  const now = ctx.clock.now();
  const [hours, idle] = await Promise.all([knownOpeningHours(ctx), idleUsers(ctx)]);
  const look = { now, hours, isOpen: isOpen(hours, now), idle };
  for (const call of waiting) {
    await serveOne(ctx, call, look).catch((error: unknown) => {
      ctx.log.warn({ err: error, call: call._id.toHexString() }, 'a caller could not be put to anybody');
    });
  }
  await putOff(ctx, now);
  return true;
}

/**
 * Puts those who wait to agents who are free, the one who called first first; sends to voicemail who waited too long. One
 * look at a time in this process; what another one takes at the same time is its own by the write that takes it. Answers
 * whether anybody waits.
 */
export const serveQueue = (ctx: TelephonyContext): Promise<boolean> =>
  ctx.turns.run('queue', () => serve(ctx));

/** When somebody's place is to be looked at; null where nobody waits. */
export const nextServeAt = ({ callDocs }: Pick<TelephonyContext, 'callDocs'>): Promise<Date | null> =>
  earliestDue(callDocs, 'serveAt');

/**
 * Who waits is looked up again no sooner than so many milliseconds after nobody did, because somebody is free: another process
 * puts whoever it took in to whom it finds free then.
 */
const emptyMs = 1_000;

/** Serves the queue when it is due, and when it is woken. */
export function createQueueServer(
  scheduler: JobScheduler,
  context: () => TelephonyContext,
  steady = () => performance.now(),
): TelephonyContext['queue'] {
  let job: ScheduledJob | undefined;
  let isWoken = false;
  let isAnybodyFree = false;
  /** When a look began that found nobody, by the process's own steady clock; nobody was put in the queue here since. */
  let emptyAt = -Infinity;
  const known = atHand(async () => waitingDocs(context()), emptyMs, steady);
  const next = async (): Promise<Date | null> => {
    const now = context().clock.now();
    if (isWoken) return now;
    const wait = emptyAt + emptyMs - steady();
    if (wait <= 0) return isAnybodyFree ? now : nextServeAt(context());
    return isAnybodyFree ? later(now, wait) : null;
  };
  return {
    wake: () => {
      isWoken = true;
      emptyAt = -Infinity;
      known.forget();
      job?.wake();
    },
    freed: () => {
      isAnybodyFree = true;
      job?.wake();
    },
    waiting: () => known.get(),
    idle: async () => job?.idle(),
    start: () => {
      job = scheduler.add({
        name: 'callers who wait',
        // Whoever puts somebody in the queue wakes it.
        collections: [],
        nextDueAt: next,
        run: async () => {
          const begun = steady();
          isWoken = false;
          isAnybodyFree = false;
          const isEmpty = !(await serveQueue(context()));
          emptyAt = isEmpty && !isWoken ? begun : -Infinity;
          return false;
        },
      });
    },
  };
}
