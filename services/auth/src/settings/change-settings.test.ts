import { settingsUpdated } from '@crm/contracts/bus/events.js';
import {
  getSettings,
  snapshotSettings,
  updateSettings,
  updateSettingsFields,
} from '@crm/contracts/http/settings.js';
import { startAuth, wrongFields, type AuthServer } from '../test/auth-server.js';

let auth: AuthServer;
beforeEach(async () => {
  auth = await startAuth();
});
afterEach(() => auth.stop());

const initial = {
  ...{ assignment: 0, default_phone: '', default_text_message: '', default_voice_mail: '' },
  default_text_message_es: '',
  wrap_up_seconds: 120,
  session_idle_minutes: 60,
  session_days: 30,
  second_factor: {},
  supervision_seen: 1,
  source_weights: {},
};
const read = async () => (await auth.admin.call(getSettings, {})).answer.settings;

test('everybody signed in reads the settings, and nobody else', async () => {
  const agent = await auth.newUser();
  const guide = await auth.newUser({ role_id: 3 });
  for (const client of [auth.admin, agent.client, guide.client])
    expect((await client.call(getSettings, {})).answer).toEqual({ settings: initial });
  expect((await auth.stranger.call(getSettings, {})).refusal.code).toBe('session_ended');
});

describe('an admin', () => {
  test('sets automatic assignment and the default phone, and everybody is told', async () => {
    const body = { assignment: 1, default_phone: '(214)555-0199' } as const;
    const { status, answer } = await auth.admin.call(updateSettings, { body });
    const settings = { ...initial, assignment: 1, default_phone: '+12145550199' };
    expect([status, answer]).toEqual([200, { settings, status: 'success', message: 'Saved' }]);
    expect(await read()).toEqual(settings);
    const published = await auth.probe.waitFor(settingsUpdated);
    expect(published).toMatchObject({
      subject: 'settings',
      sequence: 2,
      actorid: auth.adminId,
      data: settings,
    });
  });

  test('sets the default callback text, the default voicemail, or both', async () => {
    await auth.admin.call(updateSettingsFields, { body: { fields: { default_text_message: 'Soon.' } } });
    expect(await read()).toEqual({ ...initial, default_text_message: 'Soon.' });
    const fields = {
      ...{ default_text_message: 'Later.', default_text_message_es: 'Luego.' },
      default_voice_mail: '/media/vm.mp3',
    };
    const { answer } = await auth.admin.call(updateSettingsFields, { body: { fields } });
    expect(answer).toEqual({ settings: { ...initial, ...fields }, status: 'success', message: 'Saved' });
    const published = await auth.probe.waitFor(settingsUpdated, ({ sequence }) => sequence === 3);
    expect(published.data).toEqual({ ...initial, ...fields });
  });

  test('decides whether agents see that they are supervised; they do before anybody decided', async () => {
    expect(await read()).toMatchObject({ supervision_seen: 1 });
    const fields = { supervision_seen: 0 } as const;
    const { answer } = await auth.admin.call(updateSettingsFields, { body: { fields } });
    expect(answer.settings).toEqual({ ...initial, supervision_seen: 0 });
    const published = await auth.probe.waitFor(settingsUpdated);
    expect(published.data).toEqual({ ...initial, supervision_seen: 0 });
  });

  test('who saves what stands already changes nothing and tells nobody', async () => {
    const body = { assignment: 1, default_phone: '' } as const;
    await auth.admin.call(updateSettings, { body });
    expect((await auth.admin.call(updateSettings, { body })).status).toBe(200);
    await auth.admin.call(updateSettings, { body: { ...body, assignment: 0 } });
    await auth.probe.waitFor(settingsUpdated, ({ data }) => data.assignment === 0);
    expect(auth.probe.all(settingsUpdated).map(({ sequence }) => sequence)).toEqual([2, 3]);
  });

  test('and another at once lose nothing of each other', async () => {
    await Promise.all([
      auth.admin.call(updateSettings, { body: { assignment: 1, default_phone: '' } }),
      auth.admin.call(updateSettingsFields, { body: { fields: { default_text_message: 'Soon.' } } }),
      auth.admin.call(updateSettingsFields, { body: { fields: { default_voice_mail: '/vm' } } }),
    ]);
    expect(await read()).toEqual({
      ...initial,
      assignment: 1,
      default_text_message: 'Soon.',
      default_voice_mail: '/vm',
      wrap_up_seconds: 120,
    });
  });

  test('sets how long wrap-up lasts, within an hour, or that there is none', async () => {
    const set = (wrap_up_seconds: number) =>
      auth.admin.call(updateSettingsFields, { body: { fields: { wrap_up_seconds } } });
    for (const seconds of [45, 0]) {
      await set(seconds);
      expect(await read()).toEqual({ ...initial, wrap_up_seconds: seconds });
    }
    for (const wrong of [-1, 3_601, 1.5]) {
      const refused = await auth.raw(updateSettingsFields, auth.adminToken, {
        fields: { wrap_up_seconds: wrong },
      });
      expect([refused.status, wrongFields(refused)]).toEqual([422, ['fields.wrap_up_seconds']]);
    }
    const published = await auth.probe.waitFor(settingsUpdated, ({ sequence }) => sequence === 3);
    expect(published.data).toEqual({ ...initial, wrap_up_seconds: 0 });
  });
});

