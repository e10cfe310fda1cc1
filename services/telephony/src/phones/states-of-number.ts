import type { StateCode } from '@crm/contracts/codes/states.js';
import { storedAtHand } from '@crm/platform/mongo/stored-at-hand.js';
import type { TelephonyContext } from '../context.js';
import { areaCodeOf } from './area-code.rules.js';
import type { StatePhoneDoc } from './state-phone.model.js';

type Context = Pick<TelephonyContext, 'statePhones'>;

/** Where a customer is, as far as it is known. */
export interface Customer {
  leadState: StateCode | null;
  /** E.164. */
  number: string;
}

/** The entries of a customer's states: of where their lead lives, and of where their number's area code belongs to. */
export interface CustomerStates {
  ofLead: StatePhoneDoc | undefined;
  ofNumber: StatePhoneDoc | undefined;
}

/** They are asked for with each call. */
const statesAtHand = storedAtHand((model: Context['statePhones']) => model.find().lean<StatePhoneDoc[]>());

/** The lead's own state, and the one that the number's area code belongs to. */
export async function statesOf(
  { statePhones }: Context,
  { leadState, number }: Customer,
): Promise<CustomerStates> {
  const area = areaCodeOf(number);
  const docs = await statesAtHand(statePhones);
  return {
    ofLead: docs.find(({ _id }) => _id === leadState),
    ofNumber: docs.find(({ codes }) => codes.includes(area)),
  };
}

/** Whether a call begins by saying that it is recorded: where either state asks for it, and where nobody knows. */
export const isAnnounced = ({ ofLead, ofNumber }: CustomerStates): boolean =>
  [ofLead, ofNumber].some((state) => state?.announce === 1) || (!ofLead && !ofNumber);

/** The states whose number this is: one number may serve several. */
export async function statesWithPhone({ statePhones }: Context, number: string): Promise<StateCode[]> {
  const docs = await statePhones.find({ phone: number }).sort({ _id: 1 }).lean<StatePhoneDoc[]>();
  return docs.map(({ _id }) => _id);
}

/** The state that a number's area code belongs to. */
export async function stateOfNumber(
  { statePhones }: Context,
  number: string,
): Promise<StateCode | undefined> {
  const doc = await statePhones.findOne({ codes: areaCodeOf(number) }).lean<StatePhoneDoc>();
  return doc?._id;
}
