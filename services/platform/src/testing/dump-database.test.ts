import { randomUUID } from 'node:crypto';
import mongoose, { Types } from 'mongoose';
import { dumpDatabase } from './dump-database.js';
import { startTestStore } from './test-store.js';

const { Binary, MongoClient } = mongoose.mongo;

test('a dump has words wherever they are: in text, in bytes, in bytes within something else', async () => {
  const server = await startTestStore();
  const client = await new MongoClient(server.uri).connect();
  const database = client.db(randomUUID());
  const _id = new Types.ObjectId();
  const bytesOf = (text: string) => new Binary(Buffer.from(text));
  await database.collection('things').insertOne({
    _id,
    text: 'a biopsy',
    data: bytesOf('the dialysis'),
    more: [{ data: bytesOf('a pacemaker') }],
  });
  const dump = await dumpDatabase(database);
  for (const words of ['things', _id.toHexString(), 'a biopsy', 'the dialysis', 'a pacemaker'])
    expect(dump).toContain(words);
  await client.close();
  await server.stop();
});
