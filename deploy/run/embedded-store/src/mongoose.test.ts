import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { GridFSBucket, MongoServerError } from 'mongodb';
import mongoose, { Schema, Types, type Connection } from 'mongoose';
import { createServer, type StoreServer } from './server.js';

let server: StoreServer;
let connection: Connection;

beforeAll(async () => {
  server = await createServer({ memory: true });
  connection = await mongoose.createConnection(server.uri, { dbName: 'day' }).asPromise();
});
afterAll(async () => {
  await connection.close();
  await server.close();
});
afterEach(() => connection.dropDatabase());

const agentSchema = new Schema({
  name: { type: String, required: true },
  email: { type: String, unique: true },
});
const leadSchema = new Schema(
  {
    name: { type: String, required: true },
    state: String,
    premium: { type: Number, min: 0 },
    agent: { type: Schema.Types.ObjectId, ref: 'Agent' },
    notes: [{ text: String, at: Date }],
    tags: [String],
  },
  { timestamps: true },
);
leadSchema.index({ state: 1, createdAt: -1 });

const modelsOf = (on: Connection) => ({
  Agent: on.model('Agent', agentSchema),
  Lead: on.model('Lead', leadSchema),
});
let known: ReturnType<typeof modelsOf> | undefined;

const models = async () => {
  known ??= modelsOf(connection);
  await Promise.all([known.Agent.syncIndexes(), known.Lead.syncIndexes()]);
  return known;
};

describe('mongoose', () => {
  it('validates, saves, reads back every type and populates', async () => {
    const { Agent, Lead } = await models();
    await expect(Lead.create({ premium: -1 })).rejects.toThrow(/name.*required/);
    const agent = await Agent.create({ name: 'Ann', email: 'ann@example.com' });
    const lead = await Lead.create({
      name: 'Bob',
      agent: agent._id,
      premium: 12.5,
      notes: [{ text: 'hi', at: new Date(5) }],
    });
    const read = await Lead.findById(lead._id).populate<{ agent: { name: string } }>('agent').orFail();
    expect(read.get('agent.name')).toBe('Ann');
    expect(read.toObject()).toMatchObject({
      name: 'Bob',
      premium: 12.5,
      notes: [{ text: 'hi', at: new Date(5) }],
    });
    read.set('name', 'Rob');
    await read.save();
    expect(await Lead.countDocuments({ name: 'Rob' })).toBe(1);
  });

  it('reports a duplicate key with code, keyPattern and keyValue', async () => {
    const { Agent } = await models();
    await Agent.create({ name: 'Ann', email: 'ann@example.com' });
    const error: unknown = await Agent.create({ name: 'Eve', email: 'ann@example.com' }).catch(
      (e: unknown) => e,
    );
    expect(error).toMatchObject({
      code: 11000,
      keyPattern: { email: 1 },
      keyValue: { email: 'ann@example.com' },
      message:
        'E11000 duplicate key error collection: day.agents index: email_1 dup key: { email: "ann@example.com" }',
    });
  });

  it('upserts, finds and updates, and returns the document before or after', async () => {
    const { Lead } = await models();
    const made = await Lead.findOneAndUpdate(
      { name: 'Up' },
      { $inc: { premium: 2 }, $setOnInsert: { state: 'TX' } },
      { upsert: true, returnDocument: 'after' },
    );
    expect(made).toMatchObject({ name: 'Up', premium: 2, state: 'TX' });
    expect(
      await Lead.findOneAndUpdate({ name: 'Up' }, { $inc: { premium: 1 } }, { returnDocument: 'before' }),
    ).toMatchObject({ premium: 2 });
    expect(await Lead.updateOne({ name: 'None' }, { $set: { state: 'NY' } }, { upsert: true })).toMatchObject(
      { matchedCount: 0, upsertedCount: 1 },
    );
    expect(await Lead.findOneAndDelete({ name: 'None' })).toMatchObject({ state: 'NY' });
    expect(await Lead.countDocuments()).toBe(1);
  });

  it('bulk writes: ordered stops at the first error, unordered continues', async () => {
    const { Agent } = await models();
    const operations = [
      { insertOne: { document: { name: 'a', email: 'a' } } },
      { insertOne: { document: { name: 'again', email: 'a' } } },
      { insertOne: { document: { name: 'b', email: 'b' } } },
      { updateOne: { filter: { email: 'a' }, update: { $set: { name: 'A' } } } },
      { deleteOne: { filter: { email: 'b' } } },
    ];
    await expect(Agent.bulkWrite(operations)).rejects.toMatchObject({
      code: 11000,
      result: { insertedCount: 1 },
    });
    await Agent.deleteMany({});
    const error: unknown = await Agent.bulkWrite(operations, { ordered: false }).catch((e: unknown) => e);
    expect(error).toMatchObject({
      writeErrors: [{ index: 1 }],
      result: { insertedCount: 2, modifiedCount: 1, deletedCount: 1 },
    });
    expect((await Agent.find().lean()).map(({ name }) => String(name))).toEqual(['A']);
  });

  it('aggregates with $match, $unwind, $group and $sort', async () => {
    const { Lead } = await models();
    await Lead.create([
      { name: '1', premium: 5, state: 'TX', tags: ['a', 'b'] },
      { name: '2', premium: 7, state: 'TX', tags: ['a'] },
      { name: '3', premium: 1, state: 'NY', tags: ['b'] },
    ]);
    const rows = await Lead.aggregate<unknown>([
      { $match: { premium: { $gt: 0 } } },
      { $unwind: '$tags' },
      { $group: { _id: '$tags', total: { $sum: '$premium' }, leads: { $sum: 1 } } },
      { $sort: { total: -1 } },
    ]);
    expect(rows).toEqual([
      { _id: 'a', total: 12, leads: 2 },
      { _id: 'b', total: 6, leads: 2 },
    ]);
  });

  it('iterates a cursor over many documents without blocking other commands', async () => {
    const { Lead } = await models();
    const count = Number(process.env['CURSOR_DOCUMENTS'] ?? 20_000);
    await Lead.collection.insertMany(
      Array.from({ length: count }, (_, i) => ({ name: `n${String(i)}`, state: i % 2 ? 'TX' : 'NY' })),
    );
    let seen = 0;
    for await (const lead of Lead.find({ state: 'TX' }).lean().cursor({ batchSize: 1000 })) {
      if (seen++ === 0) await Lead.updateOne({ _id: lead._id }, { $set: { state: 'NY' } });
    }
    expect(seen).toBe(count / 2);
    expect(await Lead.countDocuments({ state: 'TX' })).toBe(count / 2 - 1);
  });

  it('rejects transactions', async () => {
    const { Lead } = await models();
    await expect(
      connection.transaction((session) => Lead.create([{ name: 'x' }], { session })),
    ).rejects.toThrow(/does not support retryable writes|Transaction numbers are only allowed/);
  });

  it('explains a page: an index scan that examines only the returned documents', async () => {
    const { Lead } = await models();
    await Lead.insertMany(
      Array.from({ length: 500 }, (_, i) => ({ name: `n${String(i)}`, state: i % 5 ? 'TX' : 'NY' })),
    );
    const plan = (await Lead.find({ state: 'NY' })
      .sort({ createdAt: -1 })
      .limit(10)
      .explain('executionStats')) as unknown;
    expect(plan).toMatchObject({
      queryPlanner: {
        winningPlan: { stage: 'FETCH', inputStage: { stage: 'IXSCAN', indexName: 'state_1_createdAt_-1' } },
      },
      executionStats: { nReturned: 10, totalDocsExamined: 10, totalKeysExamined: 10 },
    });
  });
});

