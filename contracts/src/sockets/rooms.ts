import type { SourceId } from '../codes/sources.js';
import type { RoleId } from '../codes/roles.js';
import type { TypeName } from '../codes/lead-types.js';

/** The rooms of live events, named in one place alone (`sockets.json`, rooms). */
export const everyoneRoom = 'everyone';

/** All sockets of one user. */
export const userRoom = (userId: string) => `user:${userId}`;

/** All sockets of one role. */
export const roleRoom = (role: RoleId) => `role:${String(role)}`;

/** Whoever leads the team of a user. */
export const leadsOfRoom = (userId: string) => `leads-of:${userId}`;

/** Who looks at leads of a type; told of a lead only while it has no agent. */
export const typeRoom = (type: TypeName) => `type:${type}`;

/** Admins looking at one source and type. */
export const sourceRoom = (source: SourceId, type: TypeName) => `source:${String(source)}:${type}`;

/** One agent looking at the own leads of one source and type. */
export const agentRoom = (userId: string, source: SourceId, type: TypeName) =>
  `agent:${userId}:${String(source)}:${type}`;

/** Who has a lead open. */
export const leadRoom = (leadId: string) => `lead:${leadId}`;

/** Whoever has the floor of all open. */
export const floorRoom = 'floor';

/** Admins who have the raw-leads page open. */
export const rawLeadsRoom = 'raw-leads';

/** Agents with the sub-role of a type who have the raw-leads page open; told of a raw lead only while it has no agent. */
export const rawLeadsOfTypeRoom = (type: TypeName) => `raw-leads:type:${type}`;

/** One agent with the raw-leads page open; told of the own raw leads. */
export const rawLeadsOfUserRoom = (userId: string) => `raw-leads:user:${userId}`;
