// The tests against real MongoDB, RabbitMQ and Redis: those that the environment names, or containers that live as long as the
// run, which need Docker.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureInstalled, giveUp, requireNode, root } from './prepare.mjs';

requireNode();
await ensureInstalled();
/** Runs the tests on the stores at these addresses, and answers their exit code. */
function runTests(addresses) {
  const { status } = spawnSync(
    process.execPath,
    [join(root, 'deploy/run/local/test.mjs'), ...process.argv.slice(2)],
    { cwd: root, stdio: 'inherit', env: { ...process.env, ...addresses } },
  );
  return status ?? 1;
}

// Stores that somebody else started, a CI's service containers for one, are used as they are.
const { TEST_MONGODB_URI, RABBITMQ_URL, REDIS_URL } = process.env;
if (TEST_MONGODB_URI && RABBITMQ_URL && REDIS_URL) process.exit(runTests({}));

const { GenericContainer, Wait, getContainerRuntimeClient } = await import('testcontainers');

try {
  await getContainerRuntimeClient();
} catch {
  giveUp(
    'Docker is not running. Without it, use `npm test`, which runs on embedded services and those available on this machine.',
  );
}

async function start(image, port, ready, command) {
  const described = new GenericContainer(image).withExposedPorts(port).withWaitStrategy(ready);
  if (command) described.withCommand(command);
  const container = await described.start();
  return {
    address: `${container.getHost()}:${String(container.getMappedPort(port))}`,
    stop: () => container.stop(),
  };
}

const [mongo, rabbit, redis] = await Promise.all([
  // Documents carry the tests' time: by the machine's, which is later, TTL indexes would remove them.
  start('mongo:8', 27017, Wait.forLogMessage('Waiting for connections'), [
    '--setParameter',
    'ttlMonitorEnabled=false',
  ]),
  start('rabbitmq:4', 5672, Wait.forLogMessage('Server startup complete')),
  start('redis:8', 6379, Wait.forLogMessage('Ready to accept connections')),
]);
const status = runTests({
  TEST_MONGODB_URI: `mongodb://${mongo.address}`,
  RABBITMQ_URL: `amqp://guest:guest@${rabbit.address}`,
  REDIS_URL: `redis://${redis.address}`,
});
await Promise.all([mongo, rabbit, redis].map(({ stop }) => stop()));
process.exit(status);
