/** The store behind a socket of this machine: a loopback port or a socket file, never the network. */
import { mkdtemp, rm, unlink } from 'node:fs/promises';
import { createServer as listenOn, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
  /** The directory of the data; made where it is missing. */
  path?: string;
  /** Data in a directory of its own that goes when the server closes. */
  memory?: boolean;
  host?: string;
  /** 0, the default, takes a free one. */
  port?: number;
  socketPath?: string;
  /** Leave the disk to the operating system: faster, and an acknowledged write may be lost with the machine. */
  noSync?: boolean;
  /** What commands' turns and times are measured by: milliseconds, never going back. */
  clock?: Clock;
  /** Whether documents of TTL indexes are removed once they expire; they are by default. */
  expiry?: boolean;
}

export interface StoreServer {
  uri: string;
  /** Resolves, if ever, when the disk failed: no write is taken any more, and the store has to be closed. */
  failed: Promise<Error>;
  close(): Promise<void>;
}

/** Opens the data and listens. Throws DirectoryTaken, or what the system says of the address. */
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
  const complain = (error: unknown) =>
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  const server = listenOn({ noDelay: true }, (socket) => serve(socket, sockets, engine));
  try {
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

function serve(socket: Socket, sockets: Set<Socket>, engine: Engine): void {
  const connection = ++lastConnection;
  const framing = new Framing();
  const client: Client = { socket, connection, turn: Promise.resolve() };
  sockets.add(socket);
  socket.on('close', () => sockets.delete(socket));
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk: Buffer) => {
    try {
      for (const message of framing.push(chunk)) receive(message, client, engine);
    } catch {
      // Whatever this stream is, no answer to it can be understood.
      socket.destroy();
    }
  });
}

interface Client {
  socket: Socket;
  connection: number;
  /** Ends with the last command that came: a connection's commands run one after another. */
  turn: Promise<void>;
}

function receive(message: Buffer, client: Client, engine: Engine): void {
  const { socket, connection } = client;
  const reply = (request: Request, words: Answer) => {
    if (request.answered && socket.writable) socket.write(writeAnswer(request, words));
  };
  let request: Request;
  try {
    request = readRequest(message);
  } catch (error) {
    // The stream is still in step, so a client that is one can be told.
    const sender = refusalTo(message, error);
    if (!sender) throw error;
    reply(sender, failure(error));
    return;
  }
  client.turn = client.turn.then(async () => reply(request, await answer(request, connection, engine)));
}

async function listen(server: Server, { socketPath, port }: ServerOptions, host: string): Promise<void> {
  // The directory is ours by its lock, so a socket file that lies there belongs to nobody.
  if (socketPath !== undefined && process.platform !== 'win32')
    await unlink(socketPath).catch(() => undefined);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(socketPath === undefined ? { host, port: port ?? 0 } : { path: socketPath }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function uriOf(server: Server, socketPath: string | undefined, host: string): string {
  if (socketPath !== undefined) return `mongodb://${encodeURIComponent(socketPath)}`;
  const { port } = server.address() as AddressInfo;
  return `mongodb://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
