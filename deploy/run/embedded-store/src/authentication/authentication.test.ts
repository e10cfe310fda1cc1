import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient, MongoServerError } from 'mongodb';
import { createServer, type StoreServer } from '../server.js';
import { addressWithPassword } from './password-file.js';
import { Conversation, verifierOf } from './scram.js';

let folder: string;
let path: string;
let server: StoreServer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'store-password-'));
  path = join(folder, 'data');
  server = await createServer({ path, asksPassword: true });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

async function withClient<T>(uri: string, work: (client: MongoClient) => Promise<T>): Promise<T> {
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: 5_000 });
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.close();
  }
}

/** The error code of what the server refuses. */
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 0,
    (error: unknown) => (error instanceof MongoServerError ? error.code : error),
  );

const withPassword = (password: string, user = 'store') => {
  const url = new URL(addressWithPassword(server.uri, path));
  url.username = user;
  url.password = password;
  return url.toString();
};

describe('a store that asks for a password', () => {
  it('lets the driver in that has it, and says who it is', async () => {
    await withClient(addressWithPassword(server.uri, path), async (client) => {
      await client.db('one').collection('things').insertOne({ a: 1 });
      expect(await client.db('one').collection('things').countDocuments()).toBe(1);
      const { authInfo } = await client.db('admin').command({ connectionStatus: 1 });
      expect(authInfo).toMatchObject({ authenticatedUsers: [{ user: 'store', db: 'admin' }] });
    });
  });

  it('answers nobody without it: not reads, writes or what tells of the data', async () => {
    await withClient(server.uri, async (client) => {
      const db = client.db('one');
      const commands = [
        { find: 'things' },
        { insert: 'things', documents: [{ a: 2 }] },
        { listDatabases: 1 },
        { serverStatus: 1 },
        { dropDatabase: 1 },
        { getMore: 1, collection: 'things' },
      ];
      for (const command of commands) expect(await codeOf(db.command(command))).toBe(13);
      expect(await codeOf(db.command({ ping: 1 }))).toBe(0);
    });
  });

  it('refuses a wrong password, an unknown user and an older mechanism', async () => {
    const connect = (uri: string) =>
      codeOf(withClient(uri, (client) => client.db('one').command({ ping: 1 })));
    expect(await connect(withPassword('wrong'))).toBe(18);
    expect(
      await connect(withPassword((await readFile(join(path, 'password'), 'utf8')).trim(), 'admin')),
    ).toBe(18);
    const older = new URL(addressWithPassword(server.uri, path));
    older.searchParams.set('authMechanism', 'SCRAM-SHA-1');
    expect(await connect(older.toString())).toBe(334);
  });

  it('keeps its password, readable to its owner alone, as is the data', async () => {
    const before = addressWithPassword(server.uri, path);
    await server.close();
    server = await createServer({ path, asksPassword: true });
    expect(new URL(addressWithPassword(server.uri, path)).password).toBe(new URL(before).password);
    expect(new URL(before).password).toMatch(/^[\w-]{32}$/);
    const modeOf = async (name: string) => (await stat(join(path, name))).mode & 0o777;
    expect(await modeOf('.')).toBe(0o700);
    for (const name of ['password', 'data.mdb', 'lock.mdb'])
      expect([name, await modeOf(name)]).toEqual([name, 0o600]);
    expect(server.uri).not.toContain('@');
  });

  it('on a socket file, which its owner alone can open, asks for none', async () => {
    const socketPath = join(folder, 'store.sock');
    const other = await createServer({ path: join(folder, 'other'), socketPath });
    expect((await stat(socketPath)).mode & 0o777).toBe(0o600);
    await withClient(other.uri, async (client) => {
      expect(await client.db('one').collection('things').countDocuments()).toBe(0);
    });
    await other.close();
  });
});

describe('the mechanism', () => {
  const verifier = verifierOf({ user: 'store', password: 'pencil' });

  it.each([
    ['no message at all', ''],
    ['channel binding, which needs TLS', 'p=tls-server-end-point,,n=store,r=abc'],
    ['no nonce', 'n,,n=store'],
  ])('refuses a first message with %s', (_what, first) => {
    expect(() => new Conversation(verifier, first)).toThrow('Authentication failed.');
  });

  it.each([
    ['no proof', (nonce: string) => `c=biws,r=${nonce}`],
    ['another nonce', () => 'c=biws,r=other,p=AAAA'],
    ['a proof that is too short', (nonce: string) => `c=biws,r=${nonce},p=AAAA`],
    ['a wrong proof', (nonce: string) => `c=biws,r=${nonce},p=${Buffer.alloc(32).toString('base64')}`],
    ['another header', (nonce: string) => `c=eSws,r=${nonce},p=${Buffer.alloc(32).toString('base64')}`],
  ])('refuses a final message with %s', (_what, final) => {
    const conversation = new Conversation(verifier, 'n,,n=store,r=abc');
    const [, nonce = ''] = /^r=([^,]+),/.exec(conversation.challenge) ?? [];
    expect(nonce.startsWith('abc')).toBe(true);
    expect(() => conversation.prove(final(nonce))).toThrow('Authentication failed.');
  });
});
