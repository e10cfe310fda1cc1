import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createServer, type Server } from 'node:tls';
import { X509Certificate } from 'node:crypto';
import { promisify } from 'node:util';
import { z } from 'zod';
import { brokerUrl } from '@crm/platform/bus/testing/broker.js';
import { startTestStore, type TestStore } from '@crm/platform/testing/test-store.js';
import { freePort } from '@crm/platform/network/free-port.js';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../../..');
const script = join(root, 'deploy/operate/docker/certificates.sh');
const results = z.object({ mongodb: z.boolean(), rabbitmq: z.boolean(), redis: z.boolean() });

const has = (program: string, ...args: string[]) => spawnSync(program, args).status === 0;
const broker = await brokerUrl();
const isPossible = broker !== undefined && has('openssl', 'version') && has('redis-server', '--version');

/** A certificate's listener in front of a server that has none: the handshake is TLS's own, the rest is the server's. */
async function startTls(
  target: { host: string; port: number },
  { cert, key, host }: { cert: Buffer; key: Buffer; host: string },
): Promise<Server> {
  const server = createServer({ cert, key }, (near) => {
    const far = connect(target);
    near.on('error', () => far.destroy()).on('close', () => far.destroy());
    far.on('error', () => near.destroy()).on('close', () => near.destroy());
    near.pipe(far).pipe(near);
  });
  server.listen(0, host);
  await once(server, 'listening');
  return server;
}

const portOf = (server: Server) => z.object({ port: z.int() }).parse(server.address()).port;

