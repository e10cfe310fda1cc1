import { Types } from 'mongoose';
import { voicemailReceived, voicemailTranscribed } from '@crm/contracts/bus/call-events.js';
import { keyOwnerOf } from '@crm/platform/encryption/key-owner.js';
import { newEvent } from '@crm/platform/outbox/new-event.js';
import { withEvents } from '@crm/platform/outbox/outbox-fields.js';
import type { TelephonyContext } from '../context.js';
import { hideIfGone } from '../media/hide-lead.js';
import type { StoredAudio } from '../media/audio-files.js';
import type { RecordingDetails } from '../recordings/recording-hook.rules.js';
import { isDuplicate } from '@crm/platform/mongo/store-errors.js';
import type { CustomerVoicemailDoc } from './customer-voicemail.model.js';
import { customerVoicemailDetails } from './customer-voicemail.view.js';

const shortestSeconds = 1;
const maxRounds = 5;

const about = ({ _id, version }: CustomerVoicemailDoc, now: Date) =>
  ({
    source: 'telephony',
    subject: `voicemail/${_id.toHexString()}`,
    sequence: version + 1,
    actor: 'system',
    now,
  }) as const;

/** What was said in it was written down. */
const transcribed = (doc: CustomerVoicemailDoc, text: string, now: Date) =>
  newEvent(voicemailTranscribed, {
    ...about(doc, now),
    data: { voicemail_id: doc._id.toHexString(), lead_id: doc.lead_id?.toHexString() ?? null, text },
  });

/** The missed call that a voicemail was left on. */
type CallLeftOn = Pick<CustomerVoicemailDoc, 'lead_id' | 'lead_name' | 'number' | 'user_id'> & {
  _id: Types.ObjectId;
};

/** A voicemail of a missed call as it begins: whose call it was, it is theirs. */
function begun(missed: CallLeftOn, recording_sid: string, now: Date): CustomerVoicemailDoc {
  const { _id: call_id, lead_id, lead_name, number, user_id } = missed;
  const _id = new Types.ObjectId();
  return {
    _id,
    key_id: keyOwnerOf(lead_id, _id),
    recording_sid,
    call_id,
    lead_id,
    lead_name,
    number,
    user_id,
    duration: null,
    text: null,
    read: 0,
    createdAt: now,
    isTold: false,
    version: 1,
  };
}

/** Inserts a voicemail; false where its recording has one already. */
async function inserted(ctx: TelephonyContext, doc: CustomerVoicemailDoc): Promise<boolean> {
  try {
    await ctx.customerVoicemails.collection.insertOne(doc);
    return true;
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    return false;
  }
}

/** Saves that a caller left something to be heard. Told twice, it is one voicemail; it is told of once its audio is here. */
export async function saveVoicemail(
  ctx: TelephonyContext,
  missed: CallLeftOn,
  { sid, duration, startedAt }: RecordingDetails,
): Promise<void> {
  if (duration < shortestSeconds) return;
  const now = ctx.clock.now();
  const heard = { duration, createdAt: startedAt ?? now, fetch: { at: now, tries: 0 } };
  if (!(await inserted(ctx, { ...begun(missed, sid, now), ...heard }))) {
    // What was said may have come first.
    await ctx.customerVoicemails.collection.updateOne(
      { recording_sid: sid, duration: null },
      { $set: heard, $inc: { version: 1 } },
    );
  }
  await hideIfGone(ctx, missed.lead_id);
  ctx.dueJobs.wake();
}

/** The audio of a voicemail is here, or never will be: either way it is told of. */
export async function settleVoicemail(
  ctx: TelephonyContext,
  id: Types.ObjectId,
  audio: StoredAudio | undefined,
): Promise<void> {
  const doc = await ctx.customerVoicemails.findById(id).lean<CustomerVoicemailDoc>();
  if (doc?.fetch === undefined) return;
  const now = ctx.clock.now();
  const received = newEvent(voicemailReceived, {
    ...about(doc, now),
    data: { ...customerVoicemailDetails(doc), text: null },
  });
  // What was said may have come first.
  const said = doc.text === null || doc.text === undefined ? [] : [transcribed(doc, doc.text, now)];
  await ctx.customerVoicemails.updateOne(
    { _id: id, version: doc.version },
    withEvents(
      { $set: { isTold: true, ...(audio === undefined ? {} : { audio }) }, $unset: { fetch: 1 } },
      [received, ...said],
      now,
    ),
  );
}

/** Writes the text where there is none yet, and tells of it where the voicemail itself was told of; false on a version miss. */
async function setText(ctx: TelephonyContext, doc: CustomerVoicemailDoc, text: string): Promise<boolean> {
  if (doc.text !== null) return true;
  const now = ctx.clock.now();
  const events = doc.isTold ? [transcribed(doc, text, now)] : [];
  const { matchedCount } = await ctx.customerVoicemails.updateOne(
    { _id: doc._id, key_id: doc.key_id, version: doc.version },
    withEvents({ $set: { text } }, events, now),
  );
  return matchedCount > 0;
}

/** Saves what a caller said, in whatever order that and the recording are told. */
export async function addVoicemailText(
  ctx: TelephonyContext,
  missed: CallLeftOn,
  recordingSid: string,
  text: string,
): Promise<void> {
  if (await inserted(ctx, { ...begun(missed, recordingSid, ctx.clock.now()), text })) return;
  for (let round = 0; round < maxRounds; round += 1) {
    const doc = await ctx.customerVoicemails
      .findOne({ recording_sid: recordingSid })
      .lean<CustomerVoicemailDoc>();
    if (doc === null || (await setText(ctx, doc, text))) break;
  }
}
