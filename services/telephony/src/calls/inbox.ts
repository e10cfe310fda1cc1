import { createHash } from 'node:crypto';
import { Types } from 'mongoose';
import { earliestDue, firstOf } from '@crm/platform/jobs/earliest-due.js';
import { id } from '@crm/contracts/ids.js';
import { createGathering, type Gathering } from '@crm/platform/jobs/gathering.js';
import type { Job } from '@crm/platform/jobs/job-scheduler.js';
import type { Logger } from '@crm/platform/log/logger.js';
import type { TelephonyContext } from '../context.js';
import type { Hook } from '@crm/domain/carrier/hook-routes.js';
import { nativeCollection } from '@crm/platform/mongo/native-collection.js';
import { insertNew } from '@crm/platform/mongo/store-errors.js';
import type { CallDoc, InboxDoc } from './call.model.js';
import { emitCallChanged } from './change-call.js';
import { inputOf } from './hook-inputs.rules.js';
import { knownEnded } from './live-calls.js';

/** Longer than a hook may take: what is older failed, or was left by a process that died. */
export const forgottenMs = 20_000;
const batch = 100;

/** One delivery of one hook has one key: the carrier's own, or what is said and which time. */
function keyOf({ path, params, fields, token }: Hook): string {
  const about = [path, params['cid'], params['role'] ?? ''].join(' ');
  if (token !== undefined && token !== '') return `${about} ${token}`;
  const hash = createHash('sha256');
  for (const key of Object.keys(fields).sort()) hash.update(`${key}=${fields[key] ?? ''}\n`);
  return `${about} #${hash.digest('hex')}`;
}

const rowOf = ({ clock }: TelephonyContext, hook: Hook, call_id: Types.ObjectId): InboxDoc => ({
  _id: keyOf(hook),
  call_id,
  path: hook.path,
  role: hook.params['role'] ?? null,
  fields: { ...hook.fields },
  state: 'new',
  at: clock.now(),
});

/** Keeps webhooks as they came; one that is kept already stays as it is. */
async function saveHooks(
  { inbox }: Pick<TelephonyContext, 'inbox'>,
  rows: readonly InboxDoc[],
): Promise<void> {
  await insertNew(nativeCollection<InboxDoc>(inbox), rows);
}

/** Those that were worked off are kept together, to be looked up: what they said is in their calls. */
const savePauseMs = 1_000;

/** Webhooks that were worked off, kept for a week. */
export const gatherDone = (
  getContext: () => Pick<TelephonyContext, 'inbox'>,
  log: Logger,
): Gathering<InboxDoc> =>
  createGathering({
    handle: (rows) => saveHooks(getContext(), rows),
    keyOf: ({ _id }) => _id,
    pauseMs: savePauseMs,
    log,
  });

/** Of a recording it counts whose call it is, which nothing changes any more once that is over. */
const ofRecordings = '/tw/rec/{cid}';

async function reduceRow(
  ctx: TelephonyContext,
  { call_id, path, role, fields }: Omit<InboxDoc, '_id' | 'at' | 'state'>,
): Promise<CallDoc | undefined> {
  const input = inputOf(path, role, fields);
  if (input !== undefined) return emitCallChanged(ctx, call_id, input);
  const known = path === ofRecordings ? knownEnded(ctx, call_id) : undefined;
  return known ?? (await ctx.callDocs.findById(call_id).lean<CallDoc>()) ?? undefined;
}

/**
 * Takes in a webhook about a call: its fact is in the call before the carrier is answered, by one write, and where that fails
 * the webhook itself is kept, to be worked off later. Coming twice it changes nothing, since facts are taken in idempotently.
 * Answers the call as it stands; undefined where nobody knows it, which is told to whoever runs this.
 */
export async function takeHook(ctx: TelephonyContext, hook: Hook): Promise<CallDoc | undefined> {
  const cid = id.safeParse(hook.params['cid']);
  if (!cid.success) return undefined;
  const row = rowOf(ctx, hook, new Types.ObjectId(cid.data));
  let call: CallDoc | undefined;
  try {
    call = await reduceRow(ctx, row);
  } catch (error) {
    await saveHooks(ctx, [row]);
    ctx.dueJobs.wake(forgottenHooks);
    throw error;
  }
  ctx.doneHooks.add([{ ...row, state: 'done' }]);
  if (call === undefined)
    ctx.log.error({ path: hook.path, call: cid.data }, 'ALARM: webhook for an unknown call');
  return call;
}

/** How long a webhook that could not be worked off waits, doubled with every time. */
const retryMs = 30_000;
const longestRetryMs = 3_600_000;

/** One that cannot be worked off now waits its turn, and holds up none that came after it. */
async function putOff(
  ctx: TelephonyContext,
  { _id, path, tries = 0 }: InboxDoc,
  error: unknown,
): Promise<void> {
  ctx.log.error({ err: error, path, row: _id, tries }, 'ALARM: webhook cannot be processed');
  const wait = Math.min(retryMs * 2 ** tries, longestRetryMs);
  const retryAt = new Date(ctx.clock.now().getTime() + wait);
  await ctx.inbox.updateOne({ _id }, { $set: { tries: tries + 1, retryAt } });
}

/** When the next webhook counts as forgotten, or one that was put off has its turn again; null where all are worked off. */
export async function nextForgottenAt({ inbox }: Pick<TelephonyContext, 'inbox'>): Promise<Date | null> {
  const [kept, putOffUntil] = await Promise.all([
    earliestDue(inbox, 'at', { state: 'new', retryAt: null }),
    earliestDue(inbox, 'retryAt', { state: 'new' }),
  ]);
  return firstOf([kept && new Date(kept.getTime() + forgottenMs), putOffUntil]);
}

/** Reduces what a process that died had kept and not worked off. Answers how many. */
export async function reduceForgotten(ctx: TelephonyContext): Promise<number> {
  const now = ctx.clock.now();
  const before = new Date(now.getTime() - forgottenMs);
  const rows = await ctx.inbox
    .find({ state: 'new', at: { $lte: before }, $or: [{ retryAt: null }, { retryAt: { $lte: now } }] })
    .sort({ at: 1 })
    .limit(batch)
    .lean<InboxDoc[]>();
  for (const row of rows) {
    try {
      await reduceRow(ctx, row);
      await ctx.inbox.updateOne({ _id: row._id }, { $set: { state: 'done' } });
    } catch (error) {
      await putOff(ctx, row, error);
    }
  }
  return rows.length;
}

/** Names the job that works off webhooks which could not be when they came. */
export const forgottenHooks = 'webhooks that were not worked off';

/** Works them off when they are due. Whoever keeps one wakes it: most that are kept are done. */
export const forgottenHooksJob = (ctx: TelephonyContext): Job => ({
  name: forgottenHooks,
  collections: [],
  nextDueAt: () => nextForgottenAt(ctx),
  run: async () => (await reduceForgotten(ctx)) > 0,
});
