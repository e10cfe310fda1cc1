import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { connect, type Channel, type ChannelModel } from 'amqplib';
import { brokerUrl, hasControl, useBroker, type TestBroker } from '@crm/platform/bus/testing/broker.js';
import type { System } from './system.js';
import { startTestSystem } from './test/test-system.js';
import { publish, refusalOf } from '@crm/platform/bus/testing/refusal.js';

const run = promisify(execFile);
const name = 'test-house';
const user = `integrator-${name}`;
const password = 'of-a-test';
const root = join(import.meta.dirname, '../../../..');
const examples = join(root, 'deploy/docs/examples');

const url = await brokerUrl();
const isThere = url !== undefined && (await hasControl(url));
const onBroker = isThere ? describe : describe.skip;

/** Whether Python on this machine has the examples' library. */
const hasPika = await run('python3', ['-c', 'import pika']).then(
  () => true,
  () => false,
);

onBroker('an integrator on the bus (skipped where rabbitmqctl reaches no broker)', () => {
  let broker: TestBroker;
  let system: System;
  let amqpUrl: string;
  let connection: ChannelModel;

  beforeAll(async () => {
    if (url === undefined) throw new Error('These tests need a broker');
    broker = await useBroker(url);
    const vhost = decodeURIComponent(new URL(broker.url).pathname.slice(1));
    system = await startTestSystem({ rabbitmqUrl: broker.url });
    const environment = { ...process.env, INTEGRATOR_PASSWORD: password };
    await run(join(root, 'deploy/operate/rabbitmq/add-integrator.sh'), [name, vhost], { env: environment });
    const own = new URL(broker.url);
    own.username = user;
    own.password = password;
    amqpUrl = own.href;
    connection = await connect(amqpUrl);
  });
  afterAll(async () => {
    await connection.close();
    await system.stop();
    await run('rabbitmqctl', ['delete_user', user]);
    await broker.remove();
  });

  const queue = `integrator.${name}.rights`;

  test.each([
    ['publish a command', publish('crm.commands', 'lead.create')],
    [
      'keep a queue of its own and bind it to events and rejected commands',
      async (channel: Channel) => {
        await channel.assertQueue(queue, { durable: true, arguments: { 'x-queue-type': 'quorum' } });
        await channel.bindQueue(queue, 'crm.events', 'lead.created');
        await channel.bindQueue(queue, 'crm.rejected', 'lead.create.rejected');
        await channel.get(queue);
        await channel.deleteQueue(queue);
      },
    ],
  ])('may %s', async (_what, use) => {
    expect(await refusalOf(connection, use)).toBeUndefined();
  });

  test.each([
    ['publish an event', publish('crm.events', 'lead.created')],
    ['publish a rejection', publish('crm.rejected', 'lead.create.rejected')],
    ['put something among the dead letters', publish('crm.dead', 'leads.dead')],
    ['publish past the exchanges', publish('', 'leads.commands')],
    ['publish what is no command', publish('crm.commands', 'user.banned')],
    ["read a service's queue", (channel: Channel) => channel.get('leads.commands')],
    ['read dead letters', (channel: Channel) => channel.get('leads.dead')],
    ["empty a service's queue", (channel: Channel) => channel.purgeQueue('leads.commands')],
    ["delete a service's queue", (channel: Channel) => channel.deleteQueue('leads.commands')],
    [
      'read along what others order',
      async (channel: Channel) => {
        const own = await channel.assertQueue(`integrator.${name}.spy`, { exclusive: true });
        await channel.bindQueue(own.queue, 'crm.commands', 'lead.create');
      },
    ],
    ["keep a queue under another's name", (channel: Channel) => channel.assertQueue('integrator.other.x')],
    ['declare an exchange', (channel: Channel) => channel.assertExchange('crm.mine', 'topic')],
    [
      "bind a service's queue to more",
      (channel: Channel) => channel.bindQueue('leads.commands', 'crm.events', 'lead.created'),
    ],
  ])('may not %s', async (_what, use: (channel: Channel) => Promise<unknown>) => {
    expect(await refusalOf(connection, use)).toMatch(/ACCESS_REFUSED|access to/);
  });

  const programs = [
    ['node', join(examples, 'node'), process.execPath, ['send-lead.mjs'], ['read-events.mjs']],
    ['python', join(examples, 'python'), 'python3', ['send_lead.py'], ['read_events.py']],
  ] as const;

  for (const [language, cwd, program, send, read] of programs) {
    const tested = language === 'python' && !hasPika ? test.skip : test;
    tested(
      `the examples in ${language} send a lead, hear that it was accepted or why not, and follow it`,
      async () => {
        const env = {
          ...process.env,
          AMQP_URL: amqpUrl,
          INTEGRATOR: name,
          NODE_OPTIONS: '',
          PYTHONDONTWRITEBYTECODE: '1',
        };
        const reader = spawn(program, [...read, '1'], { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] });
        let heard = '';
        const listening = new Promise<void>((resolve) => {
          reader.stdout.on('data', (part: Buffer) => {
            heard += part.toString();
            if (heard.includes('listening on')) resolve();
          });
        });
        const over = new Promise((resolve) => reader.once('exit', resolve));
        await listening;

        const lead = [language, 'Raymond Okafor', language === 'node' ? '+12145550117' : '+12145550118'];
        const sent = async (args: readonly string[]) =>
          (await run(program, [...send, ...args], { cwd, env })).stdout.trim();
        const accepted = await sent(lead);
        expect(accepted).toMatch(/^accepted as [0-9a-f]{24}$/);
        expect(await over).toBe(0);
        expect(heard).toContain(`lead/${accepted.slice(-24)} at 1: lead.created`);

        expect(await sent(lead)).toMatch(/^rejected: This lead already exists/);
        expect(await sent([`${language}-2`, 'Nobody', 'no number'])).toMatch(/^rejected: .*phone/);
      },
    );
  }
});

