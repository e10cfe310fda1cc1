import { Types } from 'mongoose';
import { callEnded, diallerNext } from '@crm/contracts/bus/call-events.js';
import { userPresenceChanged } from '@crm/contracts/bus/events.js';
import { exampleLiveCall } from '@crm/contracts/entities/telephony.js';
import { dialOneByOne as endpoint, type LeadToCall } from '@crm/contracts/http/calling.js';
import type { AuditedAction } from '@crm/platform/audit/audit-entry.js';
import { CarrierError } from '@crm/domain/carrier/carrier-error.js';
import { startDialler, type DiallerServer } from '../test/dialler-server.js';
import { tooEarly } from '../test/fake-services.js';
import type { SignedIn } from '../test/telephony-server.js';
import { dialNext } from './dial-one-by-one.js';
import { firstDialMs, healMs, nextDialMs } from './line.js';
import { nextDialAt, nextDialJob } from './next-dials.js';

let server: DiallerServer['server'];
let ctx: DiallerServer['ctx'];
let calls: DiallerServer['calls'];
let forget: DiallerServer['forget'];
beforeAll(async () => {
  ({ server, ctx, calls, forget } = await startDialler());
});
let entries: AuditedAction[] = [];
afterAll(() => server.stop());

let guide: SignedIn;
beforeEach(async () => {
  await ctx.diallers.deleteMany({});
  forget();
  entries = [];
  guide = await server.signIn({ role_id: 3, subroles: [], states: [], AD_Status: 0 });
});

let presences = 1;
const switched = (AD_status: 0 | 1) =>
  server.send(userPresenceChanged, {
    ...{ subject: `user/${guide.user.id}/presence`, sequence: (presences += 1) },
    data: { user_id: guide.user.id, online: 0, active: 0, in_call: 0, AD_status, agents: 0 },
  });
const over = (kind: 'dialler' | 'single', call_id = calls.known.placed.at(-1)?.call_id ?? '') =>
  server.send(callEnded, {
    subject: `call/${call_id}`,
    data: {
      ...{ call_id, user_id: guide.user.id, lead_id: null, call: null, number: '+12145550117' },
      ...{ direction: 'outbound', kind, outcome: 'busy', duration: 0 },
    },
  });
const own = (given: Partial<LeadToCall> = {}) => server.givenLead({ user_id: guide.user.id, ...given });
const dialled = () => calls.known.placed.map(({ lead }) => lead.lead_id);
const job = () => nextDialJob(ctx, { later: (entry) => void entries.push(entry) });
/** Time goes by, and the service looks. */
const after = async (ms: number) => {
  server.clock.advance(ms);
  await job().run();
};
/** In how many milliseconds the service looks again; null for never. */
const dueIn = async () => {
  const due = await nextDialAt(ctx);
  return due === null ? null : due.getTime() - server.clock.now().getTime();
};
const announced = () =>
  server.probe
    .all(diallerNext)
    .filter(({ data }) => data.guide_id === guide.user.id)
    .map(({ data: { guide_id: _guide, ...answer } }) => answer);

