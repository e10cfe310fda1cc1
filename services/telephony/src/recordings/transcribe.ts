import type { Types } from 'mongoose';
import { withEvents } from '@crm/platform/outbox/outbox-fields.js';
import { CarrierError } from '@crm/domain/carrier/carrier-error.js';
import type { TelephonyContext } from '../context.js';
import { transcribedEvent } from './record.events.js';
import type { RecordDoc, TranscriptJob } from './record.model.js';
import { transcriptText, waitBeforeLook, type TranscribedSentence } from './transcript.rules.js';
import type { Transcriber } from './transcriber.js';

/** As long as one look may take at most. */
const leaseMs = 60_000;

type Held = RecordDoc & { transcript: TranscriptJob };

/** Takes the transcript that has waited longest, and holds it for as long as a look takes. */
async function claim({ records, clock }: TelephonyContext): Promise<Held | undefined> {
  const now = clock.now();
  const claimed = await records
    .findOneAndUpdate(
      { 'transcript.at': { $lte: now } },
      {
        $set: { 'transcript.at': new Date(now.getTime() + leaseMs) },
        $inc: { 'transcript.looks': 1 },
      },
      { sort: { 'transcript.at': 1 }, returnDocument: 'after' },
    )
    .lean<RecordDoc>();
  const transcript = claimed?.transcript;
  return claimed && transcript ? { ...claimed, transcript } : undefined;
}

const setJob = (ctx: TelephonyContext, _id: Types.ObjectId, set: Partial<TranscriptJob>) =>
  ctx.records.collection.updateOne(
    { _id, transcript: { $exists: true } },
    { $set: Object.fromEntries(Object.entries(set).map(([name, value]) => [`transcript.${name}`, value])) },
  );

const giveUp = (ctx: TelephonyContext, id: Types.ObjectId) => setJob(ctx, id, { state: 'failed', at: null });

/** Asks for a transcript, once: where nobody can tell whether it was asked for, the carrier's own word may still come. */
async function askFor(ctx: TelephonyContext, transcriber: Transcriber, doc: Held): Promise<void> {
  await setJob(ctx, doc._id, { state: 'asking' });
  try {
    const sid = await transcriber.ask(doc.recording_sid, doc._id.toHexString());
    const wait = waitBeforeLook(0) ?? 0;
    await setJob(ctx, doc._id, {
      state: 'asked',
      sid,
      at: new Date(ctx.clock.now().getTime() + wait),
      looks: 0,
    });
  } catch (error) {
    ctx.log.warn({ err: error, recording: doc.recording_sid }, 'recording not transcribed');
    // Too many at once: nothing was begun, and the lease brings it back.
    if (error instanceof CarrierError && error.kind === 'rate') {
      await setJob(ctx, doc._id, { state: 'wanted' });
    } else {
      await giveUp(ctx, doc._id);
    }
  }
}

async function saveTranscript(
  ctx: TelephonyContext,
  doc: Held,
  sentences: TranscribedSentence[],
): Promise<void> {
  const text = transcriptText(sentences, doc.first_channel);
  const now = ctx.clock.now();
  const over = { 'transcript.state': 'done', 'transcript.at': null };
  if (text === '') {
    await setJob(ctx, doc._id, { state: 'done', at: null });
    return;
  }
  await ctx.records.updateOne(
    { _id: doc._id, key_id: doc.key_id, version: doc.version },
    withEvents({ $set: { text, ...over } }, [transcribedEvent(doc, text, now)], now),
  );
}

async function lookAfter(
  ctx: TelephonyContext,
  transcriber: Transcriber,
  doc: Held,
  sid: string,
): Promise<void> {
  const state = await transcriber.state(sid);
  if (state === 'completed') {
    await saveTranscript(ctx, doc, await transcriber.sentences(sid));
    return;
  }
  const wait = state === 'failed' ? undefined : waitBeforeLook(doc.transcript.looks);
  if (wait === undefined) await giveUp(ctx, doc._id);
  else await setJob(ctx, doc._id, { at: new Date(ctx.clock.now().getTime() + wait) });
}

/** Goes on with the writing down of one recording: asks for it, or looks after what was asked for. */
export async function transcribeNext(ctx: TelephonyContext): Promise<boolean> {
  const { transcriber } = ctx;
  if (transcriber === undefined) return false;
  const doc = await claim(ctx);
  if (doc === undefined) return false;
  const { state, sid, looks } = doc.transcript;
  if (state === 'wanted') {
    await askFor(ctx, transcriber, doc);
  } else if (sid === null) {
    await giveUp(ctx, doc._id);
  } else {
    try {
      await lookAfter(ctx, transcriber, doc, sid);
    } catch (error) {
      ctx.log.warn({ err: error, transcript: sid }, 'transcript not available yet');
      const wait = waitBeforeLook(looks);
      if (wait === undefined) await giveUp(ctx, doc._id);
      else await setJob(ctx, doc._id, { at: new Date(ctx.clock.now().getTime() + wait) });
    }
  }
  return true;
}

/**
 * Saves that a transcript is there: it is read in the background. `key` is the record's id, by which it is found where
 * the answer to our asking was lost.
 */
export async function transcriptIsReady(
  ctx: TelephonyContext,
  { sid, key }: { sid: string; key: Types.ObjectId | undefined },
): Promise<void> {
  const now = ctx.clock.now();
  const waiting = { 'transcript.state': { $nin: ['done'] } };
  const ready = {
    'transcript.state': 'asked',
    'transcript.sid': sid,
    'transcript.at': now,
    'transcript.looks': 0,
  };
  const known = await ctx.records.collection.updateOne(
    { 'transcript.sid': sid, ...waiting },
    { $set: ready },
  );
  if (known.matchedCount === 0 && key !== undefined) {
    await ctx.records.collection.updateOne(
      { _id: key, 'transcript.sid': null, ...waiting, transcript: { $exists: true } },
      { $set: ready },
    );
  }
  ctx.dueJobs.wake();
}
