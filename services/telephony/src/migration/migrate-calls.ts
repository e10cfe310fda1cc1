import { Readable } from 'node:stream';
import { Types } from 'mongoose';
import { maxMigratedAudioBytes, type MigratedCall } from '@crm/contracts/http/call-migration.js';
import { migratedId } from '@crm/domain/migration/migrated-id.js';
import { notFound } from '@crm/platform/errors/app-error.js';
import { keyOwnerOf } from '@crm/platform/encryption/key-owner.js';
import { objectIdOrNull } from '@crm/platform/mongo/object-id.js';
import { isDuplicate } from '@crm/platform/mongo/store-errors.js';
import { insertWithEvents } from '@crm/platform/outbox/outbox-fields.js';
import { newCall } from '../calls/new-call.js';
import type { TelephonyContext } from '../context.js';
import { storeVoice, type StoredAudio, type VoiceDoc } from '../media/audio-files.js';
import { hideIfGone } from '../media/hide-lead.js';
import { newMissedCall } from '../missed/new-missed-call.js';
import { newRecord } from '../recordings/new-record.js';
import type { RecordDoc } from '../recordings/record.model.js';
import type { TelephonyUserDoc } from '../users/user.model.js';
import type { CustomerVoicemailDoc } from '../voicemails/customer-voicemail.model.js';

const idOf = ({ external_id, at }: MigratedCall, part = ''): Types.ObjectId =>
  migratedId(`${external_id}${part}`, at);

const later = (at: Date, seconds: number) => new Date(at.getTime() + seconds * 1000);

function callOf(
  ctx: Pick<TelephonyContext, 'clock'>,
  call: MigratedCall,
  user: TelephonyUserDoc | undefined,
) {
  const startedAt = new Date(call.at);
  const answeredAt = call.talked > 0 ? later(startedAt, call.rang) : null;
  return newCall(ctx, {
    _id: idOf(call),
    kind: 'single',
    direction: call.direction,
    number: call.number,
    own_number: user?.twilio_phone ?? '',
    state: 'ended',
    outcome: call.outcome,
    user_id: user?._id ?? null,
    lead_id: objectIdOrNull(call.lead_id),
    lead_name: call.lead_name,
    placing: 'placed',
    answeredBy: call.answered_by,
    startedAt,
    heardAt: startedAt,
    answeredAt,
    connectedAt: answeredAt,
    endedAt: later(startedAt, call.rang + call.talked),
    lookAt: null,
  });
}

/** Stores audio under its record's id; the same again is there already. */
const keep = ({ voices }: TelephonyContext, voice: VoiceDoc, base64: string): Promise<StoredAudio> =>
  storeVoice(voices, voice, Readable.from([Buffer.from(base64, 'base64')]), {
    maxBytes: maxMigratedAudioBytes,
  });

async function saveRecord(
  ctx: TelephonyContext,
  call: MigratedCall,
  { audio, seconds, text }: NonNullable<MigratedCall['recording']>,
  user: TelephonyUserDoc | undefined,
): Promise<void> {
  const _id = idOf(call, ' recording');
  const record = newRecord({
    _id,
    recording_sid: `taken-over:${call.external_id}`,
    call: { ...call, call_id: idOf(call).toHexString() },
    agent_name: user?.fullname ?? '',
    duration: seconds,
    createdAt: new Date(call.at),
    text,
  });
  const whole: RecordDoc = { ...record, audio: await keep(ctx, record, audio) };
  await ctx.records.collection.insertOne(whole);
}

async function saveVoicemail(
  ctx: TelephonyContext,
  call: MigratedCall,
  { audio, seconds, text, read }: NonNullable<MigratedCall['voicemail']>,
  user: TelephonyUserDoc | undefined,
): Promise<void> {
  const _id = idOf(call, ' voicemail');
  const key_id = keyOwnerOf(objectIdOrNull(call.lead_id), _id);
  const voicemail: CustomerVoicemailDoc = {
    _id,
    key_id,
    recording_sid: `taken-over:${call.external_id}`,
    call_id: idOf(call),
    lead_id: objectIdOrNull(call.lead_id),
    lead_name: call.lead_name,
    number: call.number,
    user_id: user?._id ?? null,
    duration: seconds,
    text,
    read,
    createdAt: later(new Date(call.at), call.rang),
    audio: await keep(ctx, { _id, key_id }, audio),
    isTold: true,
    version: 1,
  };
  await ctx.customerVoicemails.collection.insertOne(voicemail);
}

async function saveMissed(ctx: TelephonyContext, call: MigratedCall): Promise<void> {
  const missed = newMissedCall({ ...call, call_id: idOf(call).toHexString() }, new Date(call.at));
  await ctx.missedCalls.collection.insertOne({ ...missed, version: 1 });
}

/** What was there already is what an earlier run, or a crash in the middle of one, left: it is gone on with. */
async function unlessThere(save: () => Promise<unknown>): Promise<boolean> {
  try {
    await save();
    return true;
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    return false;
  }
}

/** Saves calls that were made elsewhere, with what was recorded of them. Nobody is rung, texted or told. Throws 404 for an unknown user. */
export async function migrateCalls(
  ctx: TelephonyContext,
  calls: readonly MigratedCall[],
): Promise<{ saved: number; known: number }> {
  const ids = [...new Set(calls.flatMap(({ user_id }) => user_id ?? []))];
  const found = await ctx.users
    .find({ _id: { $in: ids.map((id) => new Types.ObjectId(id)) } })
    .lean<TelephonyUserDoc[]>();
  const users = new Map(found.map((user) => [user._id.toHexString(), user]));
  if (users.size < ids.length) throw notFound('User');
  let saved = 0;
  for (const call of calls) {
    const user = call.user_id === null ? undefined : users.get(call.user_id);
    const { recording, voicemail } = call;
    if (recording) await unlessThere(() => saveRecord(ctx, call, recording, user));
    if (voicemail) await unlessThere(() => saveVoicemail(ctx, call, voicemail, user));
    if (call.missed) await unlessThere(() => saveMissed(ctx, call));
    // The call itself last: where it is there, so is all of it.
    const isNew = await unlessThere(() =>
      ctx.callDocs.collection.insertOne(insertWithEvents(callOf(ctx, call, user), [], ctx.clock.now())),
    );
    if (isNew) saved += 1;
    await hideIfGone(ctx, objectIdOrNull(call.lead_id));
  }
  return { saved, known: calls.length - saved };
}
