import { Types } from 'mongoose';
import type { Actor } from '@crm/contracts/access.js';
import type { EntryDecision } from '@crm/contracts/resources/do-not-contact.js';
import { conflict, notFound } from '@crm/platform/errors/app-error.js';
import type { LeadsContext } from '../context.js';
import type { DoNotContactDoc, ListedChange } from './contact.model.js';
import { lifted, written } from './entry.js';
import { isOwnWord } from './own-word.rules.js';

/** What is written where the channel is opened again; what somebody else listed stays closed. */
const reopened = ({ how }: DoNotContactDoc): Partial<DoNotContactDoc> =>
  isOwnWord({ how }) ? { ...lifted, active: 0 } : lifted;

/**
 * An admin decides whether a wording ends contact: confirms the entry, or takes the wording back with a reason. Throws 404
 * where the entry is not on the list, and `conflict` where it has been decided or has other words than those that were read.
 */
export async function decideEntry(
  ctx: LeadsContext,
  actor: Actor,
  id: string,
  given: EntryDecision,
): Promise<{ isOpen: boolean }> {
  const stored = await ctx.doNotContact
    .findOne({ _id: new Types.ObjectId(id), active: 1 })
    .lean<DoNotContactDoc>();
  if (stored === null) throw notFound('Entry');
  if (stored.decision !== 'open') throw conflict(undefined, 'This has been decided in the meantime');
  if (stored.version !== given.version) throw conflict();
  const about = { at: ctx.clock.now(), how: 'admin', by: actor.fullname } as const;
  const isConfirmed = given.decision === 'confirm';
  const change: ListedChange = isConfirmed
    ? { ...about, what: 'confirmed', reason: null }
    : { ...about, what: 'reopened', reason: given.reason };
  const set = isConfirmed ? { decision: 'confirmed' as const } : reopened(stored);
  const after = await written(ctx, actor, stored, change, set);
  if (after === undefined) throw conflict();
  return { isOpen: after.active === 0 };
}
