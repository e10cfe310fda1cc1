import mongoose from 'mongoose';
import { sealedLeads } from '@crm/leads/sealing/sealed-collections.js';
import { databaseAt } from '@crm/local/environments.js';
import type { Keys } from '@crm/local/keys.js';
import { createDataKeys } from '@crm/platform/encryption/data-keys.js';
import { keyRing } from '@crm/platform/encryption/key-ring.js';
import { localKms } from '@crm/platform/encryption/kms.js';
import { sealCollection } from '@crm/platform/encryption/seal-collection.js';

/** Leads created through migration; the rest are copies, because a million would take an hour. */
export const migrated = 20_000;
const batch = 1_000;

/**
 * Copies the leads of a store, except tombstones, up to a number: each with its own id, phone, times and data key, as varied
 * as the originals.
 */
export async function multiplyLeads({
  storeUri,
  masters,
  wanted,
}: {
  storeUri: string;
  masters: Keys['masters'];
  wanted: number;
}): Promise<void> {
  const connection = await mongoose.createConnection(databaseAt(storeUri, 'leads')).asPromise();
  try {
    const kms = localKms(keyRing.parse(JSON.stringify(masters)));
    sealCollection(connection, sealedLeads, createDataKeys(connection, kms));
    const leads = connection.collection('leads');
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
          _id: new mongoose.Types.ObjectId(),
          phone,
          updatedAt,
          list: { ...(typeof list === 'object' ? list : {}), phone },
        };
      });
      await leads.insertMany(copies, { ordered: false });
    }
  } finally {
    await connection.close();
  }
}
