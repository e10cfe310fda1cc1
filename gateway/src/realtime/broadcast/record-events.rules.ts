import type { z } from 'zod';
import { rolesWith, seesAll } from '@crm/contracts/access.js';
import type { recordChanged } from '@crm/contracts/bus/record-events.js';
import { isSupervised, readingOf } from '@crm/contracts/resources/all.js';
import { leadsOfRoom, roleRoom, userRoom } from '@crm/contracts/sockets/rooms.js';
import { emissionOf, type Emission } from './steps.js';

type Data = z.output<typeof recordChanged.data>;

/** Who may read a record; nobody where no resource has that name. */
function roomsOf({ resource, user_id }: Data): string[] {
  const reading = readingOf(resource);
  if (reading === undefined) return [];
  const readers = rolesWith(reading);
  if (user_id === null) return readers.map(roleRoom);
  if (reading.access === 'own') return [userRoom(user_id)];
  const leads = isSupervised(resource) ? [leadsOfRoom(user_id)] : [];
  return [userRoom(user_id), ...leads, ...readers.filter((role) => seesAll({ role })).map(roleRoom)];
}

/** `record.changed`: whoever may read the record is told which one it is, and nothing of what it says. */
export function recordSteps(data: Data, version: number): Emission[] {
  const rooms = roomsOf(data);
  const { resource, id, change } = data;
  return rooms.length === 0 ? [] : [emissionOf('recordChanged', { resource, id, change, version }, rooms)];
}