describe('unsupported features are rejected with a specific error', () => {
  const refused = async (work: Promise<unknown>) => {
    const error: unknown = await work.catch((e: unknown) => e);
    expect(error).toBeInstanceOf(MongoServerError);
    return error as MongoServerError;
  };
  const things = () => connection.getClient().db('day').collection('things');

  it.each([
    [
      'an unknown command',
      () => things().db.command({ mapReduce: 'things' }),
      59,
      /no such command: 'mapReduce'/,
    ],
    [
      'an unknown option',
      () => things().db.command({ find: 'things', nonsense: 1 }),
      40415,
      /find\.nonsense/,
    ],
    [
      'a collation',
      () =>
        things()
          .find({}, { collation: { locale: 'de' } })
          .toArray(),
      238,
      /collation/,
    ],
    ['JavaScript', () => things().find({ $where: 'true' }).toArray(), 2, /\$where/],
    ['a text index', () => things().createIndex({ a: 'text' }), 67, /text/],
    ['a capped collection', () => things().db.command({ create: 'c', capped: true }), 238, /capped/],
    [
      'an unknown operator',
      () =>
        things()
          .find({ a: { $near: [1, 2] } })
          .toArray(),
      2,
      /\$near/,
    ],
    [
      'an unknown stage',
      () =>
        things()
          .aggregate([{ $nope: 1 }])
          .toArray(),
      40324,
      /\$nope/,
    ],
    [
      'a cursor nobody has',
      () => things().db.command({ getMore: 12n, collection: 'things' }),
      43,
      /cursor id 12 not found/,
    ],
  ])('%s', async (_what, work, code, message) => {
    const error = await refused(work());
    expect([error.code, error.message]).toEqual([code, expect.stringMatching(message)]);
  });
});

describe('GridFS', () => {
  it('uploads and downloads a file through the unmodified driver', async () => {
    const bucket = new GridFSBucket(connection.getClient().db('day'));
    const bytes = randomBytes(Number(process.env['GRIDFS_BYTES'] ?? 5_000_000));
    const upload = bucket.openUploadStream('call.wav', { metadata: { lead: new Types.ObjectId() } });
    upload.end(bytes);
    await once(upload, 'finish');
    const hash = createHash('sha256');
    for await (const chunk of bucket.openDownloadStream(upload.id)) hash.update(chunk as Buffer);
    expect(hash.digest('hex')).toBe(createHash('sha256').update(bytes).digest('hex'));
    expect(await bucket.find({ filename: 'call.wav' }).toArray()).toMatchObject([{ length: bytes.length }]);
    await bucket.delete(upload.id);
    expect(await connection.getClient().db('day').collection('fs.chunks').countDocuments()).toBe(0);
  });
});
