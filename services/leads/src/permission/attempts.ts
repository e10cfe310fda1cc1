import { setTimeout as pause } from 'node:timers/promises';
import type { LeadsContext } from '../context.js';
import { isDuplicate } from '@crm/platform/mongo/store-errors.js';
import { retryOnConflict } from '@crm/platform/outbox/retry-on-conflict.js';
import { attemptWindowMs, type Attempt, type Tries } from './attempts.rules.js';
import type { ContactAttemptsDoc } from './contact.model.js';

/** The attempts at some numbers, and when each last reached us. */
export type NumbersTried = ReadonlyMap<string, Pick<ContactAttemptsDoc, 'attempts' | 'reachedAt'>>;

/** The attempts at some numbers that still count. */
export async function attemptsAt(
  { attemptCollection }: Pick<LeadsContext, 'attemptCollection'>,
  numbers: readonly string[],
): Promise<NumbersTried> {
  return readAll({ attemptCollection }, numbers);
}

/** Notes that a number wrote to us or called us: what follows answers it. Told late or twice, the last time stands. */
export async function noteReached(
  { attemptCollection }: Pick<LeadsContext, 'attemptCollection'>,
  number: string,
  at: Date,
): Promise<void> {
  await retryOnConflict(async () => {
    try {
      await attemptCollection.updateOne(
        { _id: number },
        { $max: { reachedAt: at, lastAt: at }, $setOnInsert: { attempts: [], version: 0 } },
        { upsert: true },
      );
      return true;
    } catch (error) {
      // Made at the same moment by an attempt.
      if (isDuplicate(error)) return undefined;
      throw error;
    }
  });
}

/**
 * Writes the attempts at a number that were read as its next version, with one more where there is one; false where
 * another write came between.
 */
async function written(
  { attemptCollection, clock }: LeadsContext,
  number: string,
  before: ContactAttemptsDoc | undefined,
  attempt?: Attempt,
): Promise<boolean> {
  const since = clock.now().getTime() - 2 * attemptWindowMs;
  const kept = (before?.attempts ?? []).filter(({ at }) => at.getTime() > since);
  const attempts = attempt === undefined ? kept : [...kept, attempt];
  const set = { attempts, version: (before?.version ?? 0) + 1, lastAt: clock.now() };
  if (before !== undefined) {
    const { matchedCount } = await attemptCollection.updateOne(
      { _id: number, version: before.version },
      { $set: set },
    );
    return matchedCount > 0;
  }
  try {
    await attemptCollection.insertOne({ _id: number, ...set });
    return true;
  } catch (error) {
    if (isDuplicate(error)) return false;
    throw error;
  }
}

async function readAll(
  { attemptCollection }: Pick<LeadsContext, 'attemptCollection'>,
  numbers: readonly string[],
): Promise<Map<string, ContactAttemptsDoc>> {
  const docs = await attemptCollection.find({ _id: { $in: [...numbers] } }).toArray();
  return new Map(docs.map((doc) => [doc._id, doc]));
}

const keyOf = (number: string, { id }: Pick<Attempt, 'id'>) => `${number} ${id}`;

/** Counts an attempt that was made; the same one again counts once. */
export async function countAttempt(ctx: LeadsContext, number: string, attempt: Attempt): Promise<void> {
  // Mostly this process has counted it with its permission.
  if (ctx.countedAttempts.has(keyOf(number, attempt))) return;
  await retryOnConflict(async () => {
    const before = (await readAll(ctx, [number])).get(number);
    if (before?.attempts.some(({ id }) => id === attempt.id)) return true;
    return (await written(ctx, number, before, attempt)) || undefined;
  });
}

/** How long at most the first wait is where another process writes the same numbers; each may be twice the one before. */
const pauseMs = 5;
const longestPauseMs = 250;

/**
 * Decides about an attempt and counts it, where it is allowed: of two at once the second decides by what the first one
 * left. An attempt asked about again is decided as if it were not counted yet, and counts once. `others` are the numbers
 * of the same person whose attempts decide too.
 *
 * One number is one document, and each write of it is a new version that only replaces the version that was read. Several
 * numbers are read first, all of them; then the others are raised by a version each, with nothing else changed, and last
 * the attempt is written beside its own number. Two attempts that decide by each other's numbers cannot miss each other:
 * had neither seen the other, each would have raised the other's number before the other read it (else the other's write,
 * or its own raising, had found another version and begun anew), yet each raises only after it has read. That is a circle
 * of "before", of two as of any number of attempts. What fails half-way has raised versions and counted nothing. Attempts
 * of one process wait for each other; random waits keep those of several from failing each other for ever.
 */
export async function decideAndCount<T extends { allowed: boolean }>(
  ctx: LeadsContext,
  { number, others }: { number: string; others: readonly string[] },
  attempt: Attempt,
  decideBy: (tries: Tries) => T,
): Promise<T> {
  let longest = 0;
  const decideOnce = async () => {
    if (others.length > 0 && longest > 0) await pause(Math.random() * longest);
    longest = Math.min(Math.max(pauseMs, longest * 2), longestPauseMs);
    const before = await readAll(ctx, [number, ...others]);
    const own = before.get(number);
    const attempts = (own?.attempts ?? []).filter(({ id }) => id !== attempt.id);
    const elsewhere = others.flatMap((other) => before.get(other)?.attempts ?? []);
    const decision = decideBy({ attempts, elsewhere, reachedAt: own?.reachedAt ?? null });
    const isCounted = attempts.length < (own?.attempts.length ?? 0);
    if (!decision.allowed || isCounted) return decision;
    for (const other of others) {
      if (!(await written(ctx, other, before.get(other)))) return undefined;
    }
    if (!(await written(ctx, number, own, attempt))) return undefined;
    ctx.countedAttempts.add(keyOf(number, attempt));
    return decision;
  };
  return ctx.attemptTurns.runAll([number, ...others], () => retryOnConflict(decideOnce));
}
