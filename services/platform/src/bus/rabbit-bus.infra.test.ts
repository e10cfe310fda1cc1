import { describeWay } from '../projections/event-flow-suite.js';
import { describeBus } from './bus-suite.js';
import { describeBroker } from './rabbit-broker-suite.js';
import { describeDeadLetters } from './rabbit-dead-letter-suite.js';
import { describeOutages } from './rabbit-outage-suite.js';
import { brokerUrl, hasControl } from './testing/broker.js';
import { openCorner } from './testing/corner.js';
import { startTcpProxy } from './testing/tcp-proxy.js';

// One file for all that needs the broker: files run at the same time, and the last suite restarts it.
const url = await brokerUrl();
if (url === undefined) {
  describe.skip('the bus on RabbitMQ (skipped: no broker answers at RABBITMQ_URL or 127.0.0.1:5672)', () => {
    it('was not tested', () => undefined);
  });
} else {
  describeBus('the bus on RabbitMQ', async () => {
    const corner = await openCorner(url);
    return {
      connect: () => corner.connectBus(),
      dead: async (service) => (await corner.dead(service)).map(({ id, reason }) => ({ id, reason })),
      close: () => corner.close(),
    };
  });
  describeBroker(url);
  describeDeadLetters(url);
  describeWay('the way of an event over RabbitMQ', async () => {
    const corner = await openCorner(url);
    const by = new URL(corner.broker.url);
    const line = await startTcpProxy({ host: by.hostname, port: by.port === '' ? 5672 : Number(by.port) });
    by.host = `127.0.0.1:${String(line.port)}`;
    const bus = await corner.connectBus(by.href);
    return {
      bus,
      cutBus: line.cut,
      close: async () => {
        await corner.close();
        await line.close();
      },
    };
  });
  describeOutages(url, await hasControl(url));
}
