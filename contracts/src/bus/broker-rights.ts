import { serviceNames, type ServiceName } from '../endpoint/endpoint.js';
import { commands } from './commands.js';
import { exchanges, type MessageSpec } from './envelope.js';
import { events } from './events.js';

/** Who has a user of its own at the broker: the services and the gateway. */
export const brokerUsers = [...serviceNames, 'gateway'] as const;
export type BrokerUser = (typeof brokerUsers)[number];

/** Takes what could not be handled, by the name of its dead-letter queue. */
export const deadExchange = 'crm.dead';
/** Where a service's dead letters are kept. */
export const deadQueueOf = (service: string) => `${service}.dead`;
/** Leads back to a service's queues by their names, so that nobody needs the right to write past the exchanges. */
export const retryExchangeOf = (service: string) => `${service}.retry`;

/** Whose dead letters a service looks after beside its own. */
const looksAfter: Readonly<Partial<Record<BrokerUser, readonly BrokerUser[]>>> = { auth: ['gateway'] };
/** What every process hears of by itself, without a queue that its service shares. */
const heardByAll: readonly string[] = ['user.banned', 'user.sessions-ended'];

/** What a user may do at the broker, as the regular expressions of its permissions. */
export interface BrokerRights {
  /** What it may declare: queues and the exchange of its own name. */
  configure: string;
  write: string;
  read: string;
  /** By routing key, on each topic exchange: what it may publish, and what it may bind its queues to. */
  topics: readonly { exchange: string; write: string; read: string }[];
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const anyOf = (names: readonly string[]) =>
  names.length === 0 ? '^$' : `^(${names.map(escaped).join('|')})$`;
const typesOf = (specs: readonly MessageSpec[], wanted: (spec: MessageSpec) => boolean) =>
  specs.filter(wanted).map(({ type }) => type);

/** The rights of one service's user, from who publishes and consumes what. */
export function brokerRightsOf(name: BrokerUser): BrokerRights {
  const published = typesOf(events, ({ owner }) => owner.includes(name));
  const consumed = typesOf(
    events,
    ({ type, consumers = [] }) => consumers.includes(name) || heardByAll.includes(type),
  );
  const sent = typesOf(commands, ({ senders = [] }) =>
    senders.some((sender: ServiceName) => sender === name),
  );
  const taken = typesOf(commands, ({ owner }) => owner.includes(name));
  const others = looksAfter[name] ?? [];
  const own = `${escaped(name)}\\.[A-Za-z0-9._-]+`;
  const among = (...names: string[]) => `^(${[own, ...names.map(escaped)].join('|')})$`;
  const { events: eventsExchange, commands: commandsExchange, rejected } = exchanges;
  return {
    configure: `^${own}$`,
    write: among(...Object.values(exchanges), deadExchange, ...others.map(retryExchangeOf)),
    read: among(eventsExchange, commandsExchange, ...others.map(deadQueueOf)),
    topics: [
      { exchange: eventsExchange, write: anyOf(published), read: anyOf(consumed) },
      { exchange: commandsExchange, write: anyOf(sent), read: anyOf(taken) },
      { exchange: rejected, write: anyOf(taken.map((type) => `${type}.rejected`)), read: '^$' },
    ],
  };
}
