import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brokerUsers, type BrokerUser } from '@crm/contracts/bus/broker-rights.js';
import type { TestBroker } from '../../bus/testing/broker.js';
import { prepareBroker } from '../prepare.js';

const run = promisify(execFile);

/** Makes the users of the services at a broker that `rabbitmqctl` reaches, as an installation of their own. */
export async function makeServiceUsers(broker: TestBroker) {
  const installation = `test${randomBytes(6).toString('hex')}`;
  const password = randomBytes(16).toString('hex');
  let definitions = '';
  await prepareBroker(
    {
      RABBITMQ_VHOST: decodeURIComponent(new URL(broker.url).pathname.slice(1)),
      RABBITMQ_INSTALLATION: installation,
      ...Object.fromEntries(brokerUsers.map((name) => [`${name.toUpperCase()}_RABBITMQ_PASSWORD`, password])),
    },
    (text) => {
      definitions = text;
    },
  );
  // rabbitmqctl reads as another user; there are hashes of a password of this test alone in it.
  const folder = mkdtempSync(join(tmpdir(), 'definitions-'));
  chmodSync(folder, 0o755);
  const file = join(folder, 'definitions.json');
  writeFileSync(file, definitions);
  // A second time, as each start does it.
  for (let times = 0; times < 2; times += 1) await run('rabbitmqctl', ['import_definitions', file]);
  rmSync(folder, { recursive: true });
  return {
    urlOf: (name: BrokerUser) =>
      Object.assign(new URL(broker.url), { username: `crm-${installation}-${name}`, password }).href,
    remove: async () => {
      for (const name of brokerUsers)
        await run('rabbitmqctl', ['delete_user', `crm-${installation}-${name}`]);
    },
  };
}
