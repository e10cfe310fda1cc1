import type { LeadsContext } from '../context.js';
import { isDuplicate } from '@crm/platform/mongo/store-errors.js';
import { retryOnConflict } from '@crm/platform/outbox/retry-on-conflict.js';
import { attemptWindowMs, type Attempt } from './attempts.rules.js';
import type { ContactAttemptsDoc } from './contact.model.js';

/** The attempts at some numbers that still count. */
export async function attemptsAt(
  { contactAttempts }: LeadsContext,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, readonly Attempt[]>> {
  const stored = await contactAttempts.find({ _id: { $in: [...numbers] } }).lean<ContactAttemptsDoc[]>();
  return new Map(stored.map(({ _id, attempts }) => [_id, attempts]));
}

/** Writes one more attempt beside those that were read; false where another write came between. */
async function counted(
  { contactAttempts, clock }: LeadsContext,
  number: string,
  before: ContactAttemptsDoc | null,
  attempt: Attempt,
): Promise<boolean> {
  const since = clock.now().getTime() - 2 * attemptWindowMs;
  const attempts = [...(before?.attempts ?? []).filter(({ at }) => at.getTime() > since), attempt];
  const set = { attempts, version: (before?.version ?? 0) + 1, lastAt: clock.now() };
  if (before !== null) {
    const { matchedCount } = await contactAttempts.updateOne(
      { _id: number, version: before.version },
      { $set: set },
    );
    return matchedCount > 0;
  }
  try {
    await contactAttempts.create({ _id: number, ...set });
    return true;
  } catch (error) {
    if (isDuplicate(error)) return false;
    throw error;
  }
}

const read = ({ contactAttempts }: LeadsContext, number: string) =>
  contactAttempts.findById(number).lean<ContactAttemptsDoc>();

/** Counts an attempt that was made; the same one again counts once. */
export async function countAttempt(ctx: LeadsContext, number: string, attempt: Attempt): Promise<void> {
  await retryOnConflict(async () => {
    const before = await read(ctx, number);
    if (before?.attempts.some(({ id }) => id === attempt.id)) return true;
    return (await counted(ctx, number, before, attempt)) || undefined;
  });
}

/**
 * Decides about an attempt and counts it, where it is allowed, in one write: of two at once the second decides by what
 * the first one left. An attempt asked about again is decided as if it were not counted yet, and counts once.
 */
export async function decideAndCount<T extends { allowed: boolean }>(
  ctx: LeadsContext,
  number: string,
  attempt: Attempt,
  decideBy: (attempts: readonly Attempt[]) => T,
): Promise<T> {
  return retryOnConflict(async () => {
    const before = await read(ctx, number);
    const others = (before?.attempts ?? []).filter(({ id }) => id !== attempt.id);
    const decision = decideBy(others);
    const isCounted = others.length < (before?.attempts.length ?? 0);
    if (!decision.allowed || isCounted) return decision;
    return (await counted(ctx, number, before, attempt)) ? decision : undefined;
  });
}
