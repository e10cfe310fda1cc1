import type { ImportActivity } from '@crm/contracts/entities/lead-import.js';
import type { ImportDoc } from './import.model.js';

/** What an import does now; null once it has ended. */
export function activityOf(
  { state, lease, layout, rows }: Pick<ImportDoc, 'state' | 'lease' | 'layout' | 'rows'>,
  now: Date,
): ImportActivity | null {
  if (state === 'done' || state === 'failed') return null;
  // Taken up by nobody yet, or taken up but not looked into: others have their turn.
  if (lease === null || (layout === null && lease.until > now)) return 'waiting';
  if (lease.until <= now) return 'paused';
  return rows === undefined ? 'counting' : 'importing';
}
