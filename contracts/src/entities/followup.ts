import { z } from 'zod';
import { typeId } from '../codes/lead-types.js';
import { statusCode } from '../codes/statuses.js';
import { flag, id, instant, plainDate } from '../ids.js';

/** 1 High, 2 Medium, 3 Low (rule F2). */
export const followupPriority = z.union([z.literal(1), z.literal(2), z.literal(3)]);
export type FollowupPriority = z.infer<typeof followupPriority>;

/** What is chosen from, in its order (rule F2). */
export const followupPriorities = [
  { id: 1, title: 'High' },
  { id: 2, title: 'Medium' },
  { id: 3, title: 'Low' },
] as const satisfies readonly { id: FollowupPriority; title: string }[];

/** What a new one has (rule F2). */
export const defaultPriority: FollowupPriority = 3;

/** The label of a priority. */
export function priorityTitle(priority: FollowupPriority): string {
  return followupPriorities.find(({ id: known }) => known === priority)?.title ?? '';
}

/** What a follow-up is refused with (rule F2). */
export const followupSentences = {
  notInFuture: 'Please pick a correct date and time',
  tooMany: 'You reached max number of followups',
} as const;

/** A lead has at most so many, completed or not (rule F1). */
export const maxFollowupsOfLead = 5;

/** More than fits beside a time. */
export const followupLength = 1_000;

/** When a lead is to be looked at again (rule F1). */
export const followup = z.object({
  id,
  lead_id: id,
  /** Its owner: whom it tells when it falls due. */
  user_id: id,
  datetime: instant,
  description: z.string(),
  priority: followupPriority,
  /** 0 In Progress, 1 Completed. */
  completed: flag,
  /** The lead's name, type and status as they are now. */
  fullname: z.string(),
  type_id: typeId,
  status: statusCode,
  status_title: z.string(),
  /** The owner's name; empty where nobody knows it any more. */
  agentName: z.string(),
  /** Rises with every change: an older state of it than the one known says nothing. */
  version: z.int(),
});
export type Followup = z.infer<typeof followup>;

/**
 * A follow-up as events and browsers are told of it: without its description, which is stored sealed and may say something of
 * the person's health. Who may know that asks for the follow-up.
 */
export const eventFollowup = followup.omit({ description: true });
export type EventFollowup = z.infer<typeof eventFollowup>;

/** A time to come. What is no time at all is refused in the same words as one that has passed. */
const datetime = z.iso.datetime({ error: followupSentences.notInFuture });
const description = z.string().trim().max(followupLength, 'At most 1,000 characters');

/** What a new follow-up is made of, by call and by command. */
export const followupInput = z.object({
  /** Whose it is: the asker, or for an admin anybody who may work the lead. */
  user_id: id,
  lead_id: id,
  datetime,
  priority: followupPriority.default(defaultPriority),
  description: description.default(''),
});
export type FollowupInput = z.infer<typeof followupInput>;

/** What may change of a follow-up (rule F1). */
export const followupChange = z
  .object({ completed: flag, datetime, description, priority: followupPriority })
  .partial();
export type FollowupChange = z.infer<typeof followupChange>;

/** The fields of a follow-up that are its own, and not its lead's. */
export const followupField = z.enum(['user_id', 'datetime', 'description', 'priority', 'completed']);
export type FollowupField = z.infer<typeof followupField>;

/** What a list of follow-ups is narrowed by; a list that is absent or empty means all (rule F5). */
export const followupFilter = z
  .object({
    /** Of the lead. */
    status: z.array(statusCode).max(statusCode.options.length),
    lead: z.array(id).max(500),
    /** Owners: an admin's to choose. */
    user: z.array(id).max(500),
    /** Days in Los Angeles, both included. */
    dateTime: z.object({ from: plainDate, to: plainDate }).partial(),
    completed: flag,
  })
  .partial();
export type FollowupFilter = z.infer<typeof followupFilter>;

/** How a list of follow-ups may be sorted. */
export const followupColumns = ['datetime', 'fullname', 'priority'] as const;

export const exampleFollowup: Followup = {
  id: '66f0a1b2c3d4e5f601020aaa',
  lead_id: '66f0a1b2c3d4e5f601020399',
  user_id: '66f0a1b2c3d4e5f601020304',
  datetime: '2026-11-21T18:00:00.000Z',
  description: 'Call about the quote',
  priority: 3,
  completed: 0,
  fullname: 'Raymond Okafor',
  type_id: 2,
  status: 'followUp',
  status_title: 'Call Back',
  agentName: 'Dana Reyes-Whitfield',
  version: 1,
};

export const exampleEventFollowup: EventFollowup = eventFollowup.parse(exampleFollowup);
