import { Types } from 'mongoose';
import { objectIdOrNull } from '@crm/platform/mongo/object-id.js';
import { sortKeyOf, wordsOf } from '../recordings/list-query.rules.js';
import type { MissedCallDoc } from './missed-call.model.js';

/** What a list of missed calls has of one: see `CallToMiss`. */
interface MissedCallOf {
  call_id: string;
  number: string;
  lead_id: string | null;
  lead_name: string;
  user_id: string | null;
  callback?: boolean;
}

/** A call that nobody took, as it is first saved. */
export const newMissedCall = (
  { call_id, number, lead_id, lead_name, user_id, callback }: MissedCallOf,
  updated: Date,
): Omit<MissedCallDoc, 'version'> => ({
  _id: new Types.ObjectId(call_id),
  number,
  updated,
  lead_id: objectIdOrNull(lead_id),
  lead_name,
  lead_key: sortKeyOf(lead_name),
  words: [...wordsOf(lead_name), number.replace(/^\+1?/, '')],
  user_id: objectIdOrNull(user_id),
  ...(callback === true && { callback }),
});
