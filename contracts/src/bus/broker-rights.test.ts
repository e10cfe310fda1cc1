import { brokerRightsOf, brokerUsers, type BrokerUser } from './broker-rights.js';
import { commands } from './commands.js';
import { events } from './events.js';

const topic = (name: BrokerUser, exchange: string, right: 'write' | 'read') => {
  const found = brokerRightsOf(name).topics.find((each) => each.exchange === exchange);
  return new RegExp(found?.[right] ?? '$^');
};

test.each(brokerUsers)(
  '%s publishes the events that it owns, and binds to those that it consumes',
  (name) => {
    const write = topic(name, 'crm.events', 'write');
    const read = topic(name, 'crm.events', 'read');
    for (const { type, owner, consumers = [] } of events) {
      expect([type, write.test(type)]).toEqual([type, owner.includes(name)]);
      const isHeardByAll = ['user.banned', 'user.sessions-ended'].includes(type);
      expect([type, read.test(type)]).toEqual([type, isHeardByAll || consumers.includes(name)]);
    }
    expect([write.test('#'), read.test('#'), read.test('user.*')]).toEqual([false, false, false]);
  },
);

test.each(brokerUsers)('%s takes and refuses its own commands, and sends those that name it', (name) => {
  for (const { type, owner, senders = [] } of commands) {
    const isIts = owner.includes(name);
    expect([type, topic(name, 'crm.commands', 'read').test(type)]).toEqual([type, isIts]);
    expect([type, topic(name, 'crm.rejected', 'write').test(`${type}.rejected`)]).toEqual([type, isIts]);
    expect([type, topic(name, 'crm.commands', 'write').test(type)]).toEqual([
      type,
      senders.some((sender) => sender === name),
    ]);
  }
});

test.each([
  ['configure', 'leads.work', true],
  ['configure', 'leads.retry', true],
  ['configure', 'leadsx.work', false],
  ['configure', 'auth.work', false],
  ['configure', 'crm.events', false],
  ['configure', 'crm.dead', false],
  ['write', 'crm.events', true],
  ['write', 'crm.dead', true],
  ['write', 'amq.default', false],
  ['write', 'auth.retry', false],
  ['read', 'leads.dead', true],
  ['read', 'auth.dead', false],
  ['read', 'crm.dead', false],
  ['read', 'crm.rejected', false],
] as const)('leads: %s of %s is %s', (right, name, isAllowed) => {
  expect(new RegExp(brokerRightsOf('leads')[right]).test(name)).toBe(isAllowed);
});

test("auth looks after the gateway's dead letters, which has no page of its own", () => {
  const { read, write } = brokerRightsOf('auth');
  expect(new RegExp(read).test('gateway.dead')).toBe(true);
  expect(new RegExp(write).test('gateway.retry')).toBe(true);
  expect(new RegExp(read).test('gateway.sessions')).toBe(false);
});
