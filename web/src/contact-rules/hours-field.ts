import { z } from 'zod';
import { contactRuleFields } from '@crm/contracts/entities/contact.js';
import type { Field } from '@crm/contracts/fields/field.js';
import { longText } from '@crm/contracts/fields/kinds.js';

const typed = z.array(z.object({ from: z.string(), until: z.string() }));
const { hours: wire } = contactRuleFields.shape;

/** The hours of a week: a day on which nobody may be contacted is empty where it is typed, and null on the wire. */
export const hoursField: Field = {
  ...longText({ label: '', max: 0, example: '' }),
  typed: {
    empty: Array.from({ length: 7 }, () => ({ from: '08:00', until: '21:00' })),
    ofWire: (hours) => wire.parse(hours).map((open) => open ?? { from: '', until: '' }),
    toWire: (hours) =>
      typed.parse(hours).map((open) => (open.from === '' && open.until === '' ? null : open)),
  },
};
