import type { z } from 'zod';
import type {
  emailSent,
  notificationCreated,
  notificationRead,
  textReceived,
  textSent,
  textStatusChanged,
} from '@crm/contracts/bus/messaging-events.js';
import { roles } from '@crm/contracts/codes/roles.js';
import type { AgentChoice } from '@crm/contracts/ids.js';
import { leadRoom, roleRoom, userRoom } from '@crm/contracts/sockets/rooms.js';
import { emissionOf, type Emission } from './steps.js';

type Data<M extends { data: z.ZodType }> = z.output<M['data']>;

/** What is for nobody in particular is for all admins. */
const roomOf = (userId: AgentChoice) => (userId === 0 ? roleRoom(roles.admin) : userRoom(userId));

/** `text.received`, `text.sent`: one more text in the conversation that somebody has open. */
export function textSteps(text: Data<typeof textReceived> | Data<typeof textSent>): Emission[] {
  return text.lead_id === null ? [] : [emissionOf('addMessage', text, [leadRoom(text.lead_id)])];
}

/** `text.status-changed` */
export function textStatusSteps(change: Data<typeof textStatusChanged>): Emission[] {
  const { lead_id } = change.text_message;
  return lead_id === null ? [] : [emissionOf('updateSendStatus', change, [leadRoom(lead_id)])];
}

/** `email.sent` */
export function emailSteps(email: Data<typeof emailSent>): Emission[] {
  return [emissionOf('emailAdd', email, [leadRoom(email.lead_id)])];
}

/** `notification.created`: a text is told to its agent in words too; a voicemail has been told by its own event. */
export function notificationSteps(created: Data<typeof notificationCreated>): Emission[] {
  const { type, user_id } = created;
  const isTextOfAgent = type === 'message' && user_id !== 0;
  return [
    ...(isTextOfAgent ? [emissionOf('receiveMessage', created, [userRoom(user_id)])] : []),
    emissionOf('notificationsUpdate', { added: [created], removed: [] }, [roomOf(user_id)]),
  ];
}

/** `notification.read`: it leaves the list in every window of whose it was. */
export function notificationReadSteps({ user_id, notification }: Data<typeof notificationRead>): Emission[] {
  return [emissionOf('notificationsUpdate', { added: [], removed: [notification] }, [roomOf(user_id)])];
}
