import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import mongoose, { type Connection } from 'mongoose';
import { logLines } from '../testing/log-lines.js';
import { startTestStore, type TestStore } from '../testing/test-store.js';
import { replaceStuckClient } from './replace-stuck-client.js';
import { connectedClient } from './store-client.js';

const replaced = 'store reconnected with a new client, the old one was stuck';
/** A server of whose looks the test decides; the driver's own go on beside it. */
const address = 'store.example:1';

let server: TestStore;
beforeAll(async () => {
  server = await startTestStore();
});
afterAll(() => server.stop());

async function open() {
  const lines = logLines();
  const database = randomUUID();
  const connection = await mongoose
    .createConnection(server.uri, { dbName: database, heartbeatFrequencyMS: 60_000 })
    .asPromise();
  const client = connection.getClient();
  const stop = replaceStuckClient({
    ...{ connection, log: lines.log },
    connectAnew: () => connectedClient({ uri: server.uri, database, selectionMs: 5_000 }),
    ...{ pauseMs: 5, lingerMs: 5 },
  });
  // The driver's events are classes that only it makes.
  const report = (event: string, words: object = {}) =>
    EventEmitter.prototype.emit.call(client, event, words);
  const isReplaced = () => connection.getClient() !== client;
  return {
    ...{ connection, client, lines, report, isReplaced },
    close: async () => {
      await stop();
      await connection.close();
    },
  };
}

/** As mongoose has it when the driver told that the store is gone. */
const lose = (connection: Connection) =>
  Object.assign(connection, { readyState: mongoose.ConnectionStates.disconnected });
const count = (client: mongoose.mongo.MongoClient) => client.db('any').collection('any').countDocuments({});

test('a client whose look at the store never ends is replaced, and what it has under way ends first', async () => {
  const { connection, client, lines, report, isReplaced, close } = await open();
  report('connectionCheckedOut');
  lose(connection);
  report('serverHeartbeatStarted', { connectionId: address });
  await lines.waitFor(replaced);
  expect(isReplaced()).toBe(true);
  expect(connection.readyState).toBe(mongoose.ConnectionStates.connected);
  // The old one is still open for what is under way in it.
  expect(await count(client)).toBe(0);
  const isClosed = new Promise((resolve) => client.once('topologyClosed', resolve));
  report('connectionCheckedIn');
  await isClosed;
  expect(await count(connection.getClient())).toBe(0);
  await close();
});

test('a client that is lost and looks slowly, but looks, is left alone', async () => {
  const { connection, client, lines, report, isReplaced, close } = await open();
  lose(connection);
  for (let look = 0; look < 6; look += 1) {
    report('serverHeartbeatStarted', { connectionId: address });
    expect(await count(client)).toBe(0);
    report('serverHeartbeatSucceeded', { connectionId: address });
  }
  expect(isReplaced()).toBe(false);
  expect(lines.all().filter(({ msg }) => msg === replaced)).toEqual([]);
  expect(await count(client)).toBe(0);
  await close();
});
