import { ObjectId, type Collection } from 'mongodb';

/** Leads that come by the migration itself; beyond them they are copied, or a million would take an hour to make. */
export const migrated = 20_000;
const batch = 1_000;

/**
 * Copies the leads of a store, tombstones left out, until there are as many as asked for: each copy with an id, a phone
 * and times of its own, as different from the others as the leads that it was copied from are among themselves.
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
      // Area codes from 300 on: the people of every bench have numbers of 214 and 737 that no copy may have too.
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
