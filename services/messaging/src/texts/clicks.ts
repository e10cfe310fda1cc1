import { createHash } from 'node:crypto';
import { Types } from 'mongoose';
import { isDuplicate } from '@crm/platform/mongo/store-errors.js';
import type { MessagingContext } from '../context.js';
import type { ClickDoc } from '../text/text.model.js';

/** Equal words of one user to one lead within this are one message: a double click, a request that came twice. */
const sameWithinMs = 10_000;

const digest = (parts: readonly string[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url');

/** What one wish to send is known by. */
export interface Click {
  kind: 'text' | 'email';
  lead: string;
  user: string;
  words: string;
  /** The client's own name for it, or the command's id: the same one again never sends, however late. */
  key?: string | undefined;
}

/**
 * The id that the message of a wish has, which is known by its parts: of two at once, and of a second one within the
 * time, the same. Whoever inserts a message under it second finds it there.
 */
export async function idOfWish(
  ctx: MessagingContext,
  parts: readonly string[],
  withinMs: number,
): Promise<Types.ObjectId> {
  const _id = digest(parts);
  const at = ctx.clock.now();
  const before = new Date(Math.max(0, at.getTime() - withinMs));
  const made = new Types.ObjectId();
  try {
    await ctx.clicks.updateOne({ _id, at: { $lte: before } }, { $set: { at, made } }, { upsert: true });
    // An upsert that finds nothing to change and cannot insert is a duplicate: here it was written.
    return made;
  } catch (error) {
    if (!isDuplicate(error)) throw error;
  }
  const kept = await ctx.clicks.findById(_id).lean<ClickDoc>();
  return kept?.made ?? made;
}

/** The id of the message of one click. */
export function idOfClick(
  ctx: MessagingContext,
  { kind, lead, user, words, key }: Click,
): Promise<Types.ObjectId> {
  return key === undefined
    ? idOfWish(ctx, [kind, lead, user, words], sameWithinMs)
    : idOfWish(ctx, [kind, lead, user, 'key', key], Infinity);
}
