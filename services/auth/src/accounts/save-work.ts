import type { AuthContext } from '../context.js';
import { changeUser } from '../user/change-user.js';
import { updatedEvent } from '../user/user.events.js';

/**
 * Keeps which lead a user has to complete, as leads tells it. A message that was overtaken by a later one changes
 * nothing, nor does one that comes twice (settled: Order and once).
 */
export async function saveWork(
  ctx: AuthContext,
  { userId, leadId, sequence }: { userId: string; leadId: string | null; sequence: number },
): Promise<void> {
  await changeUser(ctx, 'system', userId, (user) => {
    if (sequence < user.work_sequence) return undefined;
    if (sequence === user.work_sequence && user.uncompleted_lead === leadId) return undefined;
    return {
      set: { uncompleted_lead: leadId, work_sequence: sequence },
      eventsOf: (write) => (user.uncompleted_lead === leadId ? [] : [updatedEvent(write)]),
    };
  });
}
