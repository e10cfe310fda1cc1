import { userUpdated } from '@crm/contracts/bus/events.js';
import { updateUser } from '@crm/contracts/http/account.js';
import { verifyToken } from '@crm/contracts/http/auth.js';
import { uniqueId } from '@crm/platform/testing/unique.js';
import { startAuth, wrongFields, type AuthServer } from '../test/auth-server.js';

let auth: AuthServer;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.stop());

describe('changing the own settings', () => {
  test.each([
    ['the phone', { phone: '(214)555-0117' }, { phone: '+12145550117' }],
    [
      'the callback text',
      { text_message: 'I will call you back.' },
      { text_message: 'I will call you back.' },
    ],
    ['the voicemail', { voice_mail: '/media/vm.mp3' }, { voice_mail: '/media/vm.mp3' }],
    ['nothing but what was emptied', { phone: '', text_message: '' }, { phone: '', text_message: '' }],
  ])('sets %s', async (_what, change, stored) => {
    const { user, client, token } = await auth.newUser({ phone: '(214)555-0100' });
    await client.call(updateUser, { body: { id: user.id, text_message: 'before' } });
    const { status, answer } = await client.call(updateUser, { body: { id: user.id, ...change } });
    expect(status).toBe(200);
    expect(answer).toMatchObject({ status: 'success', message: 'Saved', user: stored });
    const verified = await auth.stranger.call(verifyToken, { body: { token } });
    expect(verified.answer.user).toEqual(answer.user);
    const published = await auth.probe.waitFor(
      userUpdated,
      ({ data }) => data.id === user.id && data.version === answer.user.version,
    );
    expect(published).toMatchObject({ sequence: answer.user.version, actorid: user.id, data: stored });
  });

  test('is open to an admin about others', async () => {
    const { user } = await auth.newUser();
    const { answer } = await auth.admin.call(updateUser, { body: { id: user.id, phone: '(214)555-0118' } });
    expect(answer.user.phone).toBe('+12145550118');
  });

  test('sent twice changes once', async () => {
    const { user, client } = await auth.newUser();
    const body = { id: user.id, text_message: 'once' };
    const first = await client.call(updateUser, { body });
    const second = await client.call(updateUser, { body });
    expect(second.answer.user).toEqual(first.answer.user);
  });
});

describe('a change is refused', () => {
  test('with any other field, all of them named, and nothing is stored', async () => {
    const { user, token } = await auth.newUser();
    const refused = await auth.raw(updateUser, token, {
      id: user.id,
      phone: '(214)555-0100',
      role_id: 1,
      banned: 0,
    });
    expect(refused.status).toBe(422);
    expect(wrongFields(refused)).toEqual(['banned', 'role_id']);
    const verified = await auth.stranger.call(verifyToken, { body: { token } });
    expect(verified.answer.user).toEqual(user);
  });

  test('without a field, with one too long, with a number no phone has', async () => {
    const { user, client } = await auth.newUser();
    const nothing = await client.call(updateUser, { body: { id: user.id } });
    expect(nothing.refusal.errors).toEqual({ body: 'Specify the field to change' });
    const long = await client.call(updateUser, {
      body: { id: user.id, text_message: 'x'.repeat(1601), phone: '214' },
    });
    expect(wrongFields(long)).toEqual(['phone', 'text_message']);
    const wrong = await client.call(updateUser, { body: { id: user.id, phone: '(014)555-0100' } });
    expect(wrong.refusal.errors).toEqual({ phone: 'Please enter a valid 13-digit phone number' });
  });

  test('to somebody else, and to strangers', async () => {
    const { user } = await auth.newUser();
    const agent = await auth.newUser();
    const guide = await auth.newUser({ role_id: 3 });
    const body = { id: user.id, text_message: 'not theirs' };
    for (const { client } of [agent, guide])
      expect((await client.call(updateUser, { body })).refusal.code).toBe('forbidden');
    expect((await auth.stranger.call(updateUser, { body })).refusal.code).toBe('session_ended');
  });

  test('for nobody: 404', async () => {
    const { status } = await auth.admin.call(updateUser, { body: { id: uniqueId(), phone: '' } });
    expect(status).toBe(404);
  });
});
