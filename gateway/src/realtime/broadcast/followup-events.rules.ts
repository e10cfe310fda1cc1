import type { z } from 'zod';
import type {
  followupCreated,
  followupDeleted,
  followupDue,
  followupUpdated,
} from '@crm/contracts/bus/followup-events.js';
import { roles } from '@crm/contracts/codes/roles.js';
import { roleRoom, userRoom } from '@crm/contracts/sockets/rooms.js';
import { emissionOf, type Emission } from './steps.js';

type Data<M extends { data: z.ZodType }> = z.output<M['data']>;

const admins = roleRoom(roles.admin);

/** `followup.created` */
export function followupCreatedSteps(created: Data<typeof followupCreated>): Emission[] {
  return [emissionOf('followupCreate', created, [userRoom(created.user_id), admins])];
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
          emissionOf('followupDelete', { id, lead_id }, [userRoom(from_user_id)], {
            except: [owner, admins],
          }),
        ]),
    emissionOf('followupUpdate', followup, [owner, admins]),
  ];
}

/** `followup.deleted` */
export function followupDeletedSteps({ id, lead_id, user_id }: Data<typeof followupDeleted>): Emission[] {
  return [emissionOf('followupDelete', { id, lead_id }, [userRoom(user_id), admins])];
}

/** `followup.due` */
export function followupDueSteps(due: Data<typeof followupDue>): Emission[] {
  return [emissionOf('followupNotification', due, [userRoom(due.followup.user_id)])];
}
