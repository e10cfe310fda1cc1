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
  const agents = Array.from({ length: 10 }, (_, i) => ({ _id: i, name: `Agent ${i}` }));
  await db.collection<{ _id: number }>('agents').insertMany(agents);
});

afterAll(async () => {
  await client.close();
  await server.close();
});

const aggregate = (...stages: object[]) => db.collection('leads').aggregate(stages).toArray();

test('a report through the driver: match, group by day of a zone, join, sort, shape', async () => {
  const rows = await aggregate(
    { $match: { status: 'won' } },
    {
      $group: {
        _id: {
          agent: '$agent',
          day: { $dateToString: { date: '$at', format: '%Y-%m-%d', timezone: 'Europe/Paris' } },
        },
        sum: { $sum: '$amount' },
        count: { $count: {} },
      },
    },
    { $lookup: { from: 'agents', localField: '_id.agent', foreignField: '_id', as: 'agent' } },
    { $unwind: '$agent' },
    { $sort: { sum: -1, 'agent.name': 1 } },
    { $limit: 1 },
    { $project: { _id: 0, day: '$_id.day', name: '$agent.name', sum: 1, count: 1 } },
  );
  expect(rows).toEqual([{ sum: 810, count: 10, day: '2024-01-04', name: 'Agent 7' }]);
});

test('a page and its total in one question', async () => {
  const [answer] = await aggregate(
    { $match: { agent: 3 } },
    {
      $facet: {
        total: [{ $count: 'n' }],
        rows: [{ $sort: { _id: -1 } }, { $skip: 2 }, { $limit: 2 }, { $project: { amount: 1 } }],
      },
    },
  );
  expect(answer).toEqual({
    total: [{ n: 30 }],
    rows: [
      { _id: 273, amount: 136.5 },
      { _id: 263, amount: 131.5 },
    ],
  });
});

test('results longer than a batch come through the cursor', async () => {
  const rows = await db
    .collection('leads')
    .aggregate([{ $addFields: { x: 1 } }], { batchSize: 7 })
    .toArray();
  expect(rows).toHaveLength(300);
});

test('what is not supported is refused by name', async () => {
  await expect(aggregate({ $merge: 'other' })).rejects.toMatchObject({
    code: 238,
    codeName: 'NotImplemented',
    message: expect.stringContaining('$merge') as string,
  });
  await expect(aggregate({ $nonsense: 1 })).rejects.toMatchObject({
    code: 40324,
    message: "Unrecognized pipeline stage name: '$nonsense'",
  });
});
