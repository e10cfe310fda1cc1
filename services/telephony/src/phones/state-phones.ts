import type { Actor } from '@crm/contracts/access.js';
import { stateName, states, type StateCode } from '@crm/contracts/codes/states.js';
import type { InputOf } from '@crm/contracts/endpoint/endpoint.js';
import type { updateStatePhone as endpoint } from '@crm/contracts/http/state-phones.js';
import { toE164, wrongPhone } from '@crm/contracts/phone.js';
import { statePhones, type StatePhone } from '@crm/contracts/resources/state-phone.js';
import { alreadyExists, conflict, invalidField } from '@crm/platform/errors/app-error.js';
import { isDuplicate } from '@crm/platform/mongo/store-errors.js';
import { withEvents } from '@crm/platform/outbox/outbox-fields.js';
import { conflictOf, getRecord, recordEvent, type Source } from '@crm/platform/resources/records.js';
import { recordFrom } from '@crm/platform/resources/stored-record.js';
import type { TelephonyContext } from '../context.js';
import { areaCodesOf } from './area-codes.seed.js';
import type { StatePhoneDoc } from './state-phone.model.js';

type Fields = typeof statePhones.fields;
type Phones = Pick<TelephonyContext, 'statePhones' | 'clock' | 'relay'>;

/** The numbers of the states as they are read. */
export const statePhoneSource = ({ statePhones: model }: Phones): Source<Fields, StatePhoneDoc> => ({
  resource: statePhones,
  model,
  view: (doc) => recordFrom(statePhones, { id: doc._id, version: doc.version ?? 0, stored: doc }),
});

/** Gives every state that has no entry yet one with its area codes, without a number, and announcing; and each its name. */
export async function seedStatePhones({ statePhones }: Pick<Phones, 'statePhones'>): Promise<void> {
  await statePhones.bulkWrite(
    states.map(({ id, name }) => ({
      updateOne: {
        filter: { _id: id },
        update: {
          $set: { name },
          $setOnInsert: { codes: areaCodesOf(id), phone: '', announce: 1, version: 1 },
        },
        upsert: true,
      },
    })),
    { ordered: false },
  );
}

/** Which of some area codes other states have, in words. */
async function takenBy(
  { statePhones }: Pick<Phones, 'statePhones'>,
  state: StateCode,
  codes: readonly string[],
): Promise<string> {
  const others = await statePhones
    .find({ _id: { $ne: state }, codes: { $in: [...codes] } })
    .lean<StatePhoneDoc[]>();
  return others
    .flatMap((other) =>
      other.codes
        .filter((code) => codes.includes(code))
        .map((code) => `${code} belongs to ${stateName(other._id)}`),
    )
    .join(', ');
}

interface Change {
  id: StateCode;
  updated: InputOf<typeof endpoint>['body']['updated'];
  /** The version that the change was made on; without it the last one to save is right. */
  version?: number;
  /** Where the call has the fields, before their names. */
  at?: 'updated.';
}

/**
 * Saves what is named of the number of a state. Throws `invalid`, `already_exists` where an area code is another state's, and
 * `conflict` where the state has another version than the one that was changed.
 */
export async function updateStatePhone(
  ctx: Phones,
  actor: Actor,
  { id, updated, version, at }: Change,
): Promise<StatePhone> {
  const { codes, phone, announce } = updated;
  const number = phone === undefined || phone === '' ? phone : toE164(phone);
  if (phone !== undefined && number === undefined) throw invalidField(`${at ?? ''}phone`, wrongPhone);
  const set = {
    ...(codes === undefined ? {} : { codes: [...codes].sort() }),
    ...(number === undefined ? {} : { phone: number }),
    ...(announce === undefined ? {} : { announce }),
    changed_by: actor.fullname,
  };
  const source = statePhoneSource(ctx);
  for (;;) {
    const stands = await getRecord(source, actor, id);
    if (version !== undefined && version !== stands.version) {
      const doc = await ctx.statePhones.findById(id, { changed_by: 1 }).lean<StatePhoneDoc>();
      throw conflict(conflictOf(stands, updated, doc?.changed_by ?? null));
    }
    const saved = await write(ctx, actor, { id, version: stands.version }, set).catch(
      async (error: unknown) => {
        if (!isDuplicate(error)) throw error;
        throw alreadyExists(await takenBy(ctx, id, codes ?? []), `${at ?? ''}codes`);
      },
    );
    if (saved !== null) return statePhones.record.parse(source.view(saved));
  }
}

/** In one write with its event; null where somebody was faster. */
function write(
  { statePhones: model, clock, relay }: Phones,
  actor: Actor,
  { id, version }: { id: StateCode; version: number },
  $set: Partial<StatePhoneDoc>,
): Promise<StatePhoneDoc | null> {
  const now = clock.now();
  const event = recordEvent(statePhones, actor, { id, change: 'updated', version: version + 1 }, now);
  return model
    .findOneAndUpdate({ _id: id, version }, withEvents({ $set }, [event], now), { returnDocument: 'after' })
    .lean<StatePhoneDoc>()
    .then((doc) => {
      if (doc !== null) relay.wake('statephones');
      return doc;
    });
}
