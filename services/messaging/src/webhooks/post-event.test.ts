import { startReceiver } from '../test/webhook-receiver.js';
import { postEvent } from './post-event.js';

const event = { headers: { 'content-type': 'application/cloudevents+json' }, body: '{}' };

test('a name that leads to this machine is refused as it is connected to, and nothing is sent', async () => {
  const receiver = await startReceiver();
  const { port } = new URL(receiver.url);
  const refused = { outcome: 'failed', result: 'This address is not on the internet', retryAfterMs: 0 };
  expect(await postEvent({ url: `https://localhost:${port}/`, ...event }, [])).toEqual(refused);
  expect(await postEvent({ url: `http://localhost:${port}/`, ...event }, [])).toEqual(refused);
  expect(await postEvent({ url: receiver.url, ...event }, [])).toEqual(refused);
  expect(await postEvent({ url: `https://[::ffff:127.0.0.1]:${port}/`, ...event }, [])).toEqual(refused);
  expect(receiver.received).toEqual([]);
  await receiver.stop();
});

test('an allowed network is reached, and a receiver that is busy says when to come again', async () => {
  const receiver = await startReceiver();
  const allowed = [['127.0.0.0', 8]] as const;
  const post = () => postEvent({ url: `${receiver.url}/a`, ...event }, allowed);
  expect(await post()).toEqual({ outcome: 'delivered', result: '204', retryAfterMs: 0 });
  receiver.answers.set('/a', (res) => {
    res.writeHead(429, { 'retry-after': '120' }).end();
  });
  expect(await post()).toEqual({ outcome: 'failed', result: '429', retryAfterMs: 120_000 });
  await receiver.stop();
  expect(await post()).toEqual({ outcome: 'failed', result: 'ECONNREFUSED', retryAfterMs: 0 });
});

test('a receiver without TLS is sent nothing under an https address', async () => {
  const receiver = await startReceiver();
  const url = receiver.url.replace('http:', 'https:');
  // It speaks no TLS at all: nothing is sent in clear instead.
  expect(await postEvent({ url, ...event }, [['127.0.0.0', 8]])).toMatchObject({ outcome: 'failed' });
  expect(receiver.received).toEqual([]);
  await receiver.stop();
});
