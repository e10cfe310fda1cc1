import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';

export interface ReceivedEvent {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A server that takes events on any path: 204 unless `answers` says otherwise. */
export async function startReceiver() {
  const received: ReceivedEvent[] = [];
  const answers = new Map<string, number | ((res: ServerResponse) => void)>();
  const server = createServer((req, res) => {
    const parts: Buffer[] = [];
    req.on('data', (part: Buffer) => parts.push(part));
    req.on('end', () => {
      const path = req.url ?? '';
      received.push({ path, headers: req.headers, body: Buffer.concat(parts).toString() });
      const answer = answers.get(path) ?? 204;
      if (typeof answer === 'function') answer(res);
      else res.writeHead(answer).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('A server listens on a port');
  return {
    url: `http://127.0.0.1:${String(address.port)}`,
    received,
    answers,
    at: (path: string) => received.filter((each) => each.path === path),
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => {
          resolve();
        });
      }),
  };
}
export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** Which of an event's signatures are by a secret: computed here as the public scheme says, without the product's code. */
export function isSignedBy(secret: string, { headers, body }: ReceivedEvent): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = headers;
  const [, key = ''] = secret.split('_');
  const mac = createHmac('sha256', Buffer.from(key, 'base64'));
  const expected = mac.update([id, timestamp, body].join('.')).digest('base64');
  return String(signatures).split(' ').includes(`v1,${expected}`);
}
