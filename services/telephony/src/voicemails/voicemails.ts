import { Readable } from 'node:stream';
import { Types } from 'mongoose';
import type { IncomingMessage } from 'node:http';
import type { Actor } from '@crm/contracts/access.js';
import type { Voicemail } from '@crm/contracts/entities/telephony.js';
import { outboundVoicemails, type OutboundVoicemail } from '@crm/contracts/resources/voicemail.js';
import { notFound } from '@crm/platform/errors/app-error.js';
import { alive } from '@crm/platform/outbox/outbox-fields.js';
import { createRecord, recordsOfOwner, removeRecord, type Stored } from '@crm/platform/resources/records.js';
import type { TelephonyContext } from '../context.js';
import { dropFile } from '@crm/domain/media/stored-files.js';
import { storeAudio, type StoredAudio } from '../media/audio-files.js';
import { maxAudioBytes, receiveAudio, type ReceivedAudio } from '../media/receive-audio.js';
import type { VoicemailDoc } from './voicemail.model.js';

/** The outbound voicemails as a resource. */
export const storedVoicemails = ({
  voicemails: model,
  clock,
}: Pick<TelephonyContext, 'voicemails' | 'clock'>): Stored<
  typeof outboundVoicemails.fields,
  VoicemailDoc
> => ({ resource: outboundVoicemails, model, clock });

/** A voicemail as the given calls have it, with an address at which it plays for a while. */
const voicemailView = (
  ctx: TelephonyContext,
  token: string,
  { version: _version, user_id: _user, createdAt, ...voicemail }: OutboundVoicemail,
): Voicemail => ({
  ...voicemail,
  createdAt: createdAt ?? '',
  url: ctx.links.forUser(token, { kind: 'voicemail', id: voicemail.id }),
});

/** Puts what was uploaded under an id. */
export function storeReceived(
  ctx: TelephonyContext,
  id: Types.ObjectId,
  { bytes }: Pick<ReceivedAudio, 'bytes'>,
): Promise<StoredAudio> {
  return storeAudio(ctx.audio, id, Readable.from([bytes]), { maxBytes: maxAudioBytes });
}

/** The outbound voicemails of a user, the last one first; whose may be asked for is the route's rule. */
export async function listVoicemails(
  ctx: TelephonyContext,
  token: string,
  userId: string,
): Promise<Voicemail[]> {
  const own = await recordsOfOwner(storedVoicemails(ctx), userId);
  return own.map((voicemail) => voicemailView(ctx, token, voicemail));
}

/** Adds an outbound voicemail from an uploaded file. */
export async function createVoicemail(
  ctx: TelephonyContext,
  actor: Actor,
  token: string,
  req: IncomingMessage,
): Promise<Voicemail> {
  const received = await receiveAudio(actor, req);
  const _id = new Types.ObjectId();
  const audio = await storeReceived(ctx, _id, received);
  const { user_id, title, duration } = received;
  try {
    const more = { _id, title, duration, audio };
    return voicemailView(ctx, token, await createRecord(storedVoicemails(ctx), actor, { user_id }, more));
  } catch (error) {
    await dropFile(ctx.audio, _id);
    throw error;
  }
}

/** Removes an outbound voicemail with its audio: its owner, or an admin. Somebody else's is 404. */
export async function deleteVoicemail(
  ctx: TelephonyContext,
  actor: Actor,
  recordId: string,
): Promise<OutboundVoicemail> {
  const removed = await removeRecord(storedVoicemails(ctx), actor, recordId);
  await dropFile(ctx.audio, new Types.ObjectId(recordId));
  return removed;
}

/** A voicemail of a user as the carrier plays it on a customer's machine; throws 404 for one that is not theirs. */
export async function voicemailToDrop(
  ctx: TelephonyContext,
  userId: string,
  voicemailId: string,
): Promise<string> {
  const _id = new Types.ObjectId(voicemailId);
  const doc = await ctx.voicemails
    .findOne(alive({ _id, user_id: new Types.ObjectId(userId) }))
    .lean<VoicemailDoc>();
  if (doc === null) throw notFound('Voicemail');
  return ctx.links.forCarrier({ kind: 'voicemail', id: voicemailId });
}

/** The voicemail of a user that the dialler leaves on machines: the last one that was uploaded, if any. */
export async function voicemailOfDialler(ctx: TelephonyContext, userId: string): Promise<string | undefined> {
  const doc = await ctx.voicemails
    .findOne(alive({ user_id: new Types.ObjectId(userId) }))
    .sort({ createdAt: -1, _id: -1 })
    .lean<VoicemailDoc>();
  if (doc === null) return undefined;
  return ctx.links.forCarrier({ kind: 'voicemail', id: doc._id.toHexString() });
}
