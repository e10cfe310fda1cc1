import { evenDeleted } from '@crm/platform/outbox/outbox-fields.js';
import { alreadyExists, tooMany } from '@crm/platform/errors/app-error.js';
import type { LeadsContext } from '../context.js';
import { isDuplicate } from '@crm/platform/mongo/store-errors.js';

const hourMs = 60 * 60 * 1000;

/** What is claimed: a form by the id of its token, what it sent, and until when it could be sent again. */
interface Claim {
  id: string;
  fingerprint: string;
  endsAt: Date;
}

/** The lead that a form makes bears this, so that the form makes no second one. */
export const externalIdOf = (formId: string) => `quick-add:${formId}`;

/** Throws `too_many` where as many forms as an hour may bring came within the last one, from wherever they came. */
async function refuseTooMany({ quickAdds, config, clock }: LeadsContext): Promise<void> {
  const now = clock.now().getTime();
  const [oldestOfFull] = await quickAdds
    .find({ at: { $gt: new Date(now - hourMs) } }, { at: 1 })
    .sort({ at: -1 })
    .skip(config.quickAddPerHour - 1)
    .limit(1)
    .lean();
  if (oldestOfFull === undefined) return;
  throw tooMany((oldestOfFull.at.getTime() + hourMs - now) / 1000);
}

/**
 * Claims a form for what it sent. The same again is fine: an answer was lost. With other values it is refused once its
 * lead is made (`already_exists`); until then the newer values count. Throws `too_many`.
 */
export async function claimForm(ctx: LeadsContext, { id, fingerprint, endsAt }: Claim): Promise<void> {
  const known = await ctx.quickAdds.findById(id).lean();
  if (known === null) {
    await refuseTooMany(ctx);
    const at = ctx.clock.now();
    try {
      await ctx.quickAdds.create({ _id: id, fingerprint, at, forgetAt: new Date(endsAt.getTime() + hourMs) });
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      // Sent twice at the same moment: the other one was first.
      await claimForm(ctx, { id, fingerprint, endsAt });
    }
    return;
  }
  if (known.fingerprint === fingerprint) return;
  const isMade =
    (await ctx.leadCollection.countDocuments(evenDeleted({ external_id: externalIdOf(id) }), { limit: 1 })) >
    0;
  if (isMade) throw alreadyExists('This lead was already created with the values sent first');
  await ctx.quickAdds.updateOne({ _id: id }, { $set: { fingerprint } });
}
