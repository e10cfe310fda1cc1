import type { z } from 'zod';
import { rolesWith } from '@crm/contracts/access.js';
import type { recordChanged } from '@crm/contracts/bus/record-events.js';
import { roles } from '@crm/contracts/codes/roles.js';
import { readersOf } from '@crm/contracts/resources/all.js';
import { roleRoom, userRoom } from '@crm/contracts/sockets/rooms.js';
import { emissionOf, type Emission } from './steps.js';

type Data = z.output<typeof recordChanged.data>;

/** Who may read a record; nobody where no resource has that name. */
function roomsOf({ resource, user_id }: Data): string[] {
  const access = readersOf(resource);
  if (access === undefined) return [];
  if (user_id === null) return rolesWith(access).map(roleRoom);
  return access === 'own' ? [userRoom(user_id)] : [userRoom(user_id), roleRoom(roles.admin)];
}

/** `record.changed`: whoever may read the record is told which one it is, and nothing of what it says. */
export function recordSteps(data: Data, version: number): Emission[] {
  const rooms = roomsOf(data);
  const { resource, id, change } = data;
  return rooms.length === 0 ? [] : [emissionOf('recordChanged', { resource, id, change, version }, rooms)];
}
