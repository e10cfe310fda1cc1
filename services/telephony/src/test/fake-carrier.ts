import { createServer } from 'node:http';

/** A request that the carrier was sent. */
export interface CarrierRequest {
  method: string;
  /** Behind the account: `/Calls.json`. */
  path: string;
  form: URLSearchParams;
}

export interface FakeCarrier {
  url: string;
  requests: CarrierRequest[];
  /** What is answered: a status and a body; by default what the carrier answers when all is well. */
  answer: (request: CarrierRequest) => { status: number; body: Record<string, unknown> } | undefined;
  close(): Promise<void>;
}

/** The REST side of a carrier over real HTTP: records what it is asked, and answers as the test says. */
export async function startFakeCarrier(): Promise<FakeCarrier> {
  let count = 0;
  const sid = (prefix: string) => `${prefix}${(count += 1).toString(16).padStart(32, '0')}`;
  const usual = ({ method, path }: CarrierRequest): Record<string, unknown> => {
    if (method === 'POST' && path.endsWith('/Participants.json')) return { call_sid: sid('CA') };
    if (method === 'POST' && path === '/Calls.json') return { sid: sid('CA'), status: 'queued' };
    if (path.startsWith('/Calls.json')) return { calls: [] };
    return { sid: sid('XX'), status: 'completed' };
  };
  const fake = { requests: [] as CarrierRequest[], answer: (() => undefined) as FakeCarrier['answer'] };
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const request = {
        method: req.method ?? '',
        path: (req.url ?? '').replace(/^\/2010-04-01\/Accounts\/AC[0-9a-f]{32}/, ''),
        form: new URLSearchParams(Buffer.concat(chunks).toString()),
      };
      fake.requests.push(request);
      const given = fake.answer(request);
      res.statusCode = given?.status ?? (req.method === 'DELETE' ? 204 : req.method === 'POST' ? 201 : 200);
      res.setHeader('content-type', 'application/json');
      const body = given?.body ?? usual(request);
      res.end(res.statusCode === 204 ? '' : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('A server listens on a port');
  return Object.assign(fake, {
    url: `http://127.0.0.1:${String(address.port)}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => {
          resolve();
        });
      }),
  });
}
