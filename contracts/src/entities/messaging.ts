import { z } from 'zod';
import { textFileKinds } from '../codes/text-files.js';
import { agentChoice, flag, id, instant } from '../ids.js';

/**
 * How far a text came. `received`: it is a customer's own. Of those that end, the first one to be told stands; a text
 * that `failed` because nobody knows what became of it is the one exception: what the carrier says later stands.
 */
export const sendStatus = z.enum([
  'queued',
  'sending',
  'sent',
  'delivered',
  'undelivered',
  'failed',
  'received',
]);
export type SendStatus = z.infer<typeof sendStatus>;

/**
 * A file that a text carries. `fetching`: it is still at the carrier. `kept`: it can be opened. `lost`: it is not here,
 * and `reason` says why.
 */
export const textFile = z.object({
  id,
  kind: z.enum(textFileKinds),
  /** Its content type: as the carrier names it, and as it is once it is here. */
  type: z.string(),
  /** Null while it is not here. */
  bytes: z.int().nullable(),
  state: z.enum(['fetching', 'kept', 'lost']),
  /** Why it is not here, for a person; empty otherwise. */
  reason: z.string(),
  /** The carrier may still have it: it can be fetched once more. */
  can_fetch: z.boolean(),
});
export type TextFile = z.infer<typeof textFile>;

/** One text of a conversation (rule T2). */
export const textMessage = z.object({
  id,
  /** Null for a customer's text from a number that no lead has. */
  lead_id: id.nullable(),
  /** Who wrote it, or whom a customer wrote to; 0 for nobody in particular. */
  user_id: agentChoice,
  /** Empty for files alone. */
  text: z.string(),
  files: z.array(textFile).default([]),
  /** 1: the customer wrote it. */
  is_client_message: flag,
  customer_fullname: z.string(),
  /** E.164; of a text that came in, whatever it came from. */
  customer_phone: z.string(),
  agent_fullname: z.string(),
  /** Of a customer's text: whether whoever it is for has seen it. Of our own always 1. */
  read_status: flag,
  send_status: sendStatus,
  /** Why it failed, for a person; empty otherwise. */
  reason: z.string(),
  /** It failed and was not sent again yet: message/resend takes it once. */
  can_resend: z.boolean(),
  createdAt: instant,
  /** Grows with each change: a live event with a smaller one is old. */
  version: z.int(),
});
export type TextMessage = z.infer<typeof textMessage>;

/** A text as events and browsers are told of it: without its words, which are stored sealed. Who may read it asks for it. */
export const eventText = textMessage.omit({ text: true });
export type EventText = z.infer<typeof eventText>;

/** All texts with one customer, as the inbox shows them. */
export const conversation = z.object({
  /** Null where no lead has the number. */
  lead_id: id.nullable(),
  lead_name: z.string(),
  customer_phone: z.string(),
  /** Whose lead it is, or whose number was written to; 0 for nobody's. */
  user_id: agentChoice,
  /** Texts of the customer that nobody has read. */
  unread: z.int().min(0),
  last: textMessage,
});
export type Conversation = z.infer<typeof conversation>;

/** How far an e-mail came; there is no word from the other side. */
export const emailStatus = z.enum(['sending', 'sent', 'failed']);
export type EmailStatus = z.infer<typeof emailStatus>;

/** An e-mail to a customer (rule T3). */
export const sentEmail = z.object({
  id,
  lead_id: id,
  /** Who wrote it. */
  user_id: id,
  /** The address that it went to. */
  to: z.string(),
  title: z.string(),
  /** HTML, sanitised: shown as it is. */
  text: z.string(),
  fname: z.string(),
  lname: z.string(),
  send_status: emailStatus,
  /** Why it failed, for a person; empty otherwise. */
  reason: z.string(),
  createdAt: instant,
});
export type SentEmail = z.infer<typeof sentEmail>;

/** An e-mail in the same way: without its subject and its words. */
export const eventEmail = sentEmail.omit({ title: true, text: true });
export type EventEmail = z.infer<typeof eventEmail>;

