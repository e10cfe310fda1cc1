import type { Actor } from '@crm/contracts/access.js';
import { stateCode, stateName, states, type StateCode } from '@crm/contracts/codes/states.js';
import type { InputOf } from '@crm/contracts/endpoint/endpoint.js';
import type { updateStatePhone as endpoint } from '@crm/contracts/http/state-phones.js';
import { toE164, wrongPhone } from '@crm/contracts/phone.js';
import { statePhones, type StatePhone } from '@crm/contracts/resources/state-phone.js';
import { alreadyExists, invalidField } from '@crm/platform/errors/app-error.js';
import { overwriteRecord, type Stored } from '@crm/platform/resources/records.js';
import type { TelephonyContext } from '../context.js';
import { areaCodesOf } from './area-codes.seed.js';
import type { StatePhoneDoc } from './state-phone.model.js';

type Fields = typeof statePhones.fields;
type Phones = Pick<TelephonyContext, 'statePhones' | 'clock'>;

/** The numbers of the states as a resource; `at` is where a call has the fields, before their names. */
export const storedStatePhones = (
  { statePhones: model, clock }: Phones,
  at = '',
): Stored<Fields, StatePhoneDoc> => ({
  resource: statePhones,
  model,
  clock,
  clean: ({ codes, ...given }) => ({ ...given, ...(codes && { codes: [...codes].sort() }) }),
  refused: async (id, { codes = [] }) =>
    alreadyExists(await takenBy(model, stateCode.parse(id), codes), `${at}codes`),
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
  model: Phones['statePhones'],
  state: StateCode,
  codes: readonly string[],
): Promise<string> {
  const others = await model
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

/**
 * Saves what is named of the number of a state, as the specification's call has it. Throws `invalid` for what is no number,
 * and `already_exists` where an area code is another state's.
 */
export async function updateStatePhone(
  ctx: Phones,
  actor: Actor,
  { id, updated: { phone, ...others } }: InputOf<typeof endpoint>['body'],
): Promise<StatePhone> {
  const at = 'updated.';
  const number = phone === undefined || phone === '' ? phone : toE164(phone);
  if (phone !== undefined && number === undefined) throw invalidField(`${at}phone`, wrongPhone);
  const given = { ...others, ...(number !== undefined && { phone: number }) };
  return statePhones.record.parse(await overwriteRecord(storedStatePhones(ctx, at), actor, id, given));
}
