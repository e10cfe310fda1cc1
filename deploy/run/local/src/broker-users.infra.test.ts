import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brokerUsers } from '@crm/contracts/bus/broker-rights.js';
import { makeServiceUsers } from '@crm/platform/broker/testing/service-users.js';
import { brokerUrl, hasControl, useBroker, type TestBroker } from '@crm/platform/bus/testing/broker.js';
import { demoAdminEmail } from '@crm/seed/demo-people.js';
import { seedDemo } from '@crm/seed/seed-demo.js';
import { keysIn } from './keys.js';
import { ownKeysIn } from './service-keys/key-ring.js';
import { startTestSystem } from './test/test-system.js';

const run = promisify(execFile);
const url = await brokerUrl();
const isThere = url !== undefined && (await hasControl(url));
const onBroker = isThere ? describe : describe.skip;

onBroker(
  'the whole system at a broker with a user for each service (skipped where rabbitmqctl reaches none)',
  () => {
    let broker: TestBroker;
    let folder: string;
    let users: Awaited<ReturnType<typeof makeServiceUsers>>;
    beforeAll(async () => {
      if (url === undefined) throw new Error('This test needs a broker');
      broker = await useBroker(url);
      folder = mkdtempSync(join(tmpdir(), 'broker-users-'));
      users = await makeServiceUsers(broker);
    });
    afterAll(async () => {
      await users.remove();
      await broker.remove();
      rmSync(folder, { recursive: true });
    });

    test('publishes everything that seeding it brings about, and no service is refused anything', async () => {
      const keys = keysIn(folder);
      const system = await startTestSystem({
        keys,
        firstAdmin: { email: demoAdminEmail, password: 'demo-demo-1' },
        rabbitmqUrl: users.urlOf,
      });
      try {
        await seedDemo({
          ...system,
          keys: ownKeysIn(keys.services, 'seed'),
          password: 'demo-demo-1',
          leads: 10,
          hasCalls: false,
        });
        const urls = [
          system.authUrl,
          system.leadsUrl,
          system.telephonyUrl,
          system.messagingUrl,
          system.statsUrl,
          system.followupsUrl,
        ];
        const waiting = async () => {
          const texts = await Promise.all(urls.map(async (each) => (await fetch(`${each}/metrics`)).text()));
          return texts.flatMap(
            (text) =>
              text.match(/^outbox_(?:documents|oldest_age_seconds)\w*(?:\{[^}]*\})? [1-9].*$/gm) ?? [],
          );
        };
        while ((await waiting()).length > 0) await pause(100);
        for (const each of urls) expect([each, (await fetch(`${each}/readyz`)).status]).toEqual([each, 200]);
        const { stdout } = await run('rabbitmqctl', [
          '-q',
          'list_queues',
          '-p',
          decodeURIComponent(new URL(broker.url).pathname.slice(1)),
          'name',
          'messages',
        ]);
        const dead = stdout.split('\n').filter((line) => /\.dead\t/.test(line));
        expect(dead.filter((line) => !line.endsWith('\t0'))).toEqual([]);
        expect(dead).toHaveLength(brokerUsers.length);
      } finally {
        await system.stop();
      }
    });
  },
);