test('an admin weighs sources, each by itself; what is no weight is refused', async () => {
  const source_weights = { liveTransfer: 3, bulk: 1 } as const;
  const { answer } = await auth.admin.call(updateSettingsFields, { body: { fields: { source_weights } } });
  expect(answer.settings).toEqual({ ...initial, source_weights });
  expect((await auth.probe.waitFor(settingsUpdated)).data).toMatchObject({ source_weights });
  for (const wrong of [{ bulk: 4 }, { nowhere: 1 }]) {
    const body = { fields: { source_weights: wrong as typeof source_weights } };
    expect((await auth.admin.call(updateSettingsFields, { body })).status).toBe(422);
  }
  expect(await read()).toEqual({ ...initial, source_weights });
});

describe('a change of settings is refused', () => {
  test('with every wrong field named at once, and nothing is stored', async () => {
    const wrong = await auth.raw(updateSettings, auth.adminToken, { assignment: 2, default_phone: '214' });
    expect([wrong.status, wrongFields(wrong)]).toEqual([422, ['assignment', 'default_phone']]);
    const number = await auth.admin.call(updateSettings, {
      body: { assignment: 1, default_phone: '(014)555-0100' },
    });
    expect([number.status, wrongFields(number)]).toEqual([422, ['default_phone']]);
    const fields = await auth.raw(updateSettingsFields, auth.adminToken, {
      fields: { assignment: 1, default_text_message: 5 },
    });
    expect([fields.status, wrongFields(fields)]).toEqual([
      422,
      ['fields.assignment', 'fields.default_text_message'],
    ]);
    const none = await auth.raw(updateSettingsFields, auth.adminToken, { fields: {} });
    expect([none.status, wrongFields(none)]).toEqual([422, ['fields']]);
    expect(await read()).toEqual(initial);
  });

  test('to agents, guides and strangers', async () => {
    const agent = await auth.newUser();
    const guide = await auth.newUser({ role_id: 3 });
    for (const [client, code] of [
      [agent.client, 'forbidden'],
      [guide.client, 'forbidden'],
      [auth.stranger, 'session_ended'],
    ] as const) {
      const set = await client.call(updateSettings, { body: { assignment: 1, default_phone: '' } });
      const setFields = await client.call(updateSettingsFields, {
        body: { fields: { default_voice_mail: '/vm' } },
      });
      expect([set.refusal.code, setFields.refusal.code]).toEqual([code, code]);
    }
    expect(await read()).toEqual(initial);
  });
});

test('a service reads them with their version, and nobody else does', async () => {
  await auth.admin.call(updateSettings, { body: { assignment: 1, default_phone: '' } });
  const { answer } = await auth.internal.call(snapshotSettings, {});
  expect(answer).toEqual({ settings: { ...initial, assignment: 1 }, version: 2 });
  for (const client of [auth.admin, auth.stranger])
    expect((await client.call(snapshotSettings, {})).refusal.code).toBe('forbidden');
});
