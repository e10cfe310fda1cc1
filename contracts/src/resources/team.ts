import type { z } from 'zod';
import { count } from '../fields/kept-kinds.js';
import { text } from '../fields/text-kinds.js';
import { defineResource } from './define-resource.js';

/**
 * Teams of agents (rule A38). An account says which team it is in; whoever is in it as a team lead leads it, and sees the
 * work of the others.
 */
export const teams = defineResource({
  name: 'teams',
  service: 'auth',
  one: 'team',
  many: 'teams',
  about: 'reference',
  fields: {
    name: text({ label: 'Name', max: 60, required: true, example: 'Austin mornings' }),
    leads: text({ label: 'Led by', max: 2_000, writable: 'never', example: 'Dana Reyes-Whitfield' }),
    agents: count({ label: 'Agents', writable: 'never', example: 12 }),
  },
  rights: { read: 'admin', create: 'admin', change: 'admin', remove: 'admin' },
  sort: ['name', 'ASC'],
  sorts: ['name'],
  sortsCaseless: true,
  search: ['name'],
  unique: { name: 'There is a team of this name already' },
  // Each is a choice in the form of an account.
  most: { count: 200, sentence: 'At most 200 teams, please delete one first' },
});
export type Team = z.infer<typeof teams.record>;
