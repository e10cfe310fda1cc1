import { Readable } from 'node:stream';
import { Types } from 'mongoose';
import type { IncomingMessage } from 'node:http';
import type { Actor } from '@crm/contracts/access.js';
import { roles } from '@crm/contracts/codes/roles.js';
import type { Voicemail } from '@crm/contracts/entities/telephony.js';
import { invalid, notFound } from '@crm/platform/errors/app-error.js';
import type { TelephonyContext } from '../context.js';
import { dropAudio, storeAudio, type StoredAudio } from '../media/audio-files.js';
import { maxMegabytes } from '../media/audio-form.js';
import { receiveAudio, type ReceivedAudio } from '../media/receive-audio.js';
import type { VoicemailDoc } from './voicemail.model.js';

const maxOfAUser = 50;

function voicemailView(ctx: TelephonyContext, token: string, doc: VoicemailDoc): Voicemail {
  const id = doc._id.toHexString();
  return {
    id,
    url: ctx.links.forUser(token, { kind: 'voicemail', id }),
    title: doc.title,
    duration: doc.duration,
    createdAt: doc.createdAt.toISOString(),
  };
}

/** Puts what was uploaded under an id. */
export function storeReceived(
  ctx: TelephonyContext,
  id: Types.ObjectId,
  { bytes }: Pick<ReceivedAudio, 'bytes'>,
): Promise<StoredAudio> {
  return storeAudio(ctx.audio, id, Readable.from([bytes]), maxMegabytes * 1024 * 1024);
}

/** The outbound voicemails of a user, the last one first; whose may be asked for is the route's rule. */
export async function listVoicemails(
  ctx: TelephonyContext,
  token: string,
  userId: string,
): Promise<Voicemail[]> {
  const docs = await ctx.voicemails
    .find({ user_id: new Types.ObjectId(userId) })
    .sort({ createdAt: -1, _id: -1 })
    .lean<VoicemailDoc[]>();
  return docs.map((doc) => voicemailView(ctx, token, doc));
}

/** Adds an outbound voicemail from an uploaded file. */
export async function createVoicemail(
  ctx: TelephonyContext,
  actor: Actor,
  token: string,
  req: IncomingMessage,
): Promise<Voicemail> {
  const received = await receiveAudio(actor, req);
  const user_id = new Types.ObjectId(received.user_id);
  if ((await ctx.voicemails.countDocuments({ user_id })) >= maxOfAUser) {
    throw invalid({}, `${String(maxOfAUser)} voicemails are the most; please remove one first`);
  }
  const _id = new Types.ObjectId();
  const audio = await storeReceived(ctx, _id, received);
  const { title, duration } = received;
  const doc: VoicemailDoc = { _id, user_id, title, duration, audio, createdAt: ctx.clock.now() };
  await ctx.voicemails.collection.insertOne(doc);
  return voicemailView(ctx, token, doc);
}

/** Removes an outbound voicemail: its owner, or an admin. Somebody else's is 404. */
export async function deleteVoicemail(ctx: TelephonyContext, actor: Actor, recordId: string): Promise<void> {
  const own = actor.role === roles.admin ? {} : { user_id: new Types.ObjectId(actor.id) };
  const _id = new Types.ObjectId(recordId);
  const { deletedCount } = await ctx.voicemails.deleteOne({ _id, ...own });
  if (deletedCount === 0) throw notFound('Voicemail');
  await dropAudio(ctx.audio, _id);
}

/** A voicemail of a user as the carrier plays it on a customer's machine; throws 404 for one that is not theirs. */
export async function voicemailToDrop(
  ctx: TelephonyContext,
  userId: string,
  voicemailId: string,
): Promise<string> {
  const _id = new Types.ObjectId(voicemailId);
  const doc = await ctx.voicemails.findOne({ _id, user_id: new Types.ObjectId(userId) }).lean<VoicemailDoc>();
  if (doc === null) throw notFound('Voicemail');
  return ctx.links.forCarrier({ kind: 'voicemail', id: voicemailId });
}

/** The voicemail of a user that the dialler leaves on machines: the last one that was uploaded, if any. */
export async function voicemailOfDialler(ctx: TelephonyContext, userId: string): Promise<string | undefined> {
  const doc = await ctx.voicemails
    .findOne({ user_id: new Types.ObjectId(userId) })
    .sort({ createdAt: -1, _id: -1 })
    .lean<VoicemailDoc>();
  if (doc === null) return undefined;
  return ctx.links.forCarrier({ kind: 'voicemail', id: doc._id.toHexString() });
}
