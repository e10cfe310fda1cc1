import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Agent, createServer, IncomingMessage, request } from 'node:http';
import { json, text } from 'node:stream/consumers';
import { MongoClient, ObjectId } from 'mongodb';
import { z } from 'zod';

const serverArgument = 'bench-bare-permission';

const order = z.object({ storeUri: z.string() });
type Order = z.output<typeof order>;

const question = z.object({ lead_id: z.string(), phone: z.string(), user_id: z.string().nullable() });
type Question = z.output<typeof question>;

/** What a permission reads and keeps, and nothing beside it: the lead, who asks, what is on file of the number, one insert. */
async function serve({ storeUri }: Order): Promise<string> {
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
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = z.object({ port: z.int() }).parse(server.address());
  return `http://127.0.0.1:${String(port)}`;
}

/** A server of node:http and the driver alone, beside the system on the same store: what a permission costs at least. */
export async function startBarePermission(given: Order) {
  const child = fork(fileURLToPath(import.meta.url), [serverArgument], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [],
  });
  child.send(given);
  const message: unknown = (await once(child, 'message')).at(0);
  const { url } = z.object({ url: z.url() }).parse(message);
  const agent = new Agent({ keepAlive: true });
  return {
    ask: async (asked: Question): Promise<void> => {
      const sent = request(url, { method: 'POST', agent });
      sent.end(JSON.stringify(asked));
      const [answer] = z.tuple([z.instanceof(IncomingMessage)]).parse(await once(sent, 'response'));
      const said = await text(answer);
      if (answer.statusCode !== 200) throw new Error(`The bare server said ${said}`);
    },
    stop: async () => {
      agent.destroy();
      const exited = once(child, 'exit');
      child.disconnect();
      await exited;
    },
  };
}

if (process.argv[2] === serverArgument) {
  process.once('disconnect', () => process.exit(0));
  const message: unknown = (await once(process, 'message')).at(0);
  process.send?.({ url: await serve(order.parse(message)) });
}
