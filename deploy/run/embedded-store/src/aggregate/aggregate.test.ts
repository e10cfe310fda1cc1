import { MongoClient, type Db } from 'mongodb';
import { createServer, type StoreServer } from '../server.js';

let server: StoreServer;
let client: MongoClient;
let db: Db;

beforeAll(async () => {
  server = await createServer({ memory: true, noSync: true });
  client = await MongoClient.connect(server.uri);
  db = client.db('aggregates');
  const leads = Array.from({ length: 300 }, (_, i) => ({
    _id: i,
    status: i % 3 === 0 ? 'won' : 'open',
    agent: i % 10,
    amount: i / 2,
    at: new Date(Date.UTC(2024, 0, 1 + (i % 5), 23, 30)),
  }));
  await db.collection<{ _id: number }>('leads').insertMany(leads);
});

afterAll(async () => {
  await client.close();
  await server.close();
});

const aggregate = (...stages: object[]) => db.collection('leads').aggregate(stages).toArray();

test('a report through the driver: match, group by agent and month, sort, project', async () => {
  const rows = await aggregate(
    { $match: { status: 'won' } },
    {
      $group: {
        _id: { agent: '$agent', month: { $substrBytes: ['$at', 0, 7] } },
        sum: { $sum: '$amount' },
        count: { $count: {} },
      },
    },
    { $sort: { sum: -1 } },
    { $limit: 1 },
    { $project: { _id: 0, agent: '$_id.agent', month: '$_id.month', sum: 1, count: 1 } },
  );
  expect(rows).toEqual([{ sum: 810, count: 10, agent: 7, month: '2024-01' }]);
});

test('documents of an array are unwound and counted', async () => {
  await db.collection<{ _id: number; steps: { by: string }[] }>('runs').insertMany([
    { _id: 1, steps: [{ by: 'a' }, { by: 'b' }] },
    { _id: 2, steps: [{ by: 'a' }] },
  ]);
  const rows = await db
    .collection('runs')
    .aggregate([
      { $unwind: '$steps' },
      { $match: { 'steps.by': 'a' } },
      { $group: { _id: '$steps.by', n: { $sum: 1 } } },
    ])
    .toArray();
  expect(rows).toEqual([{ _id: 'a', n: 2 }]);
});

test('results larger than a batch are returned through a cursor', async () => {
  const rows = await db
    .collection('leads')
    .aggregate([{ $project: { amount: 1 } }], { batchSize: 7 })
    .toArray();
  expect(rows).toHaveLength(300);
});

test('unsupported features are rejected with a specific error', async () => {
  for (const name of ['$lookup', '$merge', '$nonsense']) {
    await expect(aggregate({ [name]: 1 })).rejects.toMatchObject({
      code: 40324,
      message: `Unrecognized pipeline stage name: '${name}'`,
    });
  }
  await expect(aggregate({ $project: { x: { $add: ['$amount', 1] } } })).rejects.toMatchObject({
    code: 168,
    codeName: 'InvalidPipelineOperator',
    message: expect.stringContaining("Unrecognized expression '$add'") as string,
  });
});
