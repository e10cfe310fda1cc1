import { randomUUID } from 'node:crypto';
import { silentLogger } from '@crm/platform/log/logger.js';
import { connectMongo, type Store } from '@crm/platform/mongo/connect.js';
import { startTestStore, type TestStore } from '@crm/platform/testing/test-store.js';
import { uniqueId } from '@crm/platform/testing/unique.js';
import { unknownLead, type LeadFigures } from '../leads/lead-figures.rules.js';
import { figureSets, type FigureSets } from './figure-sets.js';
import { ingestNews } from './ingest.js';

let server: TestStore;
let stores: Store[];
/** Of two processes on one store. */
let own: FigureSets;
let other: FigureSets;
/** The commands of the first process. */
let commands: string[];

beforeAll(async () => {
  server = await startTestStore();
});
afterAll(() => server.stop());
beforeEach(async () => {
  const database = randomUUID();
  const connect = () => connectMongo({ uri: server.uri, database, log: silentLogger });
  stores = await Promise.all([connect(), connect()]);
  [own, other] = stores.map(({ connection }) => figureSets(connection)) as [FigureSets, FigureSets];
  await own.renew();
  commands = [];
  stores[0]?.connection.on(
    'operation-start',
    ({ method, collectionName }: { method: string; collectionName: string }) => {
      commands.push(`${method} ${collectionName}`);
    },
  );
});
afterEach(() => Promise.all(stores.map((store) => store.close())));

const isGone = (lead_id: string) => [{ lead_id, updates: [{ is: 'gone' as const, version: 7 }] }];
const rowIn = (set: number, id: string) => own.set(set).rows.findOne({ _id: id });
const namesOf = (written: { rows: { collectionName: string } }[]) =>
  written.map(({ rows }) => rows.collectionName);

describe('news of a lead', () => {
  test('are read for and written by two commands, whether or not the lead is known', async () => {
    await other.show(1);
    const id = uniqueId();
    for (const version of [7, 8]) {
      commands = [];
      await ingestNews(own, [{ lead_id: id, updates: [{ is: 'gone', version }] }]);
      expect(commands).toEqual(['aggregate sets', 'bulkWrite leads_1']);
    }
    expect(await rowIn(1, id)).toMatchObject({ gone: true, gone_version: 8, rev: 2 });
  });

  test('are written to a set that another process began a moment ago, too', async () => {
    await other.show(1);
    await ingestNews(own, isGone(uniqueId()));
    expect(await other.begin()).toBe(true);
    const id = uniqueId();
    await ingestNews(own, isGone(id));
    expect([await rowIn(1, id), await rowIn(2, id)]).toMatchObject([{ gone: true }, { gone: true }]);
  });

  test('are not written any more to a set that another process replaced, nor by what that knew', async () => {
    await other.show(1);
    const id = uniqueId();
    await own.set(1).rows.insertOne({ ...unknownLead(id), rev: 3 } satisfies LeadFigures);
    expect(await own.writtenWith([id])).toMatchObject([{ known: [{ _id: id, rev: 3 }] }]);
    await other.begin();
    await other.show(2);
    const written = await own.writtenWith([id]);
    expect([namesOf(written), written[0]?.known]).toEqual([['leads_2'], []]);
    await ingestNews(own, isGone(id));
    expect([(await rowIn(1, id))?.gone, (await rowIn(2, id))?.gone]).toEqual([false, true]);
  });
});

test('what is shown is not read again for each query', async () => {
  await other.show(1);
  await own.shown();
  commands = [];
  expect((await own.shown()).rows.collectionName).toBe('leads_1');
  expect(commands).toEqual([]);
});