export const notificationType = z.enum(['message', 'voicemail', 'followup', 'licence', 'webhook']);
export type NotificationType = z.infer<typeof notificationType>;

/**
 * An item of the notifications menu (rule T5). It is gone once read, or once what it is about is:
 * there is no read one. At most one of `message_id`, `voicemail_id`, `followup_id` is named, that of its type; one about
 * licences that end has none, and the agent's name for a `lead_name`.
 */
export const notification = z.object({
  id,
  type: notificationType,
  /** Null where no lead has the number. */
  lead_id: id.nullable(),
  /** The name of the lead, or the number where there is none. */
  lead_name: z.string(),
  /** Whom it is for; 0: all admins share it. */
  user_id: agentChoice,
  /** What was written or said, whole; a menu cuts it to 47 characters. */
  body: z.string(),
  /** In words, as of the answer: `5 minutes ago`. */
  time_passed: z.string(),
  createdAt: instant,
  read: flag,
  message_id: id.nullable(),
  voicemail_id: id.nullable(),
  followup_id: id.nullable(),
});
export type Notification = z.infer<typeof notification>;

/** A notification in the same way: without its words. How long ago it was is for an answer to say, not for a message. */
export const eventNotification = notification.omit({ body: true, time_passed: true });
export type EventNotification = z.infer<typeof eventNotification>;

const leadId = '66f0a1b2c3d4e5f601020399';
const userId = '66f0a1b2c3d4e5f601020304';

export const exampleTextFile: TextFile = {
  id: '66f0a1b2c3d4e5f6010209ca',
  kind: 'picture',
  type: 'image/jpeg',
  bytes: 182_044,
  state: 'kept',
  reason: '',
  can_fetch: false,
};
export const exampleText: TextMessage = {
  id: '66f0a1b2c3d4e5f6010209aa',
  lead_id: leadId,
  user_id: userId,
  text: 'Good morning, this is Dana.',
  files: [],
  is_client_message: 0,
  customer_fullname: 'Raymond Okafor',
  customer_phone: '+12145550117',
  agent_fullname: 'Dana Reyes-Whitfield',
  read_status: 1,
  send_status: 'sent',
  reason: '',
  can_resend: false,
  createdAt: '2026-11-20T17:41:00.000Z',
  version: 3,
};
export const exampleReceivedText: TextMessage = {
  ...exampleText,
  id: '66f0a1b2c3d4e5f6010209ab',
  text: 'Can you call me after five?',
  is_client_message: 1,
  read_status: 0,
  send_status: 'received',
  version: 1,
};
export const exampleConversation: Conversation = {
  lead_id: leadId,
  lead_name: 'Raymond Okafor',
  customer_phone: '+12145550117',
  user_id: userId,
  unread: 1,
  last: exampleReceivedText,
};
export const exampleSentEmail: SentEmail = {
  id: '66f0a1b2c3d4e5f6010209ac',
  lead_id: leadId,
  user_id: userId,
  to: 'r.okafor@example.com',
  title: 'Your quote',
  text: '<p>Good morning Raymond, here is what we spoke of.</p>',
  fname: 'Dana',
  lname: 'Reyes-Whitfield',
  send_status: 'sent',
  reason: '',
  createdAt: '2026-11-20T17:45:00.000Z',
};
export const exampleNotification: Notification = {
  id: '66f0a1b2c3d4e5f6010209bd',
  type: 'message',
  lead_id: leadId,
  lead_name: 'Raymond Okafor',
  user_id: userId,
  body: exampleReceivedText.text,
  time_passed: '5 minutes ago',
  createdAt: '2026-11-20T17:41:00.000Z',
  read: 0,
  message_id: exampleReceivedText.id,
  voicemail_id: null,
  followup_id: null,
};

export const exampleEventText: EventText = eventText.parse(exampleText);
export const exampleReceivedEventText: EventText = eventText.parse(exampleReceivedText);
export const exampleEventEmail: EventEmail = eventEmail.parse(exampleSentEmail);
export const exampleEventNotification: EventNotification = eventNotification.parse(exampleNotification);
