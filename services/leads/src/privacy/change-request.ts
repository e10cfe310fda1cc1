import type { Types, UpdateQuery } from 'mongoose';
import { privacyRequests } from '@crm/contracts/resources/privacy-request.js';
import type { EventActor } from '@crm/platform/outbox/new-event.js';
import { withEvents } from '@crm/platform/outbox/outbox-fields.js';
import { retryOnConflict } from '@crm/platform/outbox/retry-on-conflict.js';
import { atVersion, recordEvent } from '@crm/platform/resources/records.js';
import { versionOf } from '@crm/platform/resources/stored-record.js';
import type { LeadsContext } from '../context.js';
import type { PrivacyRequestDoc } from './privacy-request.model.js';

type Change = Pick<UpdateQuery<PrivacyRequestDoc>, '$set' | '$unset' | '$inc' | '$push'>;

/**
 * Changes a request by what `decide` makes of it as it stands, in one write with what its readers are told. Answers it as it
 * is then; null where it is gone, or where `decide` has nothing to change.
 */
export function changeRequest(
  { privacyRequests: model, clock }: Pick<LeadsContext, 'privacyRequests' | 'clock'>,
  actor: EventActor,
  id: Types.ObjectId,
  decide: (request: PrivacyRequestDoc) => Change | undefined,
): Promise<PrivacyRequestDoc | null> {
  return retryOnConflict(async () => {
    const before = await model.findById(id).lean<PrivacyRequestDoc>();
    const change = before === null ? undefined : decide(before);
    if (before === null || change === undefined) return null;
    const now = clock.now();
    const version = versionOf(before);
    const event = recordEvent(
      privacyRequests,
      actor,
      { id: id.toHexString(), change: 'updated', version: version + 1 },
      now,
    );
    const after = await model
      .findOneAndUpdate({ _id: id, version: atVersion(version) }, withEvents(change, [event], now), {
        returnDocument: 'after',
      })
      .lean<PrivacyRequestDoc>();
    return after ?? undefined;
  }, 'This request');
}
