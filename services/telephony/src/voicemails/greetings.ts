import type { IncomingMessage } from 'node:http';
import { Types } from 'mongoose';
import type { Actor } from '@crm/contracts/access.js';
import { roles } from '@crm/contracts/codes/roles.js';
import { notFound } from '@crm/platform/errors/app-error.js';
import type { TelephonyContext } from '../context.js';
import { dropFile } from '@crm/domain/media/stored-files.js';
import { receiveAudio } from '../media/receive-audio.js';
import { knownSettings } from '@crm/domain/settings/save-settings.js';
import { greetingId, greetingUrl } from './greeting-url.rules.js';
import type { GreetingDoc } from './voicemail.model.js';
import { storeReceived } from './voicemails.js';

/** Time enough for whoever uploads a greeting to save where it is used, and for calls that play the one before. */
const unusedMs = 24 * 3600 * 1000;

/** The greetings that are in use: a user's own, and the one of all. */
async function idsInUse(ctx: TelephonyContext, user_id: Types.ObjectId): Promise<(string | undefined)[]> {
  const [user, settings] = await Promise.all([
    ctx.users.findById(user_id).select({ voice_mail: 1 }).lean<{ voice_mail?: string }>(),
    knownSettings(ctx),
  ]);
  return [greetingId(user?.voice_mail ?? ''), greetingId(settings.default_voice_mail)];
}

/** Throws away what a user uploaded before and neither the user nor the settings name any more. */
async function dropUnused(ctx: TelephonyContext, user_id: Types.ObjectId): Promise<void> {
  const inUse = await idsInUse(ctx, user_id);
  const before = new Date(ctx.clock.now().getTime() - unusedMs);
  const old = await ctx.greetings.find({ user_id, createdAt: { $lt: before } }).lean<GreetingDoc[]>();
  for (const { _id } of old.filter((each) => !inUse.includes(each._id.toHexString()))) {
    await ctx.greetings.deleteOne({ _id });
    await dropFile(ctx.audio, _id);
  }
}

/** Keeps an uploaded greeting and answers its address, which does not end: a user or the settings then name it. */
export async function uploadGreeting(
  ctx: TelephonyContext,
  actor: Actor,
  req: IncomingMessage,
): Promise<string> {
  const received = await receiveAudio(actor, req);
  const user_id = new Types.ObjectId(received.user_id);
  await dropUnused(ctx, user_id);
  const _id = new Types.ObjectId();
  const audio = await storeReceived(ctx, _id, received);
  await ctx.greetings.collection.insertOne({
    _id,
    user_id,
    duration: received.duration,
    audio,
    createdAt: ctx.clock.now(),
  } satisfies GreetingDoc);
  return greetingUrl(_id.toHexString());
}

/** Whether somebody may listen to a greeting: whose it is, an admin, and anybody to the one of all. */
export async function mayHearGreeting(
  ctx: TelephonyContext,
  actor: Actor,
  { _id, user_id }: Pick<GreetingDoc, '_id' | 'user_id'>,
): Promise<boolean> {
  if (actor.role === roles.admin || user_id.toHexString() === actor.id) return true;
  const { default_voice_mail } = await knownSettings(ctx);
  return greetingId(default_voice_mail) === _id.toHexString();
}

/** Where a greeting plays for whoever bears the token; 404 where it is not theirs to hear. */
export async function getGreeting(
  ctx: TelephonyContext,
  actor: Actor,
  token: string,
  id: string,
): Promise<{ url: string; duration: number }> {
  const doc = await ctx.greetings.findById(new Types.ObjectId(id)).lean<GreetingDoc>();
  if (doc === null || !(await mayHearGreeting(ctx, actor, doc))) throw notFound('Greeting');
  return { url: ctx.links.forUser(token, { kind: 'greeting', id }), duration: doc.duration };
}

/**
 * What the carrier plays to a caller whom nobody answered: the greeting of the user who was called, else that of all.
 * Undefined where there is none, or none that we have: an address of somewhere else is never handed to the carrier.
 */
export async function greetingFor(
  ctx: TelephonyContext,
  user: { id: string; voice_mail: string } | undefined,
): Promise<string | undefined> {
  const own = user === undefined ? undefined : greetingId(user.voice_mail);
  const shared = greetingId((await knownSettings(ctx)).default_voice_mail);
  for (const id of [own, shared]) {
    if (id === undefined) continue;
    const doc = await ctx.greetings.findById(new Types.ObjectId(id)).lean<GreetingDoc>();
    const isTheirs = id === shared || doc?.user_id.toHexString() === user?.id;
    if (doc !== null && isTheirs) return ctx.links.forCarrier({ kind: 'greeting', id });
  }
  return undefined;
}
