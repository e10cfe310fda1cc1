import { createHash, randomBytes } from 'node:crypto';
import {
  brokerRightsOf,
  brokerUsers,
  deadExchange,
  deadQueueOf,
  type BrokerUser,
} from '@crm/contracts/bus/broker-rights.js';
import { exchanges } from '@crm/contracts/bus/envelope.js';

/** As RabbitMQ keeps a password: four random bytes, then SHA-256 of them and the password. */
export function passwordHash(password: string, salt: Buffer = randomBytes(4)): string {
  const digest = createHash('sha256').update(salt).update(password, 'utf8').digest();
  return Buffer.concat([salt, digest]).toString('base64');
}

/**
 * RabbitMQ's definitions of what services share, the exchanges and dead-letter queues, and of a user for each service with
 * its own rights. Importing them again changes passwords and rights and keeps all else. `installation` goes into the users'
 * names, where several share a broker; users are the broker's, not the virtual host's.
 */
export function brokerDefinitions(options: {
  vhost: string;
  passwords: Readonly<Record<BrokerUser, string>>;
  installation?: string;
}) {
  const { vhost, passwords, installation } = options;
  const userOf = (name: BrokerUser) => ['crm', ...(installation ? [installation] : []), name].join('-');
  const rights = brokerUsers.map((name) => ({ user: userOf(name), ...brokerRightsOf(name) }));
  const exchange = (name: string, type: 'topic' | 'direct') => ({
    ...{ name, vhost, type, durable: true, auto_delete: false, internal: false },
    arguments: {},
  });
  return {
    vhosts: [{ name: vhost }],
    users: brokerUsers.map((name) => ({
      name: userOf(name),
      password_hash: passwordHash(passwords[name]),
      hashing_algorithm: 'rabbit_password_hashing_sha256',
      tags: [],
    })),
    permissions: rights.map(({ user, configure, write, read }) => ({ user, vhost, configure, write, read })),
    topic_permissions: rights.flatMap(({ user, topics }) => topics.map((each) => ({ user, vhost, ...each }))),
    exchanges: [
      ...Object.values(exchanges).map((name) => exchange(name, 'topic')),
      exchange(deadExchange, 'direct'),
    ],
    queues: brokerUsers.map((name) => ({
      ...{ name: deadQueueOf(name), vhost, durable: true, auto_delete: false },
      arguments: { 'x-queue-type': 'quorum' },
    })),
    bindings: brokerUsers.map((name) => ({
      ...{ source: deadExchange, vhost, destination: deadQueueOf(name), destination_type: 'queue' },
      routing_key: deadQueueOf(name),
      arguments: {},
    })),
  };
}
