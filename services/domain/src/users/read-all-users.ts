import type { Connection } from 'mongoose';
import type { User } from '@crm/contracts/entities/user.js';
import { snapshotUsers } from '@crm/contracts/http/auth.js';
import type { Clock } from '@crm/platform/clock.js';
import type { ServiceClient } from '@crm/platform/http/service-client.js';
import type { Logger } from '@crm/platform/log/logger.js';
import { buildProjection, type ProjectionBuild } from '@crm/platform/projections/build-projection.js';

/**
 * Reads all users from auth at every start of a service: the in-process bus does not store what auth published
 * before the service subscribed. There are at most hundreds of users. `keep` saves a page without overwriting newer
 * versions.
 */
export function readAllUsers(
  { services, clock, log }: { services: ServiceClient; clock: Clock; log: Logger },
  {
    connection,
    subscribed,
    keep,
  }: {
    connection: Connection;
    subscribed: Promise<void>;
    keep: (users: readonly User[]) => Promise<void>;
  },
): ProjectionBuild {
  return buildProjection({
    connection,
    name: 'users',
    revision: clock.now().getTime(),
    subscribed,
    takePage: async (after) => {
      const { users, next } = await services.call(snapshotUsers, { query: { after } }, { asService: true });
      await keep(users);
      return next;
    },
    clock,
    log,
  });
}
