import { Types } from 'mongoose';
import { recordsTableMinimum } from '@crm/contracts/entities/telephony.js';
import { withEvents } from '@crm/platform/outbox/outbox-fields.js';
import type { StoredAudio } from '../media/audio-files.js';
import type { TelephonyContext } from '../context.js';
import { hideIfGone } from '../media/hide-lead.js';
import { isDuplicate } from '@crm/platform/mongo/store-errors.js';
import { newRecord, type RecordedCall } from './new-record.js';
import { readyEvent } from './record.events.js';
import type { RecordDoc, TranscriptJob } from './record.model.js';
import type { RecordingDetails } from './recording-hook.rules.js';

/** Names the job that fetches recordings. */
export const fetchingRecordings = 'recordings to fetch';

/**
 * Saves that the carrier recorded a call: the record stands from now on, its audio is fetched in the background.
 * Told twice, it is one record.
 */
export async function saveRecording(
  ctx: TelephonyContext,
  call: RecordedCall,
  { sid, duration, startedAt }: RecordingDetails,
): Promise<void> {
  const now = ctx.clock.now();
  const agent = call.user_id === null ? undefined : await ctx.staff.get(call.user_id);
  const record: RecordDoc = {
    ...newRecord({
      _id: new Types.ObjectId(),
      recording_sid: sid,
      call,
      agent_name: agent?.fullname ?? '',
      duration,
      createdAt: startedAt ?? now,
      text: null,
    }),
    fetch: { at: now, tries: 0 },
  };
  try {
    await ctx.records.collection.insertOne(record);
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    return;
  }
  await hideIfGone(ctx, record.lead_id);
  ctx.newRecordings.push(record);
  ctx.dueJobs.wake(fetchingRecordings);
}

/** Long calls alone are written down: the carrier's own way for shorter ones is no way for calls. */
function transcriptOf({ duration }: RecordDoc, isWritten: boolean, now: Date): TranscriptJob | undefined {
  if (!isWritten || duration < recordsTableMinimum) return undefined;
  return { state: 'wanted', sid: null, at: now, looks: 0 };
}

/**
 * The audio of a record is here and is told of; or it never will be, and the record stays without it. `known`: the record as
 * it was written, which another process may have changed.
 */
export async function settleRecording(
  ctx: TelephonyContext,
  id: Types.ObjectId,
  audio: StoredAudio | undefined,
  known?: RecordDoc,
): Promise<void> {
  if (audio === undefined) {
    await ctx.records.collection.updateOne({ _id: id }, { $unset: { fetch: 1 } });
    return;
  }
  const doc = known ?? (await ctx.records.findById(id).lean<RecordDoc>());
  if (doc?.fetch === undefined) return;
  const now = ctx.clock.now();
  const transcript = transcriptOf(doc, ctx.transcriber !== undefined, now);
  const { matchedCount } = await ctx.records.updateOne(
    { _id: id, version: doc.version, fetch: { $exists: true } },
    withEvents(
      { $set: { audio, ...(transcript === undefined ? {} : { transcript }) }, $unset: { fetch: 1 } },
      [readyEvent(doc, now)],
      now,
    ),
  );
  if (matchedCount === 0 && known !== undefined) return settleRecording(ctx, id, audio);
  if (transcript !== undefined) ctx.dueJobs.wake();
}
