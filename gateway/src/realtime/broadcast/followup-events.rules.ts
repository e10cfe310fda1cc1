import type { z } from 'zod';
import type {
  followupCreated,
  followupDeleted,
  followupDue,
  followupUpdated,
} from '@crm/contracts/bus/followup-events.js';
import { roles } from '@crm/contracts/codes/roles.js';
import { leadsOfRoom, roleRoom, userRoom } from '@crm/contracts/sockets/rooms.js';
import { emissionOf, type Emission } from './steps.js';

type Data<M extends { data: z.ZodType }> = z.output<M['data']>;

const admins = roleRoom(roles.admin);

/** Who sees the follow-ups of somebody beside them: admins, and whoever leads their team. */
const supervisorsOf = (userId: string) => [admins, leadsOfRoom(userId)];

/** `followup.created` */
export function followupCreatedSteps(created: Data<typeof followupCreated>): Emission[] {
  return [
    emissionOf('followupCreate', created, [userRoom(created.user_id), ...supervisorsOf(created.user_id)]),
  ];
}

/** `followup.updated`: to whom it was before it is gone where it went to somebody else. */
export function followupUpdatedSteps(updated: Data<typeof followupUpdated>): Emission[] {
  const { from_user_id, changed: _, ...followup } = updated;
  const { id, lead_id, user_id } = followup;
  const owner = userRoom(user_id);
  return [
    ...(from_user_id === undefined
      ? []
      : [
          emissionOf('followupDelete', { id, lead_id }, [userRoom(from_user_id), leadsOfRoom(from_user_id)], {
            except: [owner, ...supervisorsOf(user_id)],
          }),
        ]),
    emissionOf('followupUpdate', followup, [owner, ...supervisorsOf(user_id)]),
  ];
}

/** `followup.deleted` */
export function followupDeletedSteps({ id, lead_id, user_id }: Data<typeof followupDeleted>): Emission[] {
  return [emissionOf('followupDelete', { id, lead_id }, [userRoom(user_id), ...supervisorsOf(user_id)])];
}

/** `followup.due` */
export function followupDueSteps(due: Data<typeof followupDue>): Emission[] {
  return [emissionOf('followupNotification', due, [userRoom(due.followup.user_id)])];
}
