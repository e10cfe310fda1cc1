import type { Databases } from '../databases.js';
import type { CarrierWatch } from '../load/carrier-watch.js';

interface StoredCall {
  state: string;
  effects: { state: string }[];
}

/** Numbers that were dialled on two legs at the same time. */
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

/** Leftovers of calls when no call is active. */
export async function callLeftovers(databases: Databases): Promise<string[]> {
  const db = databases('telephony');
  const live = await db.collection<StoredCall>('calls').countDocuments({ state: { $ne: 'ended' } });
  const begun = await db
    .collection<StoredCall>('calls')
    .countDocuments({ 'effects.state': { $in: ['new', 'claimed'] } });
  const unheard = await db.collection('records').countDocuments({ audio: { $exists: false } });
  const leases = await db.collection('callleases').countDocuments({});
  return [
    ...(live > 0 ? [`${String(live)} calls are not over`] : []),
    ...(begun > 0 ? [`${String(begun)} calls have something left to do`] : []),
    ...(unheard > 0 ? [`${String(unheard)} recordings are not here`] : []),
    ...(leases > 0 ? [`${String(leases)} numbers, leads or users are taken by calls that are over`] : []),
  ];
}

/** Leftovers of calls, and numbers that were dialled twice at the same time. */
export const callComplaints = async (databases: Databases, watch: CarrierWatch): Promise<string[]> => [
  ...doubled(watch),
  ...(await callLeftovers(databases)),
];