(isPossible ? describe : describe.skip)(
  'TLS to the stores (needs RabbitMQ, redis-server and openssl)',
  () => {
    let folder: string;
    let store: TestStore;
    let redis: ChildProcess | undefined;
    let redisPort: number;
    let client: string;
    const listeners: Server[] = [];
    /** Addresses of MongoDB, RabbitMQ and Redis by the name under which they are reached. */
    const addresses: Record<string, string[]> = {};
    const authority = (name: string) => join(folder, name, 'ca.crt');

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'tls-'));
      await run(script, [join(folder, 'ours')]);
      await run(script, [join(folder, 'theirs')]);
      store = await startTestStore();
      // Inside the repository, so that packages are found.
      const cache = join(root, 'node_modules/.cache');
      await mkdir(cache, { recursive: true });
      client = join(await mkdtemp(join(cache, 'tls-')), 'client.mjs');
      const entry = join(import.meta.dirname, 'test/tls-clients.ts');
      await run(process.execPath, [join(root, 'deploy/run/local/bundle.mjs'), entry, client]);
      const at = (name: string) => join(folder, 'ours', name);
      redisPort = await freePort();
      // The command of docker-compose.tls.yml.
      redis = spawn('redis-server', [
        ...['--save', '', '--appendonly', 'no', '--requirepass', 'of-a-test', '--port', '0'],
        ...['--tls-port', String(redisPort), '--bind', '127.0.0.1', '127.0.0.2'],
        ...['--tls-cert-file', at('redis.crt'), '--tls-key-file', at('redis.key')],
        ...['--tls-ca-cert-file', at('ca.crt'), '--tls-auth-clients', 'no'],
      ]);
      const { stdout } = redis;
      let said = '';
      await new Promise<void>((resolve, reject) => {
        stdout?.on('data', (text: Buffer) => {
          said += text.toString();
          if (said.includes('Ready to accept connections')) resolve();
        });
        stdout?.once('close', () => {
          reject(new Error(`Redis did not start: ${said}`));
        });
      });

      const storeUrl = new URL(store.uri);
      for (const host of ['127.0.0.1', '127.0.0.2']) {
        const listen = async (name: string, target: URL, port: number) => {
          const [cert, key] = [await readFile(at(`${name}.crt`)), await readFile(at(`${name}.key`))];
          const server = await startTls({ host: target.hostname, port }, { cert, key, host });
          listeners.push(server);
          const own = new URL(target);
          own.host = `${host}:${String(portOf(server))}`;
          return own;
        };
        const mongodb = await listen('mongodb', storeUrl, Number(storeUrl.port));
        mongodb.searchParams.set('tls', 'true');
        const amqp = broker ?? new URL('amqp://127.0.0.1');
        const rabbitmq = await listen('rabbitmq', amqp, Number(amqp.port || '5672'));
        addresses[host] = [
          mongodb.href,
          rabbitmq.href.replace(/^amqp:/, 'amqps:'),
          `rediss://:of-a-test@${host}:${String(redisPort)}`,
        ];
      }
    });
    afterAll(async () => {
      for (const server of listeners) server.close();
      if (redis !== undefined && redis.exitCode === null) {
        const ended = once(redis, 'exit');
        redis.kill();
        await ended;
      }
      await rm(dirname(client), { recursive: true, force: true });
      await store.stop();
      await rm(folder, { recursive: true, force: true });
    });

    async function reached(host: string, ca: string | undefined) {
      const { stdout } = await run(process.execPath, [client, ...(addresses[host] ?? [])], {
        env: { ...process.env, ...(ca === undefined ? {} : { NODE_EXTRA_CA_CERTS: ca }) },
      });
      return results.parse(JSON.parse(stdout));
    }
    const all = (isReached: boolean) => ({ mongodb: isReached, rabbitmq: isReached, redis: isReached });

    test('with the authority that made their certificates, every store is reached by the service’s own client', async () => {
      expect(await reached('127.0.0.1', authority('ours'))).toEqual(all(true));
    });

    test('without it none is, and none with another authority', async () => {
      expect(await reached('127.0.0.1', undefined)).toEqual(all(false));
      expect(await reached('127.0.0.1', authority('theirs'))).toEqual(all(false));
    });

    test('a certificate that is for another name opens no connection', async () => {
      expect(await reached('127.0.0.2', authority('ours'))).toEqual(all(false));
    });

    test('Redis does not speak without TLS', async () => {
      const socket = connect(redisPort, '127.0.0.1');
      let answer = '';
      socket.on('data', (text: Buffer) => (answer += text.toString())).on('error', () => undefined);
      socket.write('PING\r\n');
      await new Promise((resolve) => socket.once('close', resolve));
      expect(answer).not.toContain('PONG');
    });

    test('keys are their owner’s alone, certificates are for the names of the compose file and those asked for', async () => {
      const made = join(folder, 'named');
      await run(script, [made], { env: { ...process.env, NAMES: 'bus.example.com' } });
      for (const name of ['ca.key', 'mongodb.pem', 'rabbitmq.key', 'redis.key'])
        expect([name, ((await stat(join(made, name))).mode & 0o077).toString(8)]).toEqual([name, '0']);
      const ca = new X509Certificate(await readFile(join(made, 'ca.crt')));
      for (const name of ['mongodb', 'rabbitmq', 'redis']) {
        const certificate = new X509Certificate(await readFile(join(made, `${name}.crt`)));
        expect([certificate.verify(ca.publicKey), certificate.ca]).toEqual([true, false]);
        for (const host of [name, 'localhost', 'bus.example.com'])
          expect(certificate.checkHost(host)).toBe(host);
        expect(certificate.checkHost('example.com')).toBeUndefined();
      }
    });

    test('certificates are not made over others unless they are to be renewed, by the same authority', async () => {
      const made = join(folder, 'renewed');
      await run(script, [made]);
      const [ca, before] = [
        await readFile(join(made, 'ca.crt'), 'utf8'),
        await readFile(join(made, 'redis.crt'), 'utf8'),
      ];
      await expect(run(script, [made])).rejects.toThrow('RENEW=1');
      await run(script, [made], { env: { ...process.env, RENEW: '1' } });
      expect(await readFile(join(made, 'ca.crt'), 'utf8')).toBe(ca);
      expect(await readFile(join(made, 'redis.crt'), 'utf8')).not.toBe(before);
    });
  },
);
