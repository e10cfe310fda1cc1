import type { Actor } from '@crm/contracts/access.js';
import type { z } from 'zod';
import type { NumberInUse } from '@crm/contracts/http/carrier.js';
import { pacificDate } from '@crm/contracts/time/pacific.js';
import { numbers, type PooledNumber } from '@crm/contracts/resources/number.js';
import { conflict, invalidField } from '@crm/platform/errors/app-error.js';
import {
  changeRecord,
  getRecord,
  removeRecord,
  sourceOf,
  type Source,
  type Stored,
} from '@crm/platform/resources/records.js';
import { findNumbersInUse } from '../carrier-account/in-use.js';
import type { TelephonyContext } from '../context.js';
import type { StatePhoneDoc } from '../phones/state-phone.model.js';
import { answerRates } from './answer-rates.js';
import type { NumberDoc } from './number.model.js';
import { statusOn, usedOn } from './pick-number.rules.js';

type Fields = typeof numbers.fields;
type Context = Pick<
  TelephonyContext,
  'numbers' | 'callDocs' | 'statePhones' | 'users' | 'settings' | 'clock'
>;

const storedNumbers = ({ numbers: model, clock }: Context): Stored<Fields, NumberDoc> => ({
  resource: numbers,
  model,
  clock,
});

/** Whose a number is, in words. */
const usersOf = (inUse: readonly NumberInUse[], phone: string): string =>
  inUse
    .filter((each) => each.phone === phone && each.kind !== 'pool')
    .map(({ kind, name }) => (kind === 'default' ? 'Default number' : name))
    .join(', ');

async function numberViews(ctx: Context, docs: readonly NumberDoc[]): Promise<PooledNumber[]> {
  const { view } = sourceOf(storedNumbers(ctx));
  const today = pacificDate(ctx.clock.now());
  const phones = docs.map(({ phone }) => phone);
  const [rates, inUse, states] = await Promise.all([
    answerRates(ctx, phones),
    findNumbersInUse(ctx),
    ctx.statePhones
      .find({ codes: { $in: docs.map(({ area_code }) => area_code) } })
      .lean<Pick<StatePhoneDoc, '_id' | 'codes'>[]>(),
  ]);
  return docs.map((doc) => ({
    ...view(doc),
    status: statusOn(doc, today),
    // A rest that is over has no end to come.
    rest_until: statusOn(doc, today) === 'resting' ? doc.rest_until : null,
    state: states.find(({ codes }) => codes.includes(doc.area_code))?._id ?? null,
    calls_today: usedOn(doc, today),
    ...(rates.get(doc.phone) ?? { calls: 0, answered: 0 }),
    used_by: usersOf(inUse, doc.phone),
  }));
}

/** The pool of numbers as a resource, with what calls made of each. */
export const listedNumbers = (ctx: Context): Source<Fields, NumberDoc> => ({
  ...sourceOf(storedNumbers(ctx)),
  views: (docs) => numberViews(ctx, docs),
});

/**
 * Changes a number of the pool. Throws `invalid` for one that is retired while somebody's calls are placed from it, and for the
 * end of a rest that there is not, or that is over.
 */
export async function changeNumber(
  ctx: Context,
  actor: Actor,
  id: string,
  change: z.output<typeof numbers.change>,
): Promise<PooledNumber> {
  if (change.status === 'retired') {
    const { used_by } = await getRecord(listedNumbers(ctx), actor, id);
    if (used_by !== '')
      throw invalidField(
        'status',
        `Calls are placed from it (${used_by}): choose another number there first`,
      );
  }
  const { status, rest_until } = change;
  if (rest_until !== null && status !== 'resting')
    throw invalidField('rest_until', 'Only a resting number has such a day');
  if (rest_until !== null && rest_until <= pacificDate(ctx.clock.now()))
    throw invalidField('rest_until', 'Choose a day after today');
  await changeRecord(storedNumbers(ctx), actor, id, change);
  return getRecord(listedNumbers(ctx), actor, id);
}

/** Takes a number out of the pool. Throws `conflict` while the account has it: the next import would bring it back. */
export async function removeNumber(ctx: Context, actor: Actor, id: string): Promise<PooledNumber> {
  const number = await getRecord(listedNumbers(ctx), actor, id);
  if (number.in_account === 1)
    throw conflict(undefined, 'The carrier account has this number: retire it instead');
  await removeRecord(storedNumbers(ctx), actor, id);
  return number;
}
