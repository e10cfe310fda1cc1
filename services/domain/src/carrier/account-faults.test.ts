import { silentLogger } from '@crm/platform/log/logger.js';
import { connectMongo, type Store } from '@crm/platform/mongo/connect.js';
import { ManualClock } from '@crm/platform/testing/manual-clock.js';
import { startTestStore, type TestStore } from '@crm/platform/testing/test-store.js';
import { accountFaultModel, createAccountFaults } from './account-faults.js';

let testStore: TestStore;
let store: Store;
beforeAll(async () => {
  testStore = await startTestStore();
  store = await connectMongo({ uri: testStore.uri, database: 'faults', log: silentLogger });
});
afterAll(async () => {
  await store.close();
  await testStore.stop();
});

test('a fault of the account is kept by its code for a day; what is none is passed over', async () => {
  const clock = new ManualClock();
  const faults = createAccountFaults(accountFaultModel(store.connection), { clock, log: silentLogger });
  await faults.published(30003);
  await faults.met({ kind: 'refused', code: 21211, message: 'This number is not in service' });
  expect(await faults.standing()).toEqual([]);
  await faults.published(30034);
  clock.advance(60_000);
  await faults.met({ kind: 'account', code: 21210, message: 'Not ours' });
  await faults.published(30034);
  const at = clock.now().toISOString();
  expect(await faults.standing()).toEqual(
    expect.arrayContaining([
      { code: 30034, sentence: 'our number is not registered for texts', at, times: 2 },
      { code: 21210, sentence: 'Not ours', at, times: 1 },
    ]),
  );
  clock.advance(24 * 3600 * 1000);
  expect(await faults.standing()).toEqual([]);
});
