import { once } from 'node:events';
import { WebSocket, type RawData } from 'ws';

const patienceMs = 30_000;
/** Concurrent handshakes: the connection rush is not what is measured. */
export const atATime = 50;

/** A minimal socket client, the same for both servers, so that only the servers differ. */
export interface Client {
  socket: WebSocket;
  /** Called with every event's text. */
  onEvent: (text: string) => void;
  /** Called when the server or the connection closes it. */
  onEnd: (reason: string) => void;
}

const isEvent = (text: string) => text.startsWith('42');

/** Connects like socket.io's client, or opens a bare socket without a token. */
async function open(url: string, token?: string): Promise<Client> {
  const address = url.replace('http', 'ws');
  const socket = new WebSocket(
    token === undefined ? address : `${address}/socket.io/?EIO=4&transport=websocket`,
    { perMessageDeflate: false },
  );
  const client: Client = { socket, onEvent: () => undefined, onEnd: () => undefined };
  socket.once('close', (code: number) => {
    client.onEnd(`A socket was closed with ${String(code)}`);
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    if (token === undefined) socket.once('open', resolve);
    socket.on('message', (data: RawData) => {
      const text = Buffer.isBuffer(data) ? data.toString() : '';
      if (isEvent(text) || text.startsWith('43')) client.onEvent(text);
      else if (text === '2') socket.send('3');
      else if (text.startsWith('0')) socket.send(`40${JSON.stringify({ token })}`);
      else if (text.startsWith('40')) resolve();
      else if (text.startsWith('44')) reject(new Error(text));
    });
  });
  return client;
}

export async function openMany(
  urls: readonly string[],
  tokens: readonly (string | undefined)[],
): Promise<Client[]> {
  const opened: Client[] = [];
  for (let at = 0; at < tokens.length; at += atATime) {
    const some = tokens.slice(at, at + atATime);
    opened.push(
      ...(await Promise.all(some.map((token, index) => open(urls[(at + index) % urls.length] ?? '', token)))),
    );
  }
  return opened;
}

export async function closeAll(opened: readonly Client[]): Promise<void> {
  await Promise.all(
    opened.map(async (client) => {
      const closed = once(client.socket, 'close');
      client.onEnd = () => undefined;
      client.socket.terminate();
      await closed;
    }),
  );
}

/** Resolves when all clients have received this many events in total, with the time since `send`. */
export function untilHeard(opened: readonly Client[], count: number, send: () => void): Promise<number> {
  return new Promise((resolve, reject) => {
    let left = count;
    const limit = setTimeout(() => {
      reject(new Error(`${String(left)} of ${String(count)} events did not come`));
    }, patienceMs);
    const startedAt = performance.now();
    for (const client of opened) {
      client.onEnd = (reason) => {
        clearTimeout(limit);
        reject(new Error(`${reason}; ${String(left)} of ${String(count)} events had not come`));
      };
      client.onEvent = () => {
        left -= 1;
        if (left > 0) return;
        clearTimeout(limit);
        resolve(performance.now() - startedAt);
      };
    }
    send();
  });
}

/** Sends an event and resolves when it is acknowledged or echoed, with the time it took. */
export function roundTrip(client: Client, packet: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    client.onEvent = (text) => {
      if (text.startsWith('43') && !text.includes('"status":"success"')) reject(new Error(text));
      else resolve(performance.now() - startedAt);
    };
    client.socket.send(packet);
  });
}

export async function roundTrips(client: Client, packet: string, trips: number): Promise<number[]> {
  const taken: number[] = [];
  for (let trip = 0; trip < trips; trip += 1) taken.push(await roundTrip(client, packet));
  return taken;
}

export const eventPacket = (event: { name: string }, payload: unknown) =>
  `421${JSON.stringify([event.name, payload])}`;
