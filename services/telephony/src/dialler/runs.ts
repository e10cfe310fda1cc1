import { Types } from 'mongoose';
import { diallerOutcome } from '@crm/contracts/bus/call-events.js';
import { newEvent } from '@crm/platform/outbox/new-event.js';
import { insertWithEvents } from '@crm/platform/outbox/outbox-fields.js';
import { isDuplicate } from '@crm/platform/mongo/store-errors.js';
import type { DiallerContext } from './dialler-calls.js';
import type { RunDoc } from './dialler.model.js';

interface NewRun {
  guide_id: string;
  lead_ids: readonly string[];
  /** Of a command: one that comes again makes no second run. */
  key?: string;
  /** The guide's dialler is told to go on with it. */
  starts: boolean;
}

/** Makes a run of leads for a guide, each once, in their order. It is worked through after those that stand. */
export async function makeRun(
  ctx: DiallerContext,
  { guide_id, lead_ids, key, starts }: NewRun,
): Promise<void> {
  const _id = new Types.ObjectId();
  const now = ctx.clock.now();
  const run: Omit<RunDoc, 'version'> = {
    _id,
    guide_id: new Types.ObjectId(guide_id),
    items: [...new Set(lead_ids)].map((id) => new Types.ObjectId(id)),
    position: 0,
    state: 'active',
    key: key ?? _id.toHexString(),
    createdAt: now,
  };
  const goOn = () =>
    newEvent(diallerOutcome, {
      source: 'telephony',
      subject: `dialler-run/${_id.toHexString()}`,
      sequence: 1,
      data: { lead_id: lead_ids[0] ?? '', guide_id, call_id: null, AD_status: null, restart: true },
      actor: 'system',
      now,
    });
  try {
    await ctx.diallerRuns.collection.insertOne(insertWithEvents(run, starts ? [goOn()] : [], now));
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    return;
  }
}

/** The run that a guide's dialler works through, or undefined. */
export async function activeRun(ctx: DiallerContext, guideId: string): Promise<RunDoc | undefined> {
  const run = await ctx.diallerRuns
    .findOne({ guide_id: new Types.ObjectId(guideId), state: 'active' })
    .sort({ createdAt: 1, _id: 1 })
    .lean<RunDoc>();
  return run ?? undefined;
}

/** The name of an item of a run, under which it is dialled once. */
export function itemName({ _id, position }: Pick<RunDoc, '_id' | 'position'>): string {
  return `${_id.toHexString()}:${String(position)}`;
}

/** The run and the place in it that an item's name stands for. */
export function itemOf(name: string): Pick<RunDoc, '_id' | 'position'> {
  const [run = '', position = ''] = name.split(':');
  return { _id: new Types.ObjectId(run), position: Number(position) };
}

/** Goes on to the next item, from the one that was read; the last one done ends the run. */
export async function passItem(ctx: DiallerContext, { _id, position, items }: RunDoc): Promise<void> {
  const isLast = position + 1 >= items.length;
  await ctx.diallerRuns.updateOne(
    { _id, position },
    { $set: { position: position + 1, ...(isLast ? { state: 'done' as const } : {}) } },
  );
}

/** Takes back that an item was passed, where nothing came after it: it was never dialled. */
export async function putBackItem(
  ctx: DiallerContext,
  { _id, position }: Pick<RunDoc, '_id' | 'position'>,
): Promise<void> {
  await ctx.diallerRuns.updateOne({ _id, position: position + 1 }, { $set: { position, state: 'active' } });
}
