import type { ObjectId } from 'mongodb';
import type { Databases } from '@crm/faults/databases.js';

const batch = 1_000;
/** Services with a projection of leads' agents. */
const holders = ['telephony', 'messaging', 'followups'];

interface Access {
  _id: ObjectId;
  type_id: number;
  status: string;
  user_id: ObjectId | null;
  version: number;
}

/**
 * Fills projections with leads that were copied in the store without events: otherwise each service would ask leads
 * the first time one is opened, which does not happen in a system that grew lead by lead.
 */
export async function knowCopies(databases: Databases): Promise<void> {
  const projection = { type_id: 1, status: 1, user_id: 1, version: 1 };
  const leads = await databases('leads')
    .collection<Access>('leads')
    .find({ type_id: { $exists: true } }, { projection })
    .toArray();
  for (const service of holders) {
    const rows = databases(service).collection<Access>('leadaccess');
    const known = new Set(
      (await rows.find({}, { projection: { _id: 1 } }).toArray()).map(({ _id }) => _id.toHexString()),
    );
    const missing = leads.filter(({ _id }) => !known.has(_id.toHexString()));
    for (let from = 0; from < missing.length; from += batch)
      await rows.insertMany(missing.slice(from, from + batch), { ordered: false });
  }
}
