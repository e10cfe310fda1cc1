import { Schema, type Model } from 'mongoose';
import { silentLogger } from '../log/logger.js';
import { startTestStore, type TestStore } from '../testing/test-store.js';
import { connectMongo, type Store } from './connect.js';
import { storedAtHand } from './stored-at-hand.js';

interface Rule {
  _id: string;
  text: string;
}

let server: TestStore;
let store: Store;
let rules: Model<Rule>;
let reads: number;

const ruleAtHand = storedAtHand(async (model: Model<Rule>) => {
  reads += 1;
  return (await model.findById('a').lean<Rule>())?.text;
});

beforeAll(async () => {
  server = await startTestStore();
});
beforeEach(async () => {
  store = await connectMongo({ uri: server.uri, database: 'rules_of_a_test', log: silentLogger });
  const schema = new Schema<Rule>({ _id: String, text: String }, { collection: 'rules', versionKey: false });
  rules = store.connection.model<Rule>('Rule', schema);
  await rules.deleteMany({});
  await rules.insertMany([{ _id: 'a', text: 'first' }]);
  reads = 0;
});
afterEach(() => store.close());
afterAll(() => server.stop());

test('what is asked for again is not read again', async () => {
  expect(await ruleAtHand(rules)).toBe('first');
  expect(await ruleAtHand(rules)).toBe('first');
  expect(reads).toBe(1);
});

test('what this process wrote is known at once, by its model or past it', async () => {
  await ruleAtHand(rules);
  await rules.updateOne({ _id: 'a' }, { $set: { text: 'second' } });
  expect(await ruleAtHand(rules)).toBe('second');
  await store.connection.collection<Rule>('rules').updateOne({ _id: 'a' }, { $set: { text: 'third' } });
  expect(await ruleAtHand(rules)).toBe('third');
});

test('what was read while a write was under way is read again behind it', async () => {
  const writing = rules.updateOne({ _id: 'a' }, { $set: { text: 'second' } });
  await Promise.all([writing, ruleAtHand(rules)]);
  expect(await ruleAtHand(rules)).toBe('second');
});

test('a write to another collection leaves it as it is', async () => {
  await ruleAtHand(rules);
  await store.connection.collection('others').insertOne({});
  expect(await ruleAtHand(rules)).toBe('first');
  expect(reads).toBe(1);
});

test('a query may be what is read: it is executed once for all who wait for it', async () => {
  const all = storedAtHand((model: Model<Rule>) => model.find().lean<Rule[]>());
  const [one, other] = await Promise.all([all(rules), all(rules)]);
  expect([one, other, await all(rules)]).toEqual([one, one, one]);
});
