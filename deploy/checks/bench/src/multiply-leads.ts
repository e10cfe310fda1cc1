import { ObjectId, type Collection } from 'mongodb';

/** Leads created through migration; the rest are copies, because a million would take an hour. */
export const migrated = 20_000;
const batch = 1_000;

/**
 * Copies the leads of a store, except tombstones, up to a number: each with its own id, phone and times, as varied
 * as the originals.
 */
export async function multiplyLeads(leads: Collection, wanted: number): Promise<void> {
  const originals = await leads
    .find(
      { type_id: { $exists: true } },
      { projection: { outbox: 0, outboxAt: 0, external_id: 0, claims: 0 } },
    )
    .toArray();
  for (let made = originals.length; made < wanted; made += batch) {
    const copies = Array.from({ length: Math.min(batch, wanted - made) }, (_, index) => {
      const number = made + index;
      const original = originals[number % originals.length];
      if (original === undefined) throw new Error('There is no lead to copy');
      const updatedAt = new Date(Number(original['updatedAt']) - number * 977);
      // Area codes from 300 on: other people in benchmarks have 214 and 737.
      const phone = `+1${String(3_000_000_000 + ((number * 7_919) % 4_299_999_999))}`;
      const list: unknown = original['list'];
      return {
        ...original,
        _id: new ObjectId(),
        phone,
        updatedAt,
        list: { ...(typeof list === 'object' ? list : {}), phone },
      };
    });
    await leads.insertMany(copies, { ordered: false });
  }
}
