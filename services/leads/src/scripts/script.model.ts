import type { Connection, Model } from 'mongoose';
import { scripts } from '@crm/contracts/resources/script.js';
import { resourceModel, type StoredOf } from '@crm/platform/resources/stored-record.js';

/** A script that an agent wrote, its HTML sanitised before it came here. */
export type ScriptDoc = StoredOf<typeof scripts.fields>;

/** The scripts of a service's own connection. */
export const scriptModel = (connection: Connection): Model<ScriptDoc> =>
  resourceModel(connection, scripts, { more: {}, indexes: [] });
