import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { freePort } from '@crm/platform/network/free-port.js';
import { startBalancer, type Balancer } from './balancer.js';

const servers: Server[] = [];
let balancer: Balancer;

async function serverThatSays(word: string): Promise<{ port: number; server: Server }> {
  const server = createServer((_req, res) => res.end(word));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  servers.push(server);
  const address = server.address();
  return { server, port: typeof address === 'object' && address !== null ? address.port : 0 };
}

/** Each on its own connection. */
const ask = async () =>
  (await fetch(balancer.url, { headers: { connection: 'close' } })).text().catch(() => 'nobody');

const asked = async (times: number) => {
  const answers: string[] = [];
  for (let count = 0; count < times; count += 1) answers.push(await ask());
  return answers.sort();
};

beforeEach(async () => {
  balancer = await startBalancer();
});
afterEach(async () => {
  await balancer.close();
  for (const server of servers.splice(0)) server.close();
});

describe('one address before several processes', () => {
  test('gives connections to them in turn', async () => {
    for (const word of ['one', 'two'])
      balancer.add({ port: (await serverThatSays(word)).port, isReady: true });
    expect(await asked(4)).toEqual(['one', 'one', 'two', 'two']);
  });

  test('passes over one that is not ready, and takes it where no other is', async () => {
    const [ready, starting] = [await serverThatSays('ready'), await serverThatSays('starting')];
    balancer.add({ port: starting.port, isReady: false });
    expect(await asked(1)).toEqual(['starting']);
    balancer.add({ port: ready.port, isReady: true });
    expect(await asked(3)).toEqual(['ready', 'ready', 'ready']);
  });

  test('passes over one that is dead, without a word to the caller', async () => {
    balancer.add({ port: await freePort(), isReady: true });
    balancer.add({ port: (await serverThatSays('alive')).port, isReady: true });
    expect(await asked(4)).toEqual(['alive', 'alive', 'alive', 'alive']);
  });

  test('cuts the connection where nobody is left', async () => {
    balancer.add({ port: await freePort(), isReady: true });
    await expect(ask()).rejects.toThrow('fetch failed');
  });
});
