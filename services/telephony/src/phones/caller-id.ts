import type { StateCode } from '@crm/contracts/codes/states.js';
import type { TelephonyContext } from '../context.js';
import { knownSettings } from '@crm/domain/settings/save-settings.js';
import { callerIdOf } from './caller-id.rules.js';
import type { StatePhoneDoc } from './state-phone.model.js';

export interface CallToPlace {
  /** Who calls; null for nobody in particular. */
  user: { twilio_phone: string } | null;
  leadState: StateCode | null;
  /** E.164. */
  number: string;
}

/** A number of another country has no area of ours. */
const areaOf = (number: string) => (number.startsWith('+1') ? number.slice(2, 5) : '');

/** The lead's own state, and the one that the number's area code belongs to. */
async function statesOf({ statePhones }: TelephonyContext, { leadState, number }: CallToPlace) {
  const docs = await statePhones
    .find({ $or: [{ _id: leadState }, { codes: areaOf(number) }] })
    .lean<StatePhoneDoc[]>();
  return {
    ofLead: docs.find(({ _id }) => _id === leadState),
    ofNumber: docs.find(({ codes }) => codes.includes(areaOf(number))),
  };
}

/** The number that a call is placed from, and whether it begins by saying that it is recorded. */
export async function callerIdFor(
  ctx: TelephonyContext,
  call: CallToPlace,
): Promise<{ from: string | undefined; announce: boolean }> {
  const [{ ofLead, ofNumber }, { default_phone }] = await Promise.all([
    statesOf(ctx, call),
    knownSettings(ctx),
  ]);
  return {
    from: callerIdOf({
      user: call.user?.twilio_phone ?? '',
      leadState: ofLead?.phone ?? '',
      areaState: ofNumber?.phone ?? '',
      default: default_phone,
    }),
    // Where either state asks for it, and where nobody knows.
    announce: [ofLead, ofNumber].some((state) => state?.announce === 1) || (!ofLead && !ofNumber),
  };
}

/** The states whose number this is: one number may serve several. */
export async function statesWithPhone(
  { statePhones }: Pick<TelephonyContext, 'statePhones'>,
  number: string,
): Promise<StateCode[]> {
  const docs = await statePhones.find({ phone: number }).sort({ _id: 1 }).lean<StatePhoneDoc[]>();
  return docs.map(({ _id }) => _id);
}

/** The state that a number's area code belongs to. */
export async function stateOfNumber(
  { statePhones }: Pick<TelephonyContext, 'statePhones'>,
  number: string,
): Promise<StateCode | undefined> {
  const doc = await statePhones.findOne({ codes: areaOf(number) }).lean<StatePhoneDoc>();
  return doc?._id;
}
