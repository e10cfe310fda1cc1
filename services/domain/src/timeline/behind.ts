import { Types } from 'mongoose';
import type { TimelinePlace } from '@crm/contracts/entities/timeline.js';

const objectId = (hex: string) => (Types.ObjectId.isValid(hex) ? new Types.ObjectId(hex) : undefined);

/**
 * The part of a filter that finds what stands behind a place of a timeline: entries whose ids are `<what>:<_id>`, whose time
 * is in `field`. Nothing where there is no place, so that the newest are found. `idOf` makes an `_id` of its text.
 */
export function behind(
  before: TimelinePlace | null,
  { what, field, idOf = objectId }: { what: string; field: string; idOf?: (text: string) => unknown },
): Record<string, unknown> {
  if (before === null) return {};
  const at = new Date(before.at);
  const prefix = `${what}:`;
  if (!before.id.startsWith(prefix)) return { [field]: { [prefix < before.id ? '$lte' : '$lt']: at } };
  const _id = idOf(before.id.slice(prefix.length));
  if (_id === undefined) return { [field]: { $lt: at } };
  return { $or: [{ [field]: { $lt: at } }, { [field]: at, _id: { $lt: _id } }] };
}
