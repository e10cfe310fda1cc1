import { once } from 'node:events';
import { Agent, createServer, IncomingMessage, request } from 'node:http';
import { json, text } from 'node:stream/consumers';
import { MongoClient, ObjectId } from 'mongodb';
import { z } from 'zod';
import { listening, servesInOwnProcess, startOwnProcess } from './own-process.js';

const order = z.object({ storeUri: z.string() });
type Order = z.output<typeof order>;

const question = z.object({ lead_id: z.string(), phone: z.string(), user_id: z.string().nullable() });
type Question = z.output<typeof question>;

/** What a permission reads and keeps, and nothing beside it: the lead, who asks, what is on file of the number, one insert. */
async function serve(given: unknown): Promise<{ url: string }> {
  const { storeUri } = order.parse(given);
  const db = (
    await new MongoClient(storeUri, { writeConcern: { w: 'majority', journal: true } }).connect()
  ).db('crm_leads');
  const answer = async (body: unknown) => {
    const { lead_id, phone, user_id } = question.parse(body);
    const _id = new ObjectId(lead_id);
    const number = { $in: [phone] };
    const [lead, user, ...onFile] = await Promise.all([
      db.collection('leads').findOne({ _id }, { projection: { status: 1, phone: 1, state: 1, zipcode: 1 } }),
      user_id === null ? null : db.collection('users').findOne({ _id: new ObjectId(user_id) }),
      db.collection('donotcontact').find({ address: number, active: 1 }).toArray(),
      db.collection('consents').find({ addresses: number }).limit(100).toArray(),
      db.collection<{ _id: string }>('contactattempts').find({ _id: number }).toArray(),
      db
        .collection('contactoverrides')
        .find({ lead_id: _id, until: { $gt: new Date() } })
        .toArray(),
    ]);
    const decision = { _id: new ObjectId(), at: new Date(), lead_id: _id, address: phone, allowed: true };
    await db.collection('bench_decisions').insertOne(decision);
    return { lead, banned: user?.['banned'] === 1, onFile: onFile.flat().length, decision };
  };
  const server = createServer((req, res) => {
    void json(req)
      .then(answer)
      .then(
        (found) => {
          res.setHeader('content-type', 'application/json; charset=utf-8');
          res.end(JSON.stringify(found));
        },
        (error: unknown) => {
          res.statusCode = 500;
          res.end(String(error));
        },
      );
  });
  return { url: await listening(server) };
}

/** A server of node:http and the driver alone, beside the system on the same store: what a permission costs at least. */
export async function startBarePermission(given: Order) {
  const server = await startOwnProcess(import.meta.url, given);
  const agent = new Agent({ keepAlive: true });
  return {
    ask: async (asked: Question): Promise<void> => {
      const sent = request(server.url, { method: 'POST', agent });
      sent.end(JSON.stringify(asked));
      const [answer] = z.tuple([z.instanceof(IncomingMessage)]).parse(await once(sent, 'response'));
      const said = await text(answer);
      if (answer.statusCode !== 200) throw new Error(`The bare server said ${said}`);
    },
    stop: async () => {
      agent.destroy();
      await server.stop();
    },
  };
}

await servesInOwnProcess(import.meta.url, serve);