describe('a guide who switched the dialler on', () => {
  test('is dialled for, and a second behind each call again, though their window never asks', async () => {
    const [first, second] = [own(), own()];
    await switched(1);
    expect(await dueIn()).toBe(firstDialMs);
    await after(firstDialMs - 1);
    expect(dialled()).toEqual([]);
    await after(1);
    expect(dialled()).toEqual([first.lead_id]);
    expect(await dueIn()).toBe(healMs);
    await over('dialler');
    expect(await dueIn()).toBe(nextDialMs);
    await after(nextDialMs);
    expect(dialled()).toEqual([first.lead_id, second.lead_id]);
    expect(announced()).toEqual([
      { status: 'success', message: `Calling ${first.fullname}`, on: true },
      { status: 'success', message: `Calling ${second.fullname}`, on: true },
    ]);
    expect(entries).toMatchObject(
      [first, second].map(({ lead_id }) => ({
        ...{ actor_id: guide.user.id, action: 'lead.dialled', outcome: 'done' },
        subjects: [`user/${guide.user.id}`, `lead/${lead_id}`],
      })),
    );
  });

  test('is dialled for once, whatever asks at the same time', async () => {
    own();
    own();
    await switched(1);
    server.clock.advance(firstDialMs);
    const asked = guide.client.call(endpoint, { body: { guide_id: guide.user.id } });
    await Promise.all([job().run(), job().run(), dialNext(ctx, guide.user.id), asked]);
    expect(dialled()).toHaveLength(1);
  });

  test('is not dialled for while they are in a call that came in, and again a second behind it', async () => {
    const lead = own();
    await switched(1);
    calls.known.live = { ...exampleLiveCall, user_id: guide.user.id };
    await after(firstDialMs);
    expect([dialled(), await dueIn()]).toEqual([[], healMs]);
    const asked = await guide.client.call(endpoint, { body: { guide_id: guide.user.id } });
    expect(asked.answer).toEqual({
      ...{ status: 'info', message: 'A lead is already being called', AD_restart: false },
    });
    calls.known.live = null;
    await over('single', new Types.ObjectId().toHexString());
    await after(nextDialMs);
    expect(dialled()).toEqual([lead.lead_id]);
  });

  test('and off again is dialled for no more', async () => {
    own();
    await switched(1);
    await switched(0);
    await after(firstDialMs);
    expect([dialled(), await dueIn()]).toEqual([[], null]);
    expect(announced()).toEqual([]);
  });

  test('goes on to the next lead where a rule refuses one', async () => {
    const lead = own();
    calls.known.refuses = 'This customer is already in a call';
    await switched(1);
    await after(firstDialMs);
    expect(announced()).toEqual([
      {
        ...{ status: 'warning', message: 'The call was refused: This customer is already in a call' },
        on: true,
      },
    ]);
    expect(entries).toMatchObject([
      { outcome: 'denied', subjects: [expect.anything(), `lead/${lead.lead_id}`] },
    ]);
    expect(await dueIn()).toBe(nextDialMs);
  });
});

describe('the dialler is switched off, and the guide told why,', () => {
  const offWith = async (message: string, due: number | null = null) => {
    await switched(1);
    await after(firstDialMs);
    expect(announced()).toMatchObject([{ message, on: false }]);
    expect(server.auth.diallers.get(guide.user.id)).toBe(0);
    expect(await dueIn()).toBe(due);
    await switched(0);
    const asked = await guide.client.call(endpoint, { body: { guide_id: guide.user.id } });
    expect(asked).toMatchObject({ status: 409, refusal: { message } });
  };

  test('where nobody is left to call; nothing was done to anybody', async () => {
    await offWith('No leads to call');
    expect(entries).toEqual([]);
  });

  test('where nobody may be called', async () => {
    own();
    server.leads.permit = () => tooEarly;
    await offWith('No leads to call');
  });

  test('where the carrier is out of reach', async () => {
    own();
    calls.known.fails = new CarrierError('unknown', 0, 'no answer', undefined);
    // It may have rung all the same: the line is theirs until that is known.
    await offWith('The carrier does not answer, please try again', healMs);
    expect(entries).toMatchObject([{ outcome: 'failed' }]);
  });

  test('where anything else goes wrong: nothing of it is told', async () => {
    own();
    calls.known.fails = new Error('a fault of ours');
    await offWith('Server Error');
  });
});

test('a line that nobody gave back is free after a minute, and the guide is dialled for again', async () => {
  const [lost, lead] = [own(), own()];
  await switched(1);
  await after(firstDialMs);
  // Over, and the service died before it gave the line back.
  await ctx.diallerAttempts.updateMany({}, { $set: { isOver: true } });
  await after(healMs);
  expect(await dueIn()).toBe(nextDialMs);
  await after(nextDialMs);
  expect(dialled()).toEqual([lost.lead_id, lead.lead_id]);
});
