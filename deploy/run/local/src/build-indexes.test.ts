import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storeMigrations } from '@crm/auth/migrations.js';
import { indexedModels as ofAuth } from '@crm/auth/models.js';
import { exampleUser } from '@crm/contracts/entities/user.js';
import { createServer } from '@crm/embedded-store/server.js';
import { indexedModels as ofFollowups } from '@crm/followups/models.js';
import { indexedModels as ofLeads } from '@crm/leads/models.js';
import { indexedModels as ofMessaging } from '@crm/messaging/models.js';
import { buildIndexes, buildIndexesAndLeave, type CommandHost } from '@crm/platform/service/build-indexes.js';
import { connectMongo } from '@crm/platform/mongo/connect.js';
import { logLines } from '@crm/platform/testing/log-lines.js';
import { indexedModels as ofStats } from '@crm/stats/models.js';
import { indexedModels as ofTelephony } from '@crm/telephony/models.js';
import { keysIn } from './keys.js';
import { startSystem } from './system.js';

const services = [
  { name: 'auth', indexedModels: ofAuth, keepsEvents: true },
  { name: 'leads', indexedModels: ofLeads, keepsEvents: true },
  { name: 'telephony', indexedModels: ofTelephony, keepsEvents: true },
  { name: 'messaging', indexedModels: ofMessaging, keepsEvents: true },
  { name: 'followups', indexedModels: ofFollowups, keepsEvents: true },
  { name: 'stats', indexedModels: ofStats, keepsEvents: false },
];

const folder = mkdtempSync(join(tmpdir(), 'indexes-'));
let store: Awaited<ReturnType<typeof createServer>>;
beforeAll(async () => {
  store = await createServer({ memory: true });
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

function uriOf(database: string): string {
  const uri = new URL(store.uri);
  uri.pathname = `/${database}`;
  return uri.toString();
}

/** Every index of a database by collection: its keys and options. */
async function indexesOf(database: string): Promise<string[]> {
  const opened = await connectMongo({ uri: uriOf(database), log: logLines().log });
  try {
    const { db } = opened.connection;
    if (db === undefined) throw new Error('A connected store has a database');
    const found: string[] = [];
    for (const { name } of await db.listCollections({}, { nameOnly: true }).toArray()) {
      const indexes = await db.collection(name).listIndexes().toArray();
      for (const { v: _v, ns: _ns, ...index } of indexes) found.push(`${name} ${JSON.stringify(index)}`);
    }
    return found.filter((index) => !index.includes('"name":"_id_"')).sort();
  } finally {
    await opened.close();
  }
}

test('the command builds every index that the services build at their start, and no other', async () => {
  const system = await startSystem({
    host: '127.0.0.1',
    port: 0,
    storeUri: uriOf('started'),
    keys: keysIn(folder),
    logLevel: 'silent',
    mail: { dropFolder: join(folder, 'mail') },
  });
  await system.stop();

  for (const { name, ...indexes } of services) {
    await buildIndexes(indexes, { uri: uriOf(`built_${name}`), log: logLines().log });
    const built = await indexesOf(`built_${name}`);
    const started = await indexesOf(`started_${name}`);
    expect(started.length).toBeGreaterThan(0);
    expect(started.filter((index) => !built.includes(index))).toEqual([]);
    // Indexes of stored events are created with the first event, those of files by the driver.
    expect(built.filter((index) => !started.includes(index) && !index.startsWith('events '))).toEqual([]);
    expect(built.some((index) => index.startsWith('events '))).toBe(indexes.keepsEvents);
  }
});

test('the command run twice changes nothing', async () => {
  const log = logLines().log;
  const auth = { indexedModels: ofAuth, keepsEvents: true };
  await buildIndexes(auth, { uri: uriOf('twice'), log });
  const once = await indexesOf('twice');
  await buildIndexes(auth, { uri: uriOf('twice'), log });
  expect(await indexesOf('twice')).toEqual(once);
});

test('without a store’s address the command says so, and leaves with 1', async () => {
  const said: string[] = [];
  const host: CommandHost = { env: {}, stderr: { write: (text) => said.push(text) } };
  await buildIndexesAndLeave('auth', { indexedModels: ofAuth, keepsEvents: true }, host);
  expect(said).toEqual(['Invalid configuration:\n  - MONGODB_URI: is required and is not set\n']);
  expect(host.exitCode).toBe(1);
});

test('the command leaves with 0 when the indexes stand', async () => {
  const host: CommandHost = {
    env: { MONGODB_URI: uriOf('by_command'), LOG_LEVEL: 'silent' },
    stderr: { write: () => undefined },
  };
  await buildIndexesAndLeave('auth', { indexedModels: ofAuth, keepsEvents: true }, host);
  expect(host.exitCode).toBeUndefined();
  expect(await indexesOf('by_command')).toContainEqual(expect.stringMatching(/^users .*"unique":true/));
});

test('the command runs what a release migrates before its roll-out, and refuses a store of a newer release in one sentence', async () => {
  const said: string[] = [];
  const uri = uriOf('migrated');
  const host: CommandHost = {
    env: { MONGODB_URI: uri, LOG_LEVEL: 'fatal' },
    stderr: { write: (text) => said.push(text) },
  };
  const auth = { indexedModels: ofAuth, keepsEvents: true, migrations: storeMigrations };
  const opened = await connectMongo({ uri, log: logLines().log });
  const { connection } = opened;
  const { id: _id, licences: _licences, ...agent } = exampleUser;
  await connection
    .collection('users')
    .insertOne({ ...agent, role_id: 2, states: ['TX'], subroles: [1], email_lower: agent.email, version: 1 });
  await buildIndexesAndLeave('auth', auth, host);
  expect([host.exitCode, said]).toEqual([undefined, []]);
  expect(await connection.collection('users').findOne({ email: agent.email })).toMatchObject({
    licences: [{ state: 'TX', line: 'life' }],
    version: 2,
  });

  await connection
    .collection<{ _id: string }>('schemaversions')
    .updateOne({ _id: 'users' }, { $set: { readableFrom: 9 } });
  await buildIndexesAndLeave('auth', auth, host);
  expect(host.exitCode).toBe(1);
  expect(said).toEqual([
    expect.stringMatching(
      /^The auth service cannot start: the collection users was migrated to schema version 9 .*\.\n$/,
    ),
  ]);
  await opened.close();
});
