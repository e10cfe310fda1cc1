import type { ObjectId } from 'mongodb';
import { getStatistic } from '@crm/contracts/http/stats.js';
import type { Databases } from '../databases.js';
import type { Person } from '../load/person.js';
import type { StoredLead } from './leads.js';

interface Access {
  _id: ObjectId;
  type_id: number;
  status: string;
  user_id: ObjectId | null;
  goneAt?: Date | null;
}

const holders = ['telephony', 'messaging', 'followups'];

/** Differences between leads and its projections in other services. */
export async function accessComplaints(
  databases: Databases,
  leads: readonly StoredLead[],
): Promise<string[]> {
  const complaints: string[] = [];
  for (const service of holders) {
    const rows = await databases(service).collection<Access>('leadaccess').find().toArray();
    const known = new Map(rows.map((row) => [row._id.toHexString(), row]));
    let missing = 0;
    let wrong = 0;
    for (const lead of leads) {
      const row = known.get(lead._id.toHexString());
      if (row === undefined || row.goneAt) missing += 1;
      else if (
        row.status !== lead.status ||
        row.type_id !== lead.type_id ||
        String(row.user_id) !== String(lead.user_id)
      )
        wrong += 1;
    }
    if (missing + wrong > 0)
      complaints.push(`${service} does not know ${String(missing)} leads and knows ${String(wrong)} wrongly`);
  }
  return complaints;
}

/** Differences between the figures that an admin reads and a count of the leads. */
export async function figureComplaints(admin: Person, leads: readonly StoredLead[]): Promise<string[]> {
  const said = await admin.call(getStatistic, { body: { filters: {}, limit: 100 } });
  if (said.is !== 'acknowledged')
    return [`The statistic cannot be read: ${JSON.stringify(said).slice(0, 200)}`];
  const counted = new Map<string, number>();
  for (const { user_id } of leads)
    if (user_id !== null) counted.set(user_id.toHexString(), (counted.get(user_id.toHexString()) ?? 0) + 1);
  return said.answer.statistic.flatMap(({ agent, agent_id, leads: shown }) => {
    if (agent_id === 0) return [];
    const count = counted.get(agent_id) ?? 0;
    return shown === count
      ? []
      : [`The statistic has ${String(shown)} leads of ${agent}, who has ${String(count)}`];
  });
}

interface Figures {
  _id: string;
  status: string;
  agent: string;
  gone: boolean;
}

/** Differences between rows of the statistic and their leads. */
export async function rowComplaints(databases: Databases, leads: readonly StoredLead[]): Promise<string[]> {
  const db = databases('stats');
  const state = await db.collection<{ _id: string; shown: number }>('sets').findOne({ _id: 'leads' });
  const rows = await db
    .collection<Figures>(`leads_${String(state?.shown ?? 1)}`)
    .find({}, { projection: { status: 1, agent: 1, gone: 1 } })
    .toArray();
  const known = new Map(rows.map((row) => [row._id, row]));
  const wrong = leads.filter(({ _id, status, user_id }) => {
    const row = known.get(_id.toHexString());
    return row?.status !== status || row.agent !== (user_id?.toHexString() ?? '');
  });
  const extra = rows.filter(({ gone }) => !gone).length - leads.length;
  return [
    ...(wrong.length > 0
      ? [`The statistic counts ${String(wrong.length)} leads otherwise than they are`]
      : []),
    ...(extra === 0 ? [] : [`The statistic counts ${String(extra)} leads too many`]),
  ];
}
