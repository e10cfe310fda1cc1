import { currentContext } from '../log/request-context.js';
import type { AuditedAction } from './audit-entry.js';

/**
 * The entry of what no endpoint of the contracts describes: a media player's request, a webhook on somebody's behalf, the
 * product's own notice. Done, from no address and without changes unless it says otherwise, for the request at hand.
 */
export function ownEntry(
  about: Pick<AuditedAction, 'at' | 'actor_id' | 'actor_name' | 'action' | 'subjects'> &
    Partial<Omit<AuditedAction, 'full_record'>>,
): AuditedAction {
  const correlation_id = currentContext()?.correlationId ?? '';
  return { outcome: 'done', address: '', correlation_id, changes: [], ...about, full_record: false };
}
