import { z } from 'zod';
import { typeId } from '../codes/lead-types.js';
import { defineEndpoint } from '../endpoint/endpoint.js';
import { leadFilter } from '../entities/lead-filter.js';
import { outcome } from '../errors.js';
import { id } from '../ids.js';

/** So many views of each lead type one person keeps. */
export const maxOwnViews = 20;

/** What a view is refused with. */
export const viewSentences = {
  taken: 'You have a view of this name already',
  tooMany: `You have ${String(maxOwnViews)} views already: delete one first`,
} as const;

const name = z.string().trim().min(1, 'Give the view a name').max(40, 'At most 40 characters');
/** What a list can be filtered by, and nothing that it would refuse; the type goes with the view itself. */
const filter = leadFilter.omit({ type: true });

/** Filters of a lead table under a name. */
export const leadView = z.object({
  id,
  name,
  type: typeId,
  filter,
  user_id: id,
  /** Everybody sees it. */
  is_shared: z.boolean(),
});
export type SavedView = z.infer<typeof leadView>;

const example: SavedView = {
  id: '66f0a1b2c3d4e5f601020a11',
  name: 'Texas call-backs',
  type: 2,
  filter: { source: 1, state: ['TX'], status: ['followUp'] },
  user_id: '66f0a1b2c3d4e5f601020304',
  is_shared: false,
};

const ours = { service: 'leads', access: 'admin|agent', given: false } as const;

export const listLeadViews = defineEndpoint({
  ...ours,
  name: 'listLeadViews',
  method: 'GET',
  path: '/api/rest/lead-views',
  audit: 'none',
  summary: "The caller's own views of a lead table and those shared with everybody, each by name.",
  query: z.object({ type: z.coerce.number().pipe(typeId) }),
  answer: z.object({ views: z.array(leadView) }),
  example: { query: { type: '2' }, answer: { views: [example] } },
});

export const createLeadView = defineEndpoint({
  ...ours,
  name: 'createLeadView',
  method: 'POST',
  path: '/api/rest/lead-views',
  audit: 'none',
  summary:
    'Saves the filters of a lead table under a name. A name that the caller has already, or a 21st view: 409. Sharing is for admins: 403.',
  body: leadView.omit({ id: true, user_id: true }),
  answer: outcome.extend({ view: leadView }),
  example: {
    body: { name: example.name, type: 2, filter: example.filter, is_shared: false },
    answer: { status: 'success', message: 'View saved', view: example },
  },
});

export const changeLeadView = defineEndpoint({
  ...ours,
  name: 'changeLeadView',
  method: 'PATCH',
  path: '/api/rest/lead-views/{id}',
  audit: 'none',
  summary:
    "Renames a view, or changes its filters or whom it is shared with. Somebody else's: 404, but for an admin and a shared one.",
  params: z.object({ id }),
  body: leadView.pick({ name: true, filter: true, is_shared: true }).partial(),
  answer: outcome.extend({ view: leadView }),
  example: {
    params: { id: example.id },
    body: { name: example.name },
    answer: { status: 'success', message: 'View saved', view: example },
  },
});

export const deleteLeadView = defineEndpoint({
  ...ours,
  name: 'deleteLeadView',
  method: 'DELETE',
  path: '/api/rest/lead-views/{id}',
  audit: 'none',
  summary: "Deletes a view. Somebody else's: 404, but for an admin and a shared one.",
  params: z.object({ id }),
  answer: outcome,
  example: { params: { id: example.id }, answer: { status: 'success', message: 'View deleted' } },
});

export const leadViewsEndpoints = [listLeadViews, createLeadView, changeLeadView, deleteLeadView];
