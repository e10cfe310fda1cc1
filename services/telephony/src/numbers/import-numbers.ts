import { Types } from 'mongoose';
import type { Actor } from '@crm/contracts/access.js';
import { numbers, type TextRegistration } from '@crm/contracts/resources/number.js';
import { phoneNumber } from '@crm/contracts/phone.js';
import { carrierError } from '@crm/domain/carrier/carrier-error.js';
import { auditChanges } from '@crm/platform/audit/add-details.js';
import { insertNew } from '@crm/platform/mongo/store-errors.js';
import type { EventActor } from '@crm/platform/outbox/new-event.js';
import { alive, insertWithEvents, withEvents } from '@crm/platform/outbox/outbox-fields.js';
import { recordEvent } from '@crm/platform/resources/records.js';
import { findNumbersInUse } from '../carrier-account/in-use.js';
import { ownNumbers } from '../carrier-account/ours.rules.js';
import { readNumbers } from '../carrier-account/read-account.js';
import { wantedOf } from '../carrier-account/wanted.rules.js';
import { refusalOf } from '../carrier/refusal.js';
import type { TelephonyContext } from '../context.js';
import { areaCodeOf } from '../phones/area-code.rules.js';
import type { NumberDoc } from './number.model.js';
import { textRegistrationOf } from './text-registration.rules.js';

type Context = Pick<
  TelephonyContext,
  'numbers' | 'users' | 'statePhones' | 'settings' | 'carrierAccount' | 'clock'
>;

const dayMs = 86_400_000;

/** What the account says of a number; its registration is undefined where that could not be read. */
interface Rented {
  phone: string;
  takesCalls: boolean;
  texts: TextRegistration | undefined;
}

/** The numbers of the account that are ours and of this country. Throws what the carrier says as a `CarrierError`. */
async function rentedNumbers(ctx: Context): Promise<Rented[]> {
  const { clients, config } = ctx.carrierAccount;
  const wanted = wantedOf(config, await findNumbersInUse(ctx));
  try {
    const state = await readNumbers(clients.account, wanted);
    return ownNumbers(state, wanted)
      .filter(({ number }) => phoneNumber.safeParse(number).success)
      .map((rented) => ({
        phone: rented.number,
        takesCalls: rented.capabilities.voice,
        texts: textRegistrationOf(rented, state),
      }));
  } catch (error) {
    throw carrierError(error);
  }
}

/** A number as the pool begins with it: active, and used by nobody yet. */
function newNumber({ phone, texts }: Rented, by: string, now: Date) {
  return {
    _id: new Types.ObjectId(),
    ...{
      phone,
      area_code: areaCodeOf(phone),
      status: 'active' as const,
      rest_until: null,
      daily_limit: null,
    },
    ...{ texts: texts ?? ('missing' as const), in_account: 1 as const },
    ...{ used: 0, used_on: '', locked_until: null, last_used_at: null },
    check_at: new Date(now.getTime() + dayMs),
    ...{ createdAt: now, updatedAt: now, created_by: by, changed_by: by },
  };
}

/** Writes what the account says of a number that the pool has, where that is another than was known. */
async function refreshNumber(
  { numbers: model, clock }: Context,
  known: NumberDoc,
  rented: Rented | undefined,
  actor: EventActor,
): Promise<void> {
  const now = clock.now();
  const in_account = rented?.takesCalls === true ? 1 : 0;
  const texts = rented?.texts ?? known.texts;
  const check_at = new Date(now.getTime() + dayMs);
  const { _id, version } = known;
  if (in_account === known.in_account && texts === known.texts) {
    await model.updateOne(alive({ _id }), { $set: { check_at } });
    return;
  }
  const change = { id: _id.toHexString(), change: 'updated', version: version + 1 } as const;
  // Whoever changed it meanwhile is left alone: the account is asked again.
  await model.updateOne(
    alive({ _id, version }),
    withEvents({ $set: { in_account, texts, check_at } }, [recordEvent(numbers, actor, change, now)], now),
  );
}

/** Brings what the pool knows of its numbers up to date with the account. Throws a `CarrierError`. */
async function refreshKnown(
  ctx: Context,
  rented: readonly Rented[],
  actor: EventActor,
): Promise<NumberDoc[]> {
  const known = await ctx.numbers.find(alive({})).lean<NumberDoc[]>();
  const byPhone = new Map(rented.map((number) => [number.phone, number]));
  for (const number of known) await refreshNumber(ctx, number, byPhone.get(number.phone), actor);
  return known;
}

/** The same, of whatever is known: what the account lost and what was registered is known within a day. */
export async function refreshNumbers(ctx: Context): Promise<void> {
  await refreshKnown(ctx, await rentedNumbers(ctx), 'system');
}

/**
 * Takes the numbers of the account that are ours and take calls into the pool, each active, and brings those that it has up
 * to date. Answers how many are new. Throws `upstream_failed` where the carrier does not answer.
 */
export async function importNumbers(ctx: Context, actor: Actor): Promise<number> {
  let rented: Rented[];
  try {
    rented = await rentedNumbers(ctx);
  } catch (error) {
    throw refusalOf(carrierError(error));
  }
  const known = new Set((await refreshKnown(ctx, rented, actor)).map(({ phone }) => phone));
  const now = ctx.clock.now();
  const added = rented
    .filter(({ phone, takesCalls }) => takesCalls && !known.has(phone))
    .map((number) => newNumber(number, actor.fullname, now));
  auditChanges(
    'numbers',
    added.map(({ phone }) => ({ field: 'phone', before: null, after: phone })),
  );
  const docs = added.map((number) => {
    const change = { id: number._id.toHexString(), change: 'created', version: 1 } as const;
    return insertWithEvents(number, [recordEvent(numbers, actor, change, now)], now);
  });
  // Of two imports at once the second finds the numbers of the first.
  const left = await insertNew(ctx.numbers.collection, docs);
  return added.length - left.length;
}
