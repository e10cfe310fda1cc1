import { Types } from 'mongoose';
import type { User } from '@crm/contracts/entities/user.js';
import type { StatsContext } from '../context.js';

/** Saves users from auth; older versions are ignored. */
export function saveUsers(ctx: Pick<StatsContext, 'knownUsers'>, users: readonly User[]): Promise<void> {
  return ctx.knownUsers.put(
    users.map(({ id, role_id, fullname, team_id, banned, version }) => ({
      id: new Types.ObjectId(id),
      parts: [{ guard: 'version' as const, sequence: version, set: { role_id, fullname, team_id, banned } }],
    })),
  );
}
