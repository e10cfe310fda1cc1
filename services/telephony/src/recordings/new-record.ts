import type { CallDirection } from '@crm/contracts/codes/call-codes.js';
import { keyOwnerOf } from '@crm/platform/encryption/key-owner.js';
import { objectIdOrNull } from '@crm/platform/mongo/object-id.js';
import { sortKeyOf, wordsOf } from './list-query.rules.js';
import type { RecordDoc } from './record.model.js';

/** What a recording needs to know of its call. */
export interface RecordedCall {
  call_id: string | null;
  lead_id: string | null;
  lead_name: string;
  user_id: string | null;
  direction: CallDirection;
}

type NewRecord = Pick<RecordDoc, '_id' | 'recording_sid' | 'agent_name' | 'duration' | 'createdAt'> & {
  text: string | null;
  call: RecordedCall;
};

/** A recorded call as it is first saved, still without its audio. */
export const newRecord = ({ call, agent_name, ...given }: NewRecord): RecordDoc => ({
  ...given,
  call_id: objectIdOrNull(call.call_id),
  lead_id: objectIdOrNull(call.lead_id),
  key_id: keyOwnerOf(objectIdOrNull(call.lead_id), given._id),
  user_id: objectIdOrNull(call.user_id),
  lead_name: call.lead_name,
  agent_name,
  lead_key: sortKeyOf(call.lead_name),
  agent_key: sortKeyOf(agent_name),
  words: wordsOf(call.lead_name, agent_name),
  // The leg that the call began with is the first one: a browser's, or that of whoever rang.
  first_channel: call.direction === 'outbound' ? 'agent' : 'customer',
  version: 1,
});
