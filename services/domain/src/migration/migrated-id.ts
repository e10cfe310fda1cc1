import { createHash } from 'node:crypto';
import { Types } from 'mongoose';

/**
 * The id of a document that comes from another system: of its own time, so that it stands where it belongs in a list, and
 * the same for the same `externalId`, so that a second delivery is the same document.
 */
export function migratedId(externalId: string, at: string): Types.ObjectId {
  const seconds = Math.floor(new Date(at).getTime() / 1000);
  const rest = createHash('sha256').update(externalId).digest('hex').slice(0, 16);
  return new Types.ObjectId(`${seconds.toString(16).padStart(8, '0')}${rest}`);
}
