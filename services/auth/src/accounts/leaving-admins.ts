import { randomUUID } from 'node:crypto';
import { roles, type RoleId } from '@crm/contracts/codes/roles.js';
import type { Flag } from '@crm/contracts/ids.js';
import { conflict, invalid } from '@crm/platform/errors/app-error.js';
import { isDuplicate } from '@crm/platform/mongo/store-errors.js';
import type { AuthContext } from '../context.js';
import type { LeavingAdmin, StoredLeavingAdmins } from './leaving-admins.model.js';

const documentId = 'admins';
/** Several admins at once enter whom they take away; this many never do. */
const maxTries = 50;
/** A claim allows its write for so long. */
const claimMs = 30_000;
/** A claim whose process died is ignored from then on: its write cannot come any more. */
const forgottenMs = 2 * claimMs;

/** What is asked of an account, as far as it can take an admin away. */
interface Leaving {
  id: string;
  change: { role_id?: RoleId | undefined; banned?: Flag | undefined };
}

/**
 * Runs a change of a user that may ban an admin or give them another role, so that one admin who may sign in stays, however
 * many admins do that to each other at the same time in however many processes (rule A37). Users are documents of their
 * own, and no write spans two: whoever takes one away enters it in a document that all share, on the version that was
 * read, and counts neither that user nor anybody entered there. `change` calls `requireLeave` right before such a write.
 * Throws `invalid` where nobody would be left.
 */
export async function leavingAdmins<T>(
  ctx: AuthContext,
  { id, change }: Leaving,
  run: (requireLeave: () => void) => Promise<T>,
): Promise<T> {
  const takesAway = change.banned === 1 || (change.role_id ?? roles.admin) !== roles.admin;
  const isAdmin = takesAway && (await ctx.models.users.exists({ _id: id, role_id: roles.admin })) !== null;
  if (!isAdmin) {
    // Made an admin in between.
    return run(() => {
      throw conflict();
    });
  }
  const field = change.banned === 1 ? 'banned' : 'role_id';
  const claim = await enter(ctx, id);
  try {
    return await run(() => {
      if (claim === undefined) throw invalid({ [field]: 'At least one admin must be able to sign in' });
      if (ctx.clock.now().getTime() - claim.at.getTime() > claimMs) throw conflict();
    });
  } finally {
    if (claim !== undefined)
      await ctx.models.leavingAdmins.updateOne(
        { _id: documentId },
        { $pull: { leaving: { claim: claim.claim } }, $inc: { version: 1 } },
      );
  }
}

/** Enters who is taken away; undefined where nobody would be left. */
async function enter({ models, clock }: AuthContext, user_id: string): Promise<LeavingAdmin | undefined> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    // Before users are counted: whoever is taken away meanwhile makes it another version.
    const { version, leaving } = await read(models.leavingAdmins);
    const now = clock.now();
    const others = leaving.filter(({ at }) => now.getTime() - at.getTime() < forgottenMs);
    const gone = [user_id, ...others.map((each) => each.user_id)];
    const stay = await models.users.exists({ role_id: roles.admin, banned: 0, _id: { $nin: gone } });
    if (stay === null) return undefined;
    const claim = { claim: randomUUID(), user_id, at: now };
    const entered = await models.leavingAdmins.updateOne(
      { _id: documentId, version },
      { $set: { leaving: [...others, claim] }, $inc: { version: 1 } },
    );
    if (entered.matchedCount > 0) return claim;
  }
  throw conflict();
}

/** The shared document, made where there is none yet. */
async function read(model: AuthContext['models']['leavingAdmins']): Promise<StoredLeavingAdmins> {
  const known = await model.findById(documentId).lean<StoredLeavingAdmins | null>();
  if (known !== null) return known;
  try {
    await model.updateOne(
      { _id: documentId },
      { $setOnInsert: { version: 0, leaving: [] } },
      { upsert: true },
    );
  } catch (error) {
    // Another process was faster.
    if (!isDuplicate(error)) throw error;
  }
  return read(model);
}
