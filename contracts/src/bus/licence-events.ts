import { z } from 'zod';
import { exampleUser } from '../entities/user.js';
import { id, plainDate } from '../ids.js';
import { heldLicence } from '../licences/held-licence.js';
import { defineMessage } from './envelope.js';

/** A licence that ends: `days` are those before the end at which people are told, 0 once it has ended. */
export const endingLicence = heldLicence.pick({ state: true, line: true }).extend({
  until: plainDate,
  days: z.union([z.literal(60), z.literal(30), z.literal(7), z.literal(0)]),
});
export type EndingLicence = z.infer<typeof endingLicence>;

export const licenceExpiring = defineMessage({
  type: 'licence.expiring',
  owner: ['auth'],
  consumers: ['messaging'],
  given: false,
  summary: 'Licences of an agent end in 60, 30 or 7 days, or have ended: published once for each step.',
  data: z.object({ user_id: id, fullname: z.string(), licences: z.array(endingLicence).min(1) }),
  example: {
    user_id: exampleUser.id,
    fullname: exampleUser.fullname,
    licences: [{ state: 'TX', line: 'life', until: '2027-02-28', days: 30 }],
  },
});

export const licenceEvents = [licenceExpiring];
