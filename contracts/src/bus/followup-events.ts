import { z } from 'zod';
import { exampleFollowup, followup } from '../entities/followup.js';
import { id } from '../ids.js';
import { defineMessage } from './envelope.js';

const followups = ['followups'] as const;

export const followupCreated = defineMessage({
  type: 'followup.created',
  owner: followups,
  summary: 'A follow-up was made.',
  data: followup,
  example: exampleFollowup,
});

export const followupUpdated = defineMessage({
  type: 'followup.updated',
  owner: followups,
  summary:
    'A follow-up changed, or what it shows of its lead did. With from_user_id it went to another owner: from the one named.',
  data: followup.extend({ from_user_id: id.optional() }),
  example: { ...exampleFollowup, completed: 1, version: 2 },
});

export const followupDeleted = defineMessage({
  type: 'followup.deleted',
  owner: followups,
  summary: 'A follow-up is gone, by itself or with its lead.',
  data: z.object({ id, lead_id: id, user_id: id }),
  example: { id: exampleFollowup.id, lead_id: exampleFollowup.lead_id, user_id: exampleFollowup.user_id },
});

export const followupDue = defineMessage({
  type: 'followup.due',
  owner: followups,
  summary: 'The time of a follow-up has come: told once of each time, and again where it was put off.',
  data: z.object({ followup, lead_name: z.string() }),
  example: { followup: exampleFollowup, lead_name: 'Raymond Okafor' },
});

export const followupEvents = [followupCreated, followupUpdated, followupDeleted, followupDue] as const;
