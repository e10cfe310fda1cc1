import { recordChanged } from '@crm/contracts/bus/record-events.js';
import { getStatePhone, updateStatePhone } from '@crm/contracts/http/state-phones.js';
import { statePhones } from '@crm/contracts/resources/state-phone.js';
import { startTelephony, type SignedIn, type TelephonyServer } from '../test/telephony-server.js';

const { list, one, change } = statePhones.calls;

let server: TelephonyServer;
let agent: SignedIn;
beforeAll(async () => {
  server = await startTelephony();
  agent = await server.signIn();
});
afterAll(async () => {
  await server.stop();
});

describe('the call that the specification has', () => {
  const save = (id: 'TX' | 'NV', updated: object, { client } = server.admin) =>
    client.call(updateStatePhone, { body: { id, updated } });

  test('saves a number in parts, and its area codes are its own', async () => {
    const { answer } = await save('TX', { phone: '(214)555-0199' });
    expect(answer).toMatchObject({ status: 'success', message: 'Phone saved' });
    expect(answer.phone).toMatchObject({ id: 'TX', phone: '+12145550199', announce: 1, version: 2 });
    const refused = await save('NV', { codes: ['702', '214'] });
    expect([refused.status, refused.refusal.errors]).toEqual([
      409,
      { 'updated.codes': '214 belongs to Texas' },
    ]);
    expect((await save('NV', { codes: [] })).answer.phone.codes).toEqual([]);
    expect((await save('TX', { codes: [...answer.phone.codes, '702'] })).status).toBe(200);
    const read = await server.admin.client.call(getStatePhone, { params: { stateId: 'TX' } });
    expect(read.answer.phone).toMatchObject({ version: 3 });
    expect(read.answer.phone.codes).toContain('702');
  });

  test('is for admins', async () => {
    expect((await save('TX', { announce: 0 }, agent)).status).toBe(403);
  });
});

describe('a state’s number as a record', () => {
  const read = async (id: string) => (await server.admin.client.call(one, { params: { id } })).answer;

  test('is listed by the names of the states, found and narrowed', async () => {
    const { answer } = await server.admin.client.call(list, { query: { range: '[0,99]' } });
    expect(answer).toHaveLength(50);
    expect(answer.slice(0, 3).map(({ id, name }) => [id, name])).toEqual([
      ['AL', 'Alabama'],
      ['AK', 'Alaska'],
      ['AZ', 'Arizona'],
    ]);
    const found = async (filter: object) =>
      (await server.admin.client.call(list, { query: { filter: JSON.stringify(filter) } })).answer;
    expect((await found({ q: 'wyo' })).map(({ id }) => id)).toEqual(['WY']);
    expect((await found({ id: ['OR', 'WA'] })).map(({ id }) => id).sort()).toEqual(['OR', 'WA']);
    expect(await found({ q: 'wyo', announce: ['0'] })).toEqual([]);
  });

  test('is changed on the version that was read, and admins are told', async () => {
    const { id, name: _name, ...before } = await read('OR');
    const { answer } = await server.admin.client.call(change, {
      params: { id },
      body: { ...before, phone: '+15035550142', codes: ['971', '503'], announce: 0 },
    });
    expect(answer).toEqual({
      ...{ id: 'OR', name: 'Oregon', version: 2, phone: '+15035550142', codes: ['503', '971'], announce: 0 },
    });
    const { sequence, data } = await server.probe.waitFor(recordChanged, (event) => event.data.id === 'OR');
    expect([sequence, data]).toEqual([2, { resource: 'phones', id: 'OR', change: 'updated', user_id: null }]);
    const late = await server.admin.client.call(change, {
      params: { id },
      body: { ...before, phone: '+15035550143' },
    });
    expect([late.status, late.refusal.conflict?.fields]).toEqual([
      409,
      [
        { field: 'phone', yours: '+15035550143', theirs: '+15035550142' },
        { field: 'codes', yours: before.codes, theirs: ['503', '971'] },
        { field: 'announce', yours: 1, theirs: 0 },
      ],
    ]);
  });

  test('is refused with a sentence for each wrong field', async () => {
    const { id, name: _name, ...before } = await read('WA');
    const put = async (body: object) => {
      const { status, refusal } = await server.admin.client.call(change, {
        params: { id },
        body: { ...before, ...body },
      });
      return [status, refusal.errors];
    };
    expect(await put({ phone: '12', codes: ['206', '46'] })).toEqual([
      422,
      { phone: 'Please enter a valid 13-digit phone number', 'codes.1': '46 is not an area code' },
    ]);
    expect(await put({ codes: ['206', '206'] })).toEqual([422, { codes: '206 is listed twice' }]);
    expect(await put({ codes: ['206', '503'] })).toEqual([409, { codes: '503 belongs to Oregon' }]);
    expect(await read('WA')).toEqual({ id, name: 'Washington', ...before });
  });

  test('is for admins, and of states that there are', async () => {
    expect((await agent.client.call(list, { query: {} })).status).toBe(403);
    expect((await agent.client.call(one, { params: { id: 'TX' } })).status).toBe(403);
    expect((await server.admin.client.call(one, { params: { id: 'XX' } })).status).toBe(422);
  });
});
