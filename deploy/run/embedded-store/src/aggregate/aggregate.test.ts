import { MongoClient, MongoServerError, type Db } from 'mongodb';
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

describe('documents of other collections', () => {
  beforeAll(async () => {
    await db.collection<{ _id: string; agent: number; on: number }>('calls').insertMany([
      { _id: 'a', agent: 7, on: 2 },
      { _id: 'b', agent: 7, on: 1 },
      { _id: 'c', agent: 8, on: 3 },
    ]);
    await db.collection('calls').createIndex({ agent: 1 });
  });
  const callsOf = (agent: number, ...then: object[]) => ({
    $unionWith: { coll: 'calls', pipeline: [{ $match: { agent } }, ...then] },
  });
  const won = { $match: { _id: { $in: [3, 6] } } };

  test('follow the own ones, each by stages of its own', async () => {
    const id = { $project: { _id: 1 } };
    const rows = await aggregate(
      won,
      id,
      callsOf(7, { $sort: { on: 1 } }, { $limit: 1 }, id),
      callsOf(8, id),
    );
    expect(rows).toEqual([{ _id: 3 }, { _id: 6 }, { _id: 'b' }, { _id: 'c' }]);
  });

  test('go through the stages behind with them', async () => {
    const all = [won, { $unionWith: 'calls' }, { $match: { agent: { $in: [6, 7] } } }];
    expect(await aggregate(...all, { $sort: { agent: -1, on: 1 } }, { $project: { _id: 1 } })).toEqual([
      { _id: 'b' },
      { _id: 'a' },
      { _id: 6 },
    ]);
    expect(await aggregate(...all, { $count: 'n' })).toEqual([{ n: 3 }]);
  });

  test('are none where the collection, or the own one, is not there', async () => {
    const none = { $unionWith: { coll: 'nothing', pipeline: [] } };
    expect(await aggregate(won, none, { $count: 'n' })).toEqual([{ n: 2 }]);
    expect(
      await db
        .collection('nothing')
        .aggregate([callsOf(8)])
        .toArray(),
    ).toHaveLength(1);
  });

  test('are searched for in their own index', async () => {
    const plan = await db
      .collection('leads')
      .aggregate([won, callsOf(8)])
      .explain('executionStats');
    expect(plan).toMatchObject({ executionStats: { nReturned: 3, totalDocsExamined: 3 } });
  });

  test.each([1, { pipeline: [] }, { coll: 'calls', as: 'x' }, { coll: 'calls', pipeline: {} }])(
    'are refused where they are asked for as %p',
    async (spec) => {
      await expect(aggregate({ $unionWith: spec })).rejects.toBeInstanceOf(MongoServerError);
    },
  );
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
