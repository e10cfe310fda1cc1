import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { BSON } from 'mongodb';

const headerBytes = 16;
/** The only kind of message that a driver sends behind its greeting. */
const opMsg = 2013;
/** Flags of four bytes and the kind of the first section come before its document. */
const documentAt = headerBytes + 5;

/** The command in a message: `find leads.holds`; undefined if it is not a command. */
export function commandOf(message: Buffer): string | undefined {
  if (message.readInt32LE(12) !== opMsg || message[documentAt - 1] !== 0) return undefined;
  const length = message.readInt32LE(documentAt);
  const body = BSON.deserialize(message.subarray(documentAt, documentAt + length));
  const [name = ''] = Object.keys(body);
  const database: unknown = body['$db'];
  const collection: unknown = name === 'getMore' ? body['collection'] : body[name];
  return typeof collection === 'string' ? `${name} ${String(database)}.${collection}` : name;
}

/** Splits a stream into messages. */
export function messagesIn(take: (message: Buffer) => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    while (rest.length >= 4) {
      const length = rest.readInt32LE(0);
      if (rest.length < length) return;
      take(rest.subarray(0, length));
      rest = rest.subarray(length);
    }
  };
}

export interface CountedStore {
  /** The address of the counting proxy. */
  uri: string;
  /** Command counts since the previous call. */
  take(): Map<string, number>;
  close(): void;
}

/** A proxy in front of a store that counts commands, so that neither store nor services spend time on it. */
export async function countStoreCommands(storeUri: string): Promise<CountedStore> {
  const { hostname, port } = new URL(storeUri);
  let counts = new Map<string, number>();
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (client) => {
    const store = connect({ host: hostname, port: Number(port), noDelay: true });
    const count = messagesIn((message) => {
      const command = commandOf(message);
      if (command !== undefined) counts.set(command, (counts.get(command) ?? 0) + 1);
    });
    client.on('data', count);
    client.pipe(store).pipe(client);
    for (const [one, other] of [
      [client, store],
      [store, client],
    ] as const) {
      sockets.add(one);
      // If one side disconnects, so does the other.
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const own = new URL(storeUri);
  own.hostname = '127.0.0.1';
  own.port = String((server.address() as AddressInfo).port);
  return {
    uri: own.toString(),
    take: () => {
      const taken = counts;
      counts = new Map();
      return taken;
    },
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
