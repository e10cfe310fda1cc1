import { createServer, type IncomingMessage } from 'node:http';
import { MongoClient, ObjectId, type Db } from 'mongodb';
import { z } from 'zod';
import { systemClock } from '@crm/platform/clock.js';
import { createTokenVerifier, type TokenVerifier } from '@crm/platform/identity/token-verifier.js';
import { listening, servesInOwnProcess, startOwnProcess } from '../own-process.js';

const database = 'bench_bare';
const pageSize = 10;
const maxTexts = 200;
const leaseMs = 30_000;

const order = z.object({ storeUri: z.string(), keys: z.record(z.string(), z.string()) });
type Order = z.output<typeof order>;

/** What a page of leads, an opened and a saved lead need of the store, and nothing beside it. */
const calls: Readonly<
  Record<string, (db: Db, about: { id: string; user: string; turn: number }) => Promise<unknown>>
> = {
  list: async (db, { turn }) => {
    const filter = { type_id: 2, 'list.source': { $in: [1, 2, 3, 4, 5, 6] } };
    const sort = { updatedAt: -1, _id: -1 } as const;
    const [leads, total] = await Promise.all([
      db
        .collection('leads')
        .find(filter)
        .sort(sort)
        .skip((turn % 3) * pageSize)
        .limit(pageSize)
        .toArray(),
      db.collection('leads').countDocuments(filter),
    ]);
    return { leads, total };
  },
  open: async (db, { id, user }) => {
    const lead_id = new ObjectId(id);
    const hold = { user_id: new ObjectId(user), until: new Date(Date.now() + leaseMs) };
    const [lead, texts, followup, notes] = await Promise.all([
      db.collection('leads').findOneAndUpdate({ _id: lead_id }, { $set: { hold } }),
      db.collection('texts').find({ lead_id }).sort({ createdAt: -1 }).limit(maxTexts).toArray(),
      db.collection('followups').findOne({ lead_id }),
      db.collection('notes').find({ lead_id }).toArray(),
    ]);
    return { lead, texts, followup, notes };
  },
  release: async (db, { id }) => {
    await db.collection('leads').updateOne({ _id: new ObjectId(id) }, { $unset: { hold: 1 } });
    return {};
  },
  save: async (db, { id, turn }) => {
    const leads = db.collection<{ version: number; address: string }>('leads');
    const _id = new ObjectId(id);
    const lead = await leads.findOne({ _id });
    if (lead === null) throw new Error('The bare server has no such lead');
    const after = { ...lead, address: `${String(turn)} Measured Street` };
    // The event in the document's own write, as the product has it.
    const event = JSON.stringify(after);
    await leads.updateOne(
      { _id, version: after.version },
      { $set: { address: after.address, outbox: [{ event }] }, $inc: { version: 1 } },
    );
    return after;
  },
};

function bearerOf(req: IncomingMessage, verifier: TokenVerifier): string {
  return verifier.verify(req.headers.authorization?.slice('Bearer '.length) ?? '').sub;
}

async function serve(given: unknown): Promise<{ url: string }> {
  const { storeUri, keys } = order.parse(given);
  const db = (await new MongoClient(storeUri).connect()).db(database);
  const verifier = createTokenVerifier({ keys, clock: systemClock });
  const server = createServer((req, res) => {
    req.resume();
    const [, call = '', id = '', turn = '0'] = (req.url ?? '').split('/');
    const answer = async () => calls[call]?.(db, { id, user: bearerOf(req, verifier), turn: Number(turn) });
    void answer().then(
      (found) => {
        const text = JSON.stringify(found);
        res.setHeader('content-type', 'application/json; charset=utf-8');
        res.setHeader('content-length', Buffer.byteLength(text));
        res.end(text);
      },
      (error: unknown) => {
        res.statusCode = 500;
        res.end(String(error));
      },
    );
  });
  return { url: await listening(server) };
}

/** Gives the bare server its own copy of these leads: what it writes is nobody else's. */
async function copyLeads(store: MongoClient, from: Db, ids: readonly string[]): Promise<void> {
  const db = store.db(database);
  const leads = await from
    .collection('leads')
    .find({ _id: { $in: ids.map((id) => new ObjectId(id)) } })
    .toArray();
  await db.collection('leads').insertMany(leads);
  await db.collection('leads').createIndex({ type_id: 1, 'list.source': 1, updatedAt: 1, _id: 1 });
  for (const name of ['texts', 'followups', 'notes']) await db.collection(name).createIndex({ lead_id: 1 });
}

/** A server of node's http and the driver alone, beside the system on the same store: what a click costs at least. */
export async function startBareServer(options: {
  storeUri: string;
  leads: Db;
  ids: readonly string[];
  keys: Readonly<Record<string, string>>;
}) {
  const { storeUri, keys } = options;
  const store = new MongoClient(storeUri);
  await copyLeads(store, options.leads, options.ids);
  await store.close();
  const { url, pid, stop } = await startOwnProcess(import.meta.url, { storeUri, keys } satisfies Order);
  return {
    pid,
    stop,
    ask: async (token: string, path: string): Promise<void> => {
      const answer = await fetch(`${url}/${path}`, { headers: { authorization: `Bearer ${token}` } });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`The bare server said ${text}`);
    },
  };
}

await servesInOwnProcess(import.meta.url, serve);
