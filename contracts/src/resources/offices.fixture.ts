import { flag, state } from '../fields/choice-kinds.js';
import { phone, text } from '../fields/text-kinds.js';
import { date } from '../fields/time-kinds.js';
import { defineResource } from './define-resource.js';

/** The resource of the guide to adding one (deploy/docs/adding.md), for tests of what follows from a definition alone. */
export const offices = defineResource({
  name: 'offices',
  service: 'leads',
  one: 'office',
  many: 'offices',
  fields: {
    name: text({ label: 'Name', max: 100, required: true, example: 'Dallas North' }),
    phone: phone({ label: 'Phone', required: true, example: '+12145550117' }),
    state: state({ label: 'State', required: true, example: 'TX' }),
    opened_on: date({ label: 'Opened on', example: '2024-03-01' }),
    active: flag({ label: 'Active', initially: 1, example: 1 }),
  },
  rights: { read: 'admin|agent', create: 'admin', change: 'admin', remove: 'admin' },
  sort: ['name', 'ASC'],
  search: ['name'],
  unique: { name: 'Another office has this name' },
  filters: ['state', 'active'],
});
