import { stateName, states, type StateCode } from '@crm/contracts/codes/states.js';
import type { StatePhone } from '@crm/contracts/entities/telephony.js';
import type { AnswerOf, InputOf } from '@crm/contracts/endpoint/endpoint.js';
import type { updateStatePhone as endpoint } from '@crm/contracts/http/recordings.js';
import { toE164, wrongPhone } from '@crm/contracts/phone.js';
import { alreadyExists, invalidField, notFound } from '@crm/platform/errors/app-error.js';
import type { TelephonyContext } from '../context.js';
import { isDuplicate } from '@crm/platform/mongo/store-errors.js';
import { areaCodesOf } from './area-codes.seed.js';
import type { StatePhoneDoc } from './state-phone.model.js';

type Phones = Pick<TelephonyContext, 'statePhones'>;

const view = ({ _id, codes, phone, announce, version }: StatePhoneDoc): StatePhone => ({
  id: _id,
  codes,
  phone,
  announce,
  version,
});

/** Gives every state that has no entry yet one with its area codes, without a number, and announcing. */
export async function seedStatePhones({ statePhones }: Phones): Promise<void> {
  await statePhones.bulkWrite(
    states.map(({ id }) => ({
      updateOne: {
        filter: { _id: id },
        update: { $setOnInsert: { codes: areaCodesOf(id), phone: '', announce: 1, version: 1 } },
        upsert: true,
      },
    })),
    { ordered: false },
  );
}

/** The numbers of all states, by the states' names. */
export async function listStatePhones({ statePhones }: Phones): Promise<StatePhone[]> {
  const docs = await statePhones.find({}).lean<StatePhoneDoc[]>();
  return docs.map(view).sort((a, b) => stateName(a.id).localeCompare(stateName(b.id), 'en'));
}

/** The number of a state and its area codes. */
export async function getStatePhone({ statePhones }: Phones, state: StateCode): Promise<StatePhone> {
  const doc = await statePhones.findById(state).lean<StatePhoneDoc>();
  if (doc === null) throw notFound('State');
  return view(doc);
}

/** Which of some area codes other states have, in words. */
async function takenBy({ statePhones }: Phones, state: StateCode, codes: readonly string[]): Promise<string> {
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

/** Saves what is named of the number of a state. Throws 409 where an area code is another state's. */
export async function updateStatePhone(
  ctx: Phones,
  { id, updated }: InputOf<typeof endpoint>['body'],
): Promise<AnswerOf<typeof endpoint>['phone']> {
  const { codes, phone, announce } = updated;
  const number = phone === undefined || phone === '' ? phone : toE164(phone);
  if (phone !== undefined && number === undefined) throw invalidField('updated.phone', wrongPhone);
  const set = {
    ...(codes === undefined ? {} : { codes: [...codes].sort() }),
    ...(number === undefined ? {} : { phone: number }),
    ...(announce === undefined ? {} : { announce }),
  };
  try {
    const saved = await ctx.statePhones
      .findOneAndUpdate({ _id: id }, { $set: set, $inc: { version: 1 } }, { returnDocument: 'after' })
      .lean<StatePhoneDoc>();
    if (saved === null) throw notFound('State');
    return view(saved);
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    throw alreadyExists(await takenBy(ctx, id, codes ?? []), 'updated.codes');
  }
}
