import { createLogger } from '@crm/platform/log/logger.js';
import { connectRabbit } from '@crm/platform/bus/rabbit-connection.js';
import { connectMongo } from '@crm/platform/mongo/connect.js';
import { connectRedis } from '@crm/gateway/redis.js';

// Run as a process of its own, for Node reads NODE_EXTRA_CA_CERTS when it starts. Prints which stores took the connection.
const [mongodb = '', rabbitmq = '', redis = ''] = process.argv.slice(2);
const log = createLogger({ service: 'tls', level: 'silent' });

async function reachesMongo(): Promise<boolean> {
  try {
    const store = await connectMongo({ uri: mongodb, log, patienceMs: 1 });
    await store.close();
    return true;
  } catch {
    // Whatever the reason: it is not connected.
    return false;
  }
}

async function reachesRabbit(): Promise<boolean> {
  const connection = await connectRabbit({ url: rabbitmq, log });
  const isConnected = connection.current() !== undefined;
  await connection.close();
  return isConnected;
}

async function reachesRedis(): Promise<boolean> {
  const connection = await connectRedis({ url: redis, prefix: 'tls' }, log);
  const { isReady } = connection.counter;
  connection.close();
  return isReady;
}

const [mongo, rabbit, cache] = await Promise.all([reachesMongo(), reachesRabbit(), reachesRedis()]);
process.stdout.write(JSON.stringify({ mongodb: mongo, rabbitmq: rabbit, redis: cache }));
process.exit(0);
