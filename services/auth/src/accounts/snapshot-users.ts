import type { snapshotUsers as endpoint } from '@crm/contracts/http/auth.js';
import type { AnswerOf } from '@crm/contracts/endpoint/endpoint.js';
import type { AuthContext } from '../context.js';
import { userView, viewFields, type ViewedUser } from '../user/user.view.js';

const pageSize = 500;

/** A page of all users by id, for a projection that starts from nothing; `next` is what to ask after. */
export async function snapshotUsers(
  { models }: AuthContext,
  after: string | undefined,
): Promise<AnswerOf<typeof endpoint>> {
  const users = await models.users
    .find(after === undefined ? {} : { _id: { $gt: after } }, viewFields)
    .sort({ _id: 1 })
    .limit(pageSize)
    .lean<ViewedUser[]>();
  const last = users.length === pageSize ? users.at(-1) : undefined;
  return { users: users.map(userView), next: last?._id.toHexString() ?? null };
}
