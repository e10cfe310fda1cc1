import { Types } from 'mongoose';
import type { Actor } from '@crm/contracts/access.js';
import type { TypeId } from '@crm/contracts/codes/lead-types.js';
import { roles } from '@crm/contracts/codes/roles.js';
import type { InputOf } from '@crm/contracts/endpoint/endpoint.js';
import {
  maxOwnViews,
  viewSentences,
  type changeLeadView,
  type createLeadView,
  type SavedView,
} from '@crm/contracts/http/lead-views.js';
import { alreadyExists, forbidden, notFound } from '@crm/platform/errors/app-error.js';
import { isDuplicate } from '@crm/platform/mongo/store-errors.js';
import type { LeadsContext } from '../context.js';
import type { ViewDoc } from './view.model.js';

/** As many tabs as anybody looks at; their counts are asked for in one call. */
const maxListed = 50;

type Context = Pick<LeadsContext, 'views'>;

const viewOf = ({ _id, user_id, name, type, filter, is_shared }: ViewDoc): SavedView => ({
  ...{ id: _id.toHexString(), user_id: user_id.toHexString() },
  ...{ name, type, filter, is_shared },
});

const keyOf = (name: string) => name.toLowerCase();

/** The views that somebody sees: the own ones and those of everybody, by name. */
export async function listViews({ views }: Context, actor: Actor, type: TypeId): Promise<SavedView[]> {
  const docs = await views
    .find({ type, $or: [{ user_id: new Types.ObjectId(actor.id) }, { is_shared: true }] })
    .sort({ name_key: 1, _id: 1 })
    .limit(maxListed)
    .lean<ViewDoc[]>();
  return docs.map(viewOf);
}

/** Sharing is an admin's. */
function requireMayShare({ role }: Actor, is_shared: boolean | undefined): void {
  if (is_shared === true && role !== roles.admin) throw forbidden('Only admins share views');
}

/** A name is taken where its owner has it already. */
async function unlessTaken<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    throw alreadyExists(viewSentences.taken);
  }
}

/** Saves a view. Throws 403 for an agent who shares it, 409 for a name that the actor has, or one view too many. */
export async function createView(
  { views }: Context,
  actor: Actor,
  { name, type, filter, is_shared }: InputOf<typeof createLeadView>['body'],
): Promise<SavedView> {
  requireMayShare(actor, is_shared);
  const user_id = new Types.ObjectId(actor.id);
  if ((await views.countDocuments({ user_id, type })) >= maxOwnViews)
    throw alreadyExists(viewSentences.tooMany);
  const doc: ViewDoc = {
    _id: new Types.ObjectId(),
    ...{ user_id, type, name, name_key: keyOf(name), filter, is_shared },
  };
  await unlessTaken(() => views.collection.insertOne(doc));
  return viewOf(doc);
}

/** Which view somebody may change: an own one, and for admins one that everybody sees. */
const changeable = (actor: Actor, id: string) => ({
  _id: new Types.ObjectId(id),
  ...(actor.role === roles.admin
    ? { $or: [{ user_id: new Types.ObjectId(actor.id) }, { is_shared: true }] }
    : { user_id: new Types.ObjectId(actor.id) }),
});

/** Changes what is given of a view. Throws 404 for one that is not the actor's to change, 403 and 409 as `createView`. */
export async function changeView(
  { views }: Context,
  actor: Actor,
  { params, body }: Pick<InputOf<typeof changeLeadView>, 'params' | 'body'>,
): Promise<SavedView> {
  requireMayShare(actor, body.is_shared);
  const set = { ...body, ...(body.name !== undefined && { name_key: keyOf(body.name) }) };
  const doc = await unlessTaken(() =>
    views
      .findOneAndUpdate(changeable(actor, params.id), { $set: set }, { returnDocument: 'after' })
      .lean<ViewDoc>(),
  );
  if (doc === null) throw notFound('View');
  return viewOf(doc);
}

/** Deletes a view. Throws 404 for one that is not the actor's to change. */
export async function deleteView({ views }: Context, actor: Actor, id: string): Promise<void> {
  const { deletedCount } = await views.deleteOne(changeable(actor, id));
  if (deletedCount === 0) throw notFound('View');
}
