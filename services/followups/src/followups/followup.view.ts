import type { Types } from 'mongoose';
import { statusTitle } from '@crm/contracts/codes/statuses.js';
import type { Followup } from '@crm/contracts/entities/followup.js';
import type { FollowupsContext } from '../context.js';
import { namesOf } from '../users/owners.js';
import type { FollowupDoc } from './followup.model.js';

/** A follow-up for the wire, with its owner's name. */
export function followupView(doc: FollowupDoc, agentName: string): Followup {
  const { description = '', priority, completed, fullname, type_id, status, version } = doc;
  return {
    id: doc._id.toHexString(),
    lead_id: doc.lead_id.toHexString(),
    user_id: doc.user_id.toHexString(),
    datetime: doc.datetime.toISOString(),
    description,
    priority,
    completed,
    fullname,
    type_id,
    status,
    status_title: statusTitle(status),
    agentName,
    version,
  };
}

/** The name of an owner; empty if unknown. */
export async function ownerName(
  ctx: Pick<FollowupsContext, 'users'>,
  userId: Types.ObjectId,
): Promise<string> {
  return (await namesOf(ctx, [userId])).get(userId.toHexString()) ?? '';
}

/** Follow-ups for the wire. */
export async function followupViews(
  ctx: Pick<FollowupsContext, 'users'>,
  docs: readonly FollowupDoc[],
): Promise<Followup[]> {
  const names = await namesOf(
    ctx,
    docs.map(({ user_id }) => user_id),
  );
  return docs.map((doc) => followupView(doc, names.get(doc.user_id.toHexString()) ?? ''));
}
