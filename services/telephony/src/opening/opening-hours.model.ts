import type { Connection, Model } from 'mongoose';
import { openingHours, type openingHoursId } from '@crm/contracts/resources/opening-hours.js';
import { resourceModel, type StoredOf } from '@crm/platform/resources/stored-record.js';

/** The agency's opening hours: one document. */
export type OpeningHoursDoc = StoredOf<typeof openingHours.fields, typeof openingHoursId>;

/** The opening hours of a service's own connection. */
export function openingHoursModel(connection: Connection): Model<OpeningHoursDoc> {
  return resourceModel<typeof openingHours.fields, OpeningHoursDoc>(connection, openingHours, {
    collection: 'openinghours',
    more: {},
    indexes: [],
  });
}
