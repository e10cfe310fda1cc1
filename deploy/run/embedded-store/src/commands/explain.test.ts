import type { Db, Document } from 'mongodb';
import { temporaryStore, type TemporaryStore } from '../test/temporary-store.js';

let store: TemporaryStore;
let db: Db;

beforeAll(async () => {
  store = await temporaryStore(true);
  db = store.client.db('explain');
  await db.collection('things').insertMany(Array.from({ length: 100 }, (_, i) => ({ n: i % 10, m: i })));
  await db.collection('things').createIndex({ n: 1 });
});
afterAll(() => store.close());

const explain = (command: Document, verbosity = 'executionStats') =>
  db.command({ explain: command, verbosity });
const text = (plan: Document) => JSON.stringify(plan['queryPlanner']);

describe('explain', () => {
  test.each<[string, Document, number]>([
    ['find', { find: 'things', filter: { n: 3 } }, 10],
    ['find with a limit', { find: 'things', filter: { n: 3 }, limit: 4 }, 4],
    ['aggregate', { aggregate: 'things', pipeline: [{ $match: { n: 3 } }], cursor: {} }, 10],
    ['count', { count: 'things', query: { n: 3 } }, 10],
    ['distinct', { distinct: 'things', key: 'm', query: { n: 3 } }, 10],
    ['findAndModify', { findAndModify: 'things', query: { n: 3 }, remove: true }, 1],
    ['update', { update: 'things', updates: [{ q: { n: 3 }, u: { $set: { m: 0 } }, multi: true }] }, 10],
    ['delete', { delete: 'things', deletes: [{ q: { n: 3 }, limit: 0 }] }, 10],
  ])(
    'of %s names the index and counts what it reads, and changes nothing',
    async (_name, command, returned) => {
      const plan = await explain(command);
      expect(text(plan)).toContain('n_1');
      expect(plan['executionStats']).toMatchObject({ executionSuccess: true, nReturned: returned });
      const examined = plan['executionStats'] as { totalDocsExamined: number; totalKeysExamined: number };
      expect(examined.totalDocsExamined).toBeLessThanOrEqual(10);
      expect(examined.totalKeysExamined).toBeLessThanOrEqual(11);
      expect(await db.collection('things').countDocuments({ n: 3, m: { $gt: 0 } })).toBe(10);
    },
  );

  it('reports a collection scan', async () => {
    const plan = await explain({ find: 'things', filter: { m: 5 } });
    expect(text(plan)).toContain('COLLSCAN');
    expect(plan['executionStats']).toMatchObject({
      nReturned: 1,
      totalDocsExamined: 100,
      totalKeysExamined: 0,
    });
  });

  it('does not execute the query with verbosity queryPlanner', async () => {
    expect(await explain({ find: 'things' }, 'queryPlanner')).not.toHaveProperty('executionStats');
  });

  it('reports EOF for a missing collection', async () => {
    const plan = await explain({ find: 'missing' });
    expect(text(plan)).toContain('EOF');
    expect(plan['executionStats']).toMatchObject({ nReturned: 0, totalDocsExamined: 0 });
  });

  test.each<[string, Document, number]>([
    ['a command that cannot be', { explain: { insert: 'things', documents: [{}] } }, 59],
    ['nothing', { explain: {} }, 59],
    ['no document', { explain: 1 }, 14],
    ['an unknown field', { explain: { find: 'things' }, loud: true }, 40415],
    ['what the command itself refuses', { explain: { find: 'things', filter: { $foo: 1 } } }, 2],
  ])('rejects %s', async (_what, command, code) => {
    await expect(db.command(command)).rejects.toMatchObject({ code });
  });
});
