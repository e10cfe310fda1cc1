import { AsyncLocalStorage } from 'node:async_hooks';
import { Types } from 'mongoose';
import { startMessaging, type MessagingServer } from '../test/messaging-server.js';
import { idOfWish } from './clicks.js';
import { newText, queueNewText } from './new-text.js';

let server: MessagingServer;
const asking = new AsyncLocalStorage<string[]>();

beforeAll(async () => {
  server = await startMessaging();
  server.service.ctx.texts.db.set('debug', (collection: string, method: string) => {
    asking.getStore()?.push(`${collection}.${method}`);
  });
});
afterAll(async () => {
  await server.stop();
});

/** What some work answers, and what it asks a collection of the service to do, in order; not what others ask meanwhile. */
async function askedBy<T>(collection: string, work: () => Promise<T>): Promise<[T, string[]]> {
  const asked: string[] = [];
  const answer = await asking.run(asked, work);
  return [answer, asked.filter((each) => each.startsWith(`${collection}.`))];
}

// Whoever clicks waits for each of these in turn.
describe('what queueing a text asks of the store', () => {
  test('a wish that is new is one write; the same one again finds the id of the first', async () => {
    const { ctx } = server.service;
    const wish = () => idOfWish(ctx, ['text', 'wished once'], Infinity);
    const [first, asked] = await askedBy('clicks', wish);
    expect(asked).toEqual(['clicks.updateOne']);
    expect(await wish()).toEqual(first);
  });

  test('a wish whose time is over is one write, and has another id', async () => {
    const { ctx } = server.service;
    const first = await idOfWish(ctx, ['text', 'wished again'], 10_000);
    server.clock.advance(10_001);
    const [again, asked] = await askedBy('clicks', () => idOfWish(ctx, ['text', 'wished again'], 10_000));
    expect(again).not.toEqual(first);
    expect(asked).toEqual(['clicks.updateOne']);
  });

  test('a text that is new is one write, and is answered as it is stored; under an id that is taken, the first one is', async () => {
    const { ctx } = server.service;
    const begun = newText({
      _id: new Types.ObjectId(),
      send_status: 'queued',
      lead_id: null,
      user_id: null,
      text: 'Good morning',
      is_client_message: 0,
      customer_fullname: 'Raymond Okafor',
      customer_phone: '+12145551234',
      agent_fullname: 'Dana Reyes',
      read_status: 1,
      createdAt: server.clock.now(),
      // Not due: nobody sends it meanwhile.
      at: null,
    });
    const [{ stored: queued, isNew }, asked] = await askedBy('texts', () => queueNewText(ctx, begun));
    expect(isNew).toBe(true);
    expect(asked).toEqual(['texts.insertOne']);
    expect(await ctx.texts.findById(begun._id).lean()).toEqual(queued);
    expect(await queueNewText(ctx, { ...begun, text: 'Good evening' })).toEqual({
      stored: queued,
      isNew: false,
    });
  });
});
