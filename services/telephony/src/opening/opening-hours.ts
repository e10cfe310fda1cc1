import { openingHours, openingHoursId, type OpeningHours } from '@crm/contracts/resources/opening-hours.js';
import { pacificZone } from '@crm/contracts/time/pacific.js';
import { daily } from '@crm/contracts/resources/week-hours.js';
import { recordOf } from '@crm/platform/resources/stored-record.js';
import type { Stored } from '@crm/platform/resources/records.js';
import type { TelephonyContext } from '../context.js';
import type { OpeningHoursDoc } from './opening-hours.model.js';

type Hours = Pick<TelephonyContext, 'openingHours' | 'clock'>;

/** As long as no admin has said otherwise, nobody is ever closed. */
const untilSet = {
  hours: daily('00:00', '24:00'),
  time_zone: pacificZone,
  closed_days: [],
  closed_text: '',
  closed_text_es: '',
  max_wait: 10,
  offer_callback: 1,
} as const;

/** The opening hours as a resource. */
export const storedOpeningHours = ({
  openingHours: model,
  clock,
}: Hours): Stored<typeof openingHours.fields, OpeningHoursDoc> => ({ resource: openingHours, model, clock });

/** Makes the one record that there is. */
export async function seedOpeningHours({ openingHours: model }: Hours): Promise<void> {
  await model.updateOne(
    { _id: openingHoursId },
    { $setOnInsert: { ...untilSet, closed_days: [], version: 1 } },
    { upsert: true },
  );
}

/** The opening hours as they are now. */
export async function knownOpeningHours({ openingHours: model }: Hours): Promise<OpeningHours> {
  const doc = await model.findById(openingHoursId).lean<OpeningHoursDoc>();
  return openingHours.record.parse(
    doc === null ? { ...untilSet, id: openingHoursId, version: 0 } : recordOf(openingHours, doc),
  );
}
