import type { Actor } from '@crm/contracts/access.js';
import { typeName } from '@crm/contracts/codes/lead-types.js';
import { roles } from '@crm/contracts/codes/roles.js';
import { sources } from '@crm/contracts/codes/sources.js';
import { agentRoom, everyoneRoom, roleRoom, userRoom } from '@crm/contracts/sockets/rooms.js';

/**
 * The rooms a socket is in from the start: everyone's, its user's and its role's. A guide has one list of all the own
 * leads, whatever their source and type, so its rooms are joined with it.
 */
export function roomsAtConnect({ id, role }: Pick<Actor, 'id' | 'role'>): string[] {
  const own = [everyoneRoom, userRoom(id), roleRoom(role)];
  if (role !== roles.guide) return own;
  return [
    ...own,
    ...sources.flatMap((source) => typeName.options.map((type) => agentRoom(id, source.id, type))),
  ];
}
