import type { MongoClient } from 'mongodb';
import type { CarrierWatch } from '../load/carrier-watch.js';

interface StoredCall {
  state: string;
  effects: { state: string }[];
}

/** Numbers that rang on two lines at once. */
function doubled({ lines }: CarrierWatch): string[] {
  const byNumber = new Map<string, { from: number; until: number }[]>();
  for (const { to, createdAt, endedAt } of lines.values()) {
    if (!to.startsWith('+')) continue;
    byNumber.set(to, [...(byNumber.get(to) ?? []), { from: createdAt, until: endedAt ?? Infinity }]);
  }
  return [...byNumber].flatMap(([number, spans]) => {
    const inOrder = spans.sort((a, b) => a.from - b.from);
    const overlaps = inOrder.some(({ from }, index) => index > 0 && from < (inOrder[index - 1]?.until ?? 0));
    return overlaps ? [`${number} was dialled twice at once`] : [];
  });
}

/** What is left of calls when nobody calls any more, and whoever was rung twice at once. */
export async function callComplaints(store: MongoClient, watch: CarrierWatch): Promise<string[]> {
  const db = store.db('crm_telephony');
  const live = await db.collection<StoredCall>('calls').countDocuments({ state: { $ne: 'ended' } });
  const begun = await db
    .collection<StoredCall>('calls')
    .countDocuments({ 'effects.state': { $in: ['new', 'claimed'] } });
  const leases = await db.collection('callleases').countDocuments({});
  return [
    ...doubled(watch),
    ...(live > 0 ? [`${String(live)} calls are not over`] : []),
    ...(begun > 0 ? [`${String(begun)} calls have something left to do`] : []),
    ...(leases > 0 ? [`${String(leases)} numbers, leads or users are taken by calls that are over`] : []),
  ];
}
