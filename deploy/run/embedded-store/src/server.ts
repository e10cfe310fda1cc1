/** The store's server. It listens only on a loopback port or a Unix domain socket, never on the network. */
import { chmod, mkdtemp, rm, unlink } from 'node:fs/promises';
import { createServer as listenOn, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Authentication } from './authentication/authentication.js';
import { keptCredentials } from './authentication/password-file.js';
import { verifierOf, type Verifier } from './authentication/scram.js';
import { answer, failure } from './commands/run.js';
import type { Answer, Engine } from './commands/command.js';
import { Cursors } from './cursors.js';
import { startExpiry } from './query/expiry.js';
import { Store } from './storage/store.js';
import type { Clock } from './turns.js';
import { Framing, readRequest, refusalTo, writeAnswer, type Request } from './wire.js';

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);
const IDLE_CHECK_MS = 60_000;

export interface ServerOptions {
  /** The data directory; created if it does not exist. */
  path?: string;
  /** Store data in a temporary directory that is deleted when the server closes. */
  memory?: boolean;
  host?: string;
  /** 0, the default, lets the operating system assign a free port. */
  port?: number;
  socketPath?: string;
  /** Ask for the password in the data directory, which is made where there is none (SCRAM-SHA-256). */
  asksPassword?: boolean;
  /** Skip fsync: faster, but acknowledged writes may be lost when the machine crashes. */
  noSync?: boolean;
  /** The monotonic clock, in milliseconds, by which time slices and time limits of commands are measured. */
  clock?: Clock;
  /** Whether documents of TTL indexes are removed once they expire; they are by default. */
  expiry?: boolean;
}

export interface StoreServer {
  uri: string;
  /** Resolves when the disk fails (otherwise stays pending): all writes are rejected and the store must be closed. */
  failed: Promise<Error>;
  close(): Promise<void>;
}

/** Opens the data directory and starts listening. Throws DirectoryTaken, or the listen error of the address. */
export async function createServer(options: ServerOptions): Promise<StoreServer> {
  const host = options.host ?? '127.0.0.1';
  if (!LOOPBACK.has(host)) throw new Error(`The store listens on this machine alone, not on ${host}.`);
  const own = options.memory === true || options.path === undefined;
  const path = own ? await mkdtemp(join(tmpdir(), 'embedded-store-')) : (options.path as string);
  const removeOwn = () => (own ? rm(path, { recursive: true, force: true }) : Promise.resolve());
  let store: Store;
  try {
    store = await Store.open({ path, noSync: options.noSync ?? own });
  } catch (error) {
    await removeOwn();
    throw error;
  }

  const sockets = new Set<Socket>();
  const engine: Engine = {
    store,
    cursors: new Cursors(),
    started: new Date(),
    connections: () => sockets.size,
    clock: options.clock ?? (() => performance.now()),
  };
  let verifier: Verifier | undefined;
  const complain = (error: unknown) =>
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  const server = listenOn({ noDelay: true }, (socket) => {
    serve(socket, sockets, engine, verifier);
  });
  try {
    if (options.asksPassword === true) verifier = verifierOf(keptCredentials(path));
    await listen(server, options, host);
  } catch (error) {
    await store.close();
    await removeOwn();
    throw error;
  }
  const stopExpiry = options.expiry === false ? () => {} : startExpiry(store, complain);
  const idle = setInterval(() => engine.cursors.closeAll('idle'), IDLE_CHECK_MS).unref();

  return {
    uri: uriOf(server, options.socketPath, host),
    failed: store.failed,
    close: async () => {
      stopExpiry();
      clearInterval(idle);
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
      engine.cursors.closeAll('all');
      await store.close();
      await removeOwn();
    },
  };
}

let lastConnection = 0;

function serve(socket: Socket, sockets: Set<Socket>, engine: Engine, verifier: Verifier | undefined): void {
  const connection = ++lastConnection;
  const authentication = new Authentication(verifier);
  const framing = new Framing();
  const client: Client = { socket, connection, authentication, turn: Promise.resolve() };
  sockets.add(socket);
  socket.on('close', () => sockets.delete(socket));
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk: Buffer) => {
    try {
      for (const message of framing.push(chunk)) receive(message, client, engine);
    } catch {
      // The stream is not the wire protocol, so the client could not parse an error response.
      socket.destroy();
    }
  });
}

interface Client {
  socket: Socket;
  connection: number;
  authentication: Authentication;
  /** Promise chain that runs the connection's commands sequentially; settles after the last received command. */
  turn: Promise<void>;
}

function receive(message: Buffer, client: Client, engine: Engine): void {
  const { socket, connection, authentication } = client;
  const reply = (request: Request, words: Answer) => {
    if (request.answered && socket.writable) socket.write(writeAnswer(request, words));
  };
  let request: Request;
  try {
    request = readRequest(message);
  } catch (error) {
    // Framing is still intact, so a client that waits for a response can be sent the error.
    const sender = refusalTo(message, error);
    if (!sender) throw error;
    reply(sender, failure(error));
    return;
  }
  client.turn = client.turn.then(async () =>
    reply(request, await answer(request, { connection, authentication }, engine)),
  );
}

async function listen(server: Server, { socketPath, port }: ServerOptions, host: string): Promise<void> {
  // We hold the directory's lock, so a socket file that exists is a stale one.
  if (socketPath !== undefined && process.platform !== 'win32')
    await unlink(socketPath).catch(() => undefined);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(socketPath === undefined ? { host, port: port ?? 0 } : { path: socketPath }, () => {
      server.off('error', reject);
      resolve();
    });
  });
  // Whoever may open the socket file may use the store.
  if (socketPath !== undefined && process.platform !== 'win32') await chmod(socketPath, 0o600);
}

function uriOf(server: Server, socketPath: string | undefined, host: string): string {
  if (socketPath !== undefined) return `mongodb://${encodeURIComponent(socketPath)}`;
  const { port } = server.address() as AddressInfo;
  return `mongodb://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
