import { z } from 'zod';
import { eventFollowup, exampleEventFollowup, followupField } from '../entities/followup.js';
import { id } from '../ids.js';
import { defineMessage } from './envelope.js';

const followups = ['followups'] as const;

export const followupCreated = defineMessage({
  type: 'followup.created',
  owner: followups,
  consumers: ['gateway', 'leads', 'messaging'],
  summary:
    'A follow-up was created. Its description is in no event: whoever may know it asks for the follow-up.',
  data: eventFollowup,
  emptied: { description: '' },
  example: exampleEventFollowup,
});

export const followupUpdated = defineMessage({
  type: 'followup.updated',
  owner: followups,
  consumers: ['gateway', 'leads', 'messaging'],
  summary:
    'A follow-up or its lead data changed. from_user_id: it moved to another owner from this one. changed: which of its own fields did; empty where only its lead changed.',
  data: eventFollowup.extend({ from_user_id: id.optional(), changed: z.array(followupField).default([]) }),
  emptied: { description: '' },
  example: { ...exampleEventFollowup, completed: 1, version: 2, changed: ['completed'] },
});

export const followupDeleted = defineMessage({
  type: 'followup.deleted',
  owner: followups,
  consumers: ['gateway', 'leads', 'messaging'],
  summary: 'A follow-up was deleted, alone or with its lead.',
  data: z.object({ id, lead_id: id, user_id: id }),
  example: {
    id: exampleEventFollowup.id,
    lead_id: exampleEventFollowup.lead_id,
    user_id: exampleEventFollowup.user_id,
  },
});

export const followupDue = defineMessage({
  type: 'followup.due',
  owner: followups,
  consumers: ['gateway', 'leads', 'messaging'],
  summary: 'A follow-up is due: published once per due time, and again if it was rescheduled.',
  data: z.object({ followup: eventFollowup, lead_name: z.string() }),
  emptied: { followup: { description: '' } },
  example: { followup: exampleEventFollowup, lead_name: 'Raymond Okafor' },
});

export const followupEvents = [followupCreated, followupUpdated, followupDeleted, followupDue] as const;
