import { Types } from 'mongoose';
import type { Actor } from '@crm/contracts/access.js';
import { alreadyExists } from '@crm/platform/errors/app-error.js';
import type { ImportDoc } from './import.model.js';
import type { ImportsContext } from './imports-context.js';

/** The states of an import that has ended. */
const ended: ImportDoc['state'][] = ['done', 'failed'];

/**
 * Takes imports that have ended off the latest files of one user, all of them where no ids are given; for everybody else
 * they stay. Answers how many. Throws 409, and clears none, where one of them is still running.
 */
export async function clearImports(
  { imports }: Pick<ImportsContext, 'imports'>,
  actor: Actor,
  ids?: readonly string[],
): Promise<number> {
  const which = ids === undefined ? {} : { _id: { $in: ids.map((id) => new Types.ObjectId(id)) } };
  if (ids !== undefined && (await imports.exists({ ...which, state: { $nin: ended } })) !== null)
    throw alreadyExists('The import is still running. It can be cleared once it has finished');
  const { modifiedCount } = await imports.updateMany(
    { ...which, state: { $in: ended }, cleared_by: { $ne: actor.id } },
    { $addToSet: { cleared_by: actor.id } },
  );
  return modifiedCount;
}
