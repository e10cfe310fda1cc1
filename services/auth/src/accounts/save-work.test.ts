import { leadWorkCompleted, leadWorkStarted, userUpdated } from '@crm/contracts/bus/events.js';
import { verifyToken } from '@crm/contracts/http/auth.js';
import { uniqueId } from '@crm/platform/testing/unique.js';
import { startAuth, type AuthServer } from '../test/auth-server.js';
import { workMessage } from '../test/work-message.js';

let auth: AuthServer;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.stop());

type Step = [kind: typeof leadWorkStarted | typeof leadWorkCompleted, leadId: string, sequence: number];

/** A user, and what verify answers as their uncompleted lead after each message. */
async function follow(...steps: Step[]) {
  const { user, token } = await auth.newUser();
  const seen: (string | null)[] = [];
  for (const [kind, leadId, sequence] of steps) {
    await auth.bus.publish([workMessage(kind, { userId: user.id, leadId, sequence })]);
    const { answer } = await auth.stranger.call(verifyToken, { body: { token } });
    seen.push(answer.user.uncompleted_lead);
  }
  return { user, seen };
}

const [first, second] = [uniqueId(), uniqueId()];

test('work that starts is the uncompleted lead, completed it is none, and everybody is told each time', async () => {
  const { user, seen } = await follow([leadWorkStarted, first, 1], [leadWorkCompleted, first, 2]);
  expect(seen).toEqual([first, null]);
  const published = (lead: string | null, version: number) =>
    auth.probe.waitFor(
      userUpdated,
      ({ data }) => data.id === user.id && data.version === version && data.uncompleted_lead === lead,
    );
  expect(await published(first, 2)).toMatchObject({ sequence: 2, actorid: 'system' });
  expect(await published(null, 3)).toMatchObject({ sequence: 3 });
});

test('a message that comes twice changes nothing the second time', async () => {
  const { user, seen } = await follow(
    [leadWorkStarted, first, 1],
    [leadWorkStarted, first, 1],
    [leadWorkCompleted, first, 2],
    [leadWorkCompleted, first, 2],
  );
  expect(seen).toEqual([first, first, null, null]);
  await auth.probe.waitFor(userUpdated, ({ data }) => data.id === user.id && data.version === 3);
  expect(auth.probe.all(userUpdated).filter(({ data }) => data.id === user.id)).toHaveLength(2);
});

test('one that was overtaken changes nothing', async () => {
  const { seen } = await follow(
    [leadWorkCompleted, first, 2],
    [leadWorkStarted, first, 1],
    [leadWorkStarted, second, 3],
    [leadWorkCompleted, first, 2],
  );
  expect(seen).toEqual([null, null, second, second]);
});

test('work of nobody is written down to be tried again and stops nothing else', async () => {
  const userId = uniqueId();
  await auth.bus.publish([workMessage(leadWorkStarted, { userId, leadId: first, sequence: 1 })]);
  const deliveries = auth.service.ctx.models.users.db.collection('deliveries');
  expect(await deliveries.findOne({ 'event.subject': `work/${userId}` })).toMatchObject({
    queue: 'auth.work',
    state: 'waiting',
  });
  const { seen } = await follow([leadWorkStarted, second, 1]);
  expect(seen).toEqual([second]);
});
