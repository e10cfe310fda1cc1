import { z } from 'zod';
import { statusCode, statusTitle } from '../codes/statuses.js';
import { retentionClasses, retentionRules } from '../customers/retention.js';
import { defineEndpoint } from '../endpoint/endpoint.js';
import { outcome } from '../errors.js';
import { choice } from '../fields/choice-kinds.js';
import { instant } from '../fields/kept-kinds.js';
import { flag } from '../fields/choice-kinds.js';
import { text } from '../fields/text-kinds.js';
import { defineResource } from './define-resource.js';

/** Leads that were deleted: hidden from everybody's work, stored until their retention ends. */
export const deletedLeads = defineResource({
  name: 'deleted-leads',
  service: 'leads',
  one: 'deleted lead',
  many: 'deleted leads',
  fields: {
    fullname: text({ label: 'Name', max: 500, writable: 'never', example: 'Raymond Okafor' }),
    type: choice({
      label: 'Type',
      of: [
        { id: 'life', name: 'Life' },
        { id: 'health', name: 'Health' },
      ],
      required: true,
      writable: 'never',
      example: 'life',
    }),
    status: choice({
      label: 'Status',
      of: statusCode.options.map((id) => ({ id, name: statusTitle(id) })),
      required: true,
      writable: 'never',
      example: 'notInterested',
    }),
    agent: text({ label: 'Agent', max: 500, writable: 'never', example: 'Ada Agent' }),
    deleted_at: instant({ label: 'Deleted', example: '2026-11-20T17:38:00.000Z' }),
    deleted_by: {
      ...text({ label: 'By', max: 201, writable: 'never', example: 'Ada Admin' }),
      shown: (by: string) => by || 'System',
    },
    /** What is deleted next of it. */
    next: choice({
      label: 'Ends next',
      of: retentionClasses.map((id) => ({ id, name: retentionRules[id].title })),
      required: true,
      writable: 'never',
      example: 'contact',
    }),
    /** When that is; null while a legal hold keeps it. */
    due_at: instant({ label: 'On', example: '2031-11-20T17:38:00.000Z' }),
    held: flag({ label: 'Legal hold', writable: 'never', example: 0 }),
    /** 1 where the person asked for erasure: it is stored because the law says so, and is not restored. */
    restricted: flag({ label: 'Erasure requested', short: 'Erasure', writable: 'never', example: 0 }),
  },
  rights: { read: 'admin' },
  // The last one first.
  sort: ['deleted_at', 'DESC'],
  search: ['fullname'],
  filters: ['type', 'next', 'held'],
});
export type DeletedLead = z.output<typeof deletedLeads.record>;

export const restoreLead = defineEndpoint({
  name: 'restoreLead',
  method: 'POST',
  path: '/api/rest/deleted-leads/{id}/restore',
  service: 'leads',
  access: 'admin',
  given: false,
  audit: { action: 'lead.restored', subject: 'lead/{params.id}' },
  summary:
    'Restores a deleted lead with its history. Refused (409) if another lead of its type has its number or e-mail by now, or if the person asked for erasure.',
  params: z.object({ id: deletedLeads.record.shape.id }),
  answer: outcome,
  example: {
    params: { id: deletedLeads.example.id },
    answer: { status: 'success', message: 'Lead restored' },
  },
});
