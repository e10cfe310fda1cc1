import { z } from 'zod';
import { unpackBundle } from './bundle.js';
import { createLiveChannel } from './live-channel.js';
import { until } from './test/until.js';

const publisher = z.object({ publish: z.custom<(channel: string, message: string) => void>() });
const subscriber = z.object({
  pSubscribe: z.custom<(pattern: string, listener: (message: Buffer) => void) => void>(),
  subscribe: z.custom<(channels: string[], listener: (message: Buffer) => void) => void>(),
});

/** One gateway's end: what it sent, and what its adapter heard. */
function end() {
  const sent: Buffer[] = [];
  const received: string[] = [];
  const channel = createLiveChannel((bundle) => sent.push(bundle));
  const { pub, sub } = channel.adapterClients;
  subscriber.parse(sub).pSubscribe('live#/#*', (message) => received.push(`event ${message.toString()}`));
  subscriber.parse(sub).subscribe(['requests'], (message) => received.push(`request ${message.toString()}`));
  return {
    sent,
    received,
    publish: publisher.parse(pub).publish,
    receive: (bundle: Buffer) => {
      channel.receive(bundle);
    },
  };
}

test('what is said in one turn goes out as one, and is heard in its order', async () => {
  const [here, there] = [end(), end()];
  here.publish('live#/#room#', '1');
  here.publish('requests', '2');
  here.publish('live#/#', '3');
  here.publish('elsewhere', '4');
  const bundle = await until(() => here.sent[0]);
  expect(here.sent).toHaveLength(1);
  there.receive(bundle);
  expect(there.received).toEqual(['event 1', 'request 2', 'event 3']);
  here.publish('live#/#', '5');
  await until(() => here.sent.length === 2);
});

test('a gateway hears its own requests, as its adapter waits for them, and not its own events', async () => {
  const here = end();
  here.publish('live#/#room#', '1');
  here.publish('requests', '2');
  const bundle = await until(() => here.sent[0]);
  here.receive(bundle);
  expect(here.received).toEqual(['request 2']);
  expect([...unpackBundle(bundle)]).toHaveLength(3);
});