onBroker('an integrator of a broker in Kubernetes (skipped where rabbitmqctl reaches no broker)', () => {
  const inCluster = 'test-house-in-cluster';
  let broker: TestBroker;
  let folder: string;
  beforeAll(async () => {
    if (url === undefined) throw new Error('These tests need a broker');
    broker = await useBroker(url);
    folder = await mkdtemp(join(tmpdir(), 'kubectl-'));
    // In place of kubectl: notes how it was called, and runs in this machine's "pod" what comes after `--`.
    const kubectl = `#!/bin/sh
printf '%s\\n' "$@" > "${folder}/called"
while [ "$1" != -- ]; do shift; done
shift
exec "$@"
`;
    await writeFile(join(folder, 'kubectl'), kubectl, { mode: 0o755 });
  });
  afterAll(async () => {
    await run('rabbitmqctl', ['delete_user', `integrator-${inCluster}`]);
    await broker.remove();
    await rm(folder, { recursive: true });
  });

  test('is made by the same script in a pod of the broker, which no command line tells the password', async () => {
    const vhost = decodeURIComponent(new URL(broker.url).pathname.slice(1));
    const env = {
      ...process.env,
      PATH: `${folder}:${process.env['PATH'] ?? ''}`,
      INTEGRATOR_PASSWORD: 'of-a-pod',
    };
    const script = join(root, 'deploy/operate/rabbitmq/add-integrator-in-cluster.sh');
    const { stdout } = await run(script, ['call-centre', inCluster, vhost, '^lead\\.create$'], { env });
    expect(stdout.trim()).toBe(`integrator-${inCluster} may use the virtual host ${vhost}`);
    const called = (await readFile(join(folder, 'called'), 'utf8')).split('\n');
    expect(called.slice(0, 6)).toEqual([
      ...['--namespace', 'call-centre', 'exec', '--stdin', 'rabbitmq-server-0', '--container'],
    ]);
    expect(called.join('\n')).not.toContain('of-a-pod');

    const own = new URL(broker.url);
    own.username = `integrator-${inCluster}`;
    own.password = 'of-a-pod';
    const connection = await connect(own.href);
    const channel = await connection.createConfirmChannel();
    await channel.assertQueue(`integrator.${inCluster}.own`, { exclusive: true });
    await connection.close();
    const { stdout: rights } = await run('rabbitmqctl', [
      ...['--quiet', 'list_user_topic_permissions', `integrator-${inCluster}`],
    ]);
    expect(rights).toContain('^lead\\.create$');
  });
});

test('the examples in Python are read by Python', async () => {
  const files = ['envelope.py', 'send_lead.py', 'read_events.py'].map((file) =>
    join(examples, 'python', file),
  );
  const check = 'import sys\nfor name in sys.argv[1:]: compile(open(name).read(), name, "exec")';
  await expect(run('python3', ['-c', check, ...files])).resolves.toMatchObject({ stderr: '' });
});
