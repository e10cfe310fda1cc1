import { jest } from '@jest/globals';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { scrubRequest } from '@crm/contracts/customers/suppression.js';
import { createLeadCommand } from '@crm/contracts/bus/commands.js';
import { recordChanged } from '@crm/contracts/bus/record-events.js';
import { errorAnswer } from '@crm/contracts/errors.js';
import * as calls from '@crm/contracts/http/permission.js';
import {
  getScreening,
  suppressionLists,
  uploadSuppressionList,
  type SuppressionList,
} from '@crm/contracts/resources/suppression-list.js';
import { uniqueId } from '@crm/platform/testing/unique.js';
import { lifeInput } from '../test/builders.js';
import { startLeads, type LeadsServer, type SignedIn } from '../test/leads-server.js';
import { until } from '../test/until.js';

// Friday, 11:00 in Texas.
const noon = '2026-11-20T17:00:00.000Z';
const phone = '+12145550142';
const national = {
  name: 'FTC, area code 214',
  scope: 'national',
  as_of: '2026-11-02',
  proof: 'SAN 10523871',
};

let server: LeadsServer;
let agent: SignedIn;
const start = async (environment?: Record<string, string>) => {
  server = await startLeads(environment);
  server.clock.set(noon);
  agent = await server.signIn();
};
afterEach(() => server.stop());

async function upload(csv: string | undefined, fields: Record<string, string>, by = server.admin) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  if (csv !== undefined) form.set('file', new Blob([csv]), 'numbers.csv');
  const response = await fetch(`${server.service.url}${uploadSuppressionList.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${by.token}` },
    body: form,
  });
  return { status: response.status, body: await response.json() };
}
const refusal = async (csv: string | undefined, fields: Record<string, string>) => {
  const { status, body } = await upload(csv, fields);
  return { status, errors: errorAnswer.parse(body).errors };
};

const listOf = async (id: string) =>
  (await server.admin.client.call(suppressionLists.calls.one, { params: { id } })).answer;
/** Uploads a list and answers it once it is loaded, or failed. */
async function loaded(csv: string, fields: Record<string, string> = national): Promise<SuppressionList> {
  const { status, body } = await upload(csv, fields);
  expect(status).toBe(200);
  const { id } = uploadSuppressionList.answer.parse(body).list;
  return until('the list is loaded', async () => {
    const list = await listOf(id);
    return list.status === 'importing' ? undefined : list;
  });
}

type Body = Parameters<typeof server.internal.call<typeof calls.mayContact>>[1]['body'];
const ask = async (given: Partial<Body> = {}) =>
  (
    await server.internal.call(calls.mayContact, {
      body: { lead_id: null, phone, channel: 'call', user_id: null, ...given },
    })
  ).answer;
const givenLead = (given: Parameters<typeof lifeInput>[0] = {}) =>
  server.givenLead(lifeInput({ phone, state: 'TX', ...given }), agent);
const screening = async () => (await server.admin.client.call(getScreening, {})).answer;
const numbersLeft = () => server.service.ctx.suppressedNumbers.countDocuments();
/** Lets the numbers of lists go that nobody asks for any more. */
const graceOver = async () => {
  await server.advance(60_000);
  server.service.ctx.suppressionWork.wake();
};

describe('a list of numbers', () => {
  beforeEach(() => start());

  test('is loaded from a file, told of, and closes calls and texts of its numbers alone', async () => {
    expect((await screening()).lists).toEqual([]);
    expect((await ask()).allowed).toBe(true);
    const list = await loaded(`phone\n${phone}\n2145550143\nnobody\n2145550143\n`);
    expect(list).toMatchObject({
      ...national,
      ...{ status: 'loaded', state: null, age_days: 18, numbers: 2, refused: 1 },
      imported_by: server.admin.user.fullname,
    });
    const sentence = 'The number is on the national list, and there is no written consent';
    expect(await ask()).toMatchObject({ allowed: false, rule: 'suppression', sentence });
    expect(await ask({ channel: 'text' })).toMatchObject({ rule: 'suppression' });
    expect((await ask({ phone: '+12145550144' })).allowed).toBe(true);
    expect((await screening()).lists).toEqual([
      { scope: 'national', state: null, name: national.name, as_of: '2026-11-02', age_days: 18, numbers: 2 },
    ]);
    await server.service.outboxIdle();
    const told = server.probe
      .all(recordChanged)
      .filter(({ data }) => data.resource === 'suppression-lists' && data.id === list.id);
    expect(told.map(({ data }) => data.change)).toEqual(['created', 'updated']);
    const [decision] = await server.service.ctx.contactDecisions.find({ rule: 'suppression' }).lean();
    expect(decision?.based_on).toMatchObject({
      suppression: { hits: [{ scope: 'national', as_of: '2026-11-02' }] },
    });
    expect(await server.service.ctx.suppressionFiles.find({}).toArray()).toEqual([]);
  });

  test('is replaced by a newer one as a whole: until then the older one holds, and after it none of its numbers', async () => {
    const first = await loaded(`${phone}\n`);
    const second = await loaded('2145550199\n', { ...national, name: 'FTC, December' });
    expect((await ask()).allowed).toBe(true);
    expect((await ask({ phone: '+12145550199' })).allowed).toBe(false);
    await until('the older one is replaced', async () =>
      (await listOf(first.id)).status === 'replaced' ? true : undefined,
    );
    expect((await listOf(second.id)).status).toBe('loaded');
    await graceOver();
    await until('its numbers are gone', async () => ((await numbersLeft()) === 1 ? true : undefined));
    expect((await screening()).lists).toHaveLength(1);
  });

  test('of a state, a litigator or our own stands beside it; own ones of several names too', async () => {
    await loaded(`${phone}\n`, { ...national, scope: 'own', name: 'Old system' });
    await loaded('2145550143\n', { ...national, scope: 'own', name: 'Complaints' });
    await loaded('2145550144\n', { ...national, scope: 'state', state: 'TX', name: 'Texas' });
    await loaded('2145550145\n', { ...national, scope: 'litigator', name: 'Litigators' });
    const sentences = await Promise.all(
      ['42', '43', '44', '45'].map(async (end) => (await ask({ phone: `+121455501${end}` })).sentence),
    );
    expect(sentences).toEqual([
      'The number is on our own list',
      'The number is on our own list',
      'The number is on the list of Texas, and there is no written consent',
      'The number is on the litigator list',
    ]);
    expect((await screening()).lists).toHaveLength(4);
  });

  test('that was removed closes nothing; it stays on record, and its numbers go', async () => {
    const { id } = await loaded(`${phone}\n`);
    const params = { id };
    expect((await agent.client.call(suppressionLists.calls.remove, { params })).status).toBe(403);
    expect((await server.admin.client.call(suppressionLists.calls.remove, { params })).status).toBe(200);
    expect((await ask()).allowed).toBe(true);
    expect((await listOf(id)).status).toBe('removed');
    expect((await server.admin.client.call(suppressionLists.calls.remove, { params })).status).toBe(422);
    const unknown = { params: { id: uniqueId() } };
    expect((await server.admin.client.call(suppressionLists.calls.remove, unknown)).status).toBe(404);
    await graceOver();
    await until('its numbers are gone', async () => ((await numbersLeft()) === 0 ? true : undefined));
  });

  test('without a number fails and replaces nothing', async () => {
    await loaded(`${phone}\n`);
    const failed = await loaded('nobody\nnothing\n');
    expect(failed).toMatchObject({ status: 'failed', message: 'The file has no phone numbers' });
    expect((await ask()).allowed).toBe(false);
  });

  test('whose load broke off is loaded from the beginning, each number counted once', async () => {
    const { id } = await loaded(`${phone}\n2145550143\n`);
    const { suppressionLists: lists, suppressionFiles, suppressionWork } = server.service.ctx;
    const _id = new lists.base.Types.ObjectId(id);
    // The bucket deletes the file's entry first and its content behind that.
    const content = lists.db.collection('suppressionfiles.chunks');
    await until('its file is gone', async () =>
      (await content.countDocuments({ files_id: _id })) === 0 ? true : undefined,
    );
    const file = suppressionFiles.openUploadStreamWithId(_id, 'again.csv');
    file.end(`${phone}\n2145550143\n2145550144\n`);
    await until('the file is there', async () => (await suppressionFiles.find({ _id }).toArray())[0]);
    const lease = new Date(server.clock.now().getTime() + 60_000);
    await lists.updateOne({ _id }, { $set: { status: 'importing', lease, leftovers: 1 } });
    await server.advance(60_001);
    suppressionWork.wake();
    const again = await until('it is loaded again', async () => {
      const list = await listOf(id);
      return list.status === 'loaded' ? list : undefined;
    });
    expect(again.numbers).toBe(3);
    expect(await numbersLeft()).toBe(3);
  });

  test('is refused without a file, a name, a date that has come, or the state of a state list', async () => {
    expect(await refusal(undefined, national)).toEqual({
      status: 422,
      errors: { file: 'Please choose a CSV file' },
    });
    expect(await refusal(phone, { ...national, name: ' ' })).toMatchObject({
      errors: { name: 'Please enter a name' },
    });
    expect(await refusal(phone, { ...national, as_of: '2026-11-21' })).toMatchObject({
      errors: { as_of: 'The date of the list is in the future' },
    });
    const state = 'Choose the state of a state list, and none of any other';
    expect(await refusal(phone, { ...national, scope: 'state' })).toMatchObject({ errors: { state } });
    expect(await refusal(phone, { ...national, state: 'TX' })).toMatchObject({ errors: { state } });
    expect(await server.service.ctx.suppressionLists.countDocuments()).toBe(0);
    expect((await upload(phone, national, agent)).status).toBe(403);
    expect((await agent.client.call(getScreening, {})).status).toBe(403);
    expect((await server.stranger.call(getScreening, {})).status).toBe(403);
  });

  test('that is too old closes the dialler and says so; a person may call whoever is not on it', async () => {
    const automated = { automated: true };
    expect((await ask(automated)).allowed).toBe(true);
    await loaded('2145550199\n', { ...national, as_of: '2026-10-17' });
    expect(await ask(automated)).toMatchObject({
      ...{ allowed: false, rule: 'outdated_list' },
      sentence: 'The national list is 34 days old: load a newer one',
    });
    expect((await ask()).allowed).toBe(true);
    await loaded('2145550199\n');
    expect((await ask(automated)).allowed).toBe(true);
  });

  test('lets the dialler ring in Wyoming whom it does not have, and no longer once it is old', async () => {
    const wyoming = await givenLead({ phone: '+13075550142', state: 'WY' });
    const dial = () => ask({ lead_id: wyoming.id, phone: '+13075550142', automated: true });
    expect(await dial()).toMatchObject({ rule: 'dialler' });
    await loaded('2145550199\n');
    expect((await dial()).allowed).toBe(true);
    await server.advance(14 * 24 * 60 * 60_000);
    expect((await dial()).allowed).toBe(false);
  });

  test('does not bind customers of ours and who agreed in writing; an admin may override it, never a litigator’s', async () => {
    const lead = await givenLead();
    await loaded(`${phone}\n`);
    const askOf = () => ask({ lead_id: lead.id, user_id: agent.user.id });
    expect((await askOf()).rule).toBe('suppression');
    const allow = () =>
      server.admin.client.call(calls.allowContact, {
        params: { id: lead.id },
        body: {
          ...{ place: 'phone' as const, channel: 'call' as const, reason: 'He called us' },
          ...{ requested_on: '2026-11-20', minutes: 60 },
        },
      });
    expect((await allow()).status).toBe(200);
    expect(await askOf()).toMatchObject({ allowed: true, rule: 'suppression' });
    await loaded(`${phone}\n`, { ...national, scope: 'litigator', name: 'Litigators' });
    expect(await askOf()).toMatchObject({ allowed: false, sentence: 'The number is on the litigator list' });
    const [way] = (await agent.client.call(calls.leadPermission, { params: { id: lead.id } })).answer.ways;
    expect(way).toMatchObject({ overridable: false, permission: { rule: 'suppression' } });
  });

  test('does not bind a number with written consent that came with its lead', async () => {
    await loaded(`${phone}\n`);
    await server.send(createLeadCommand, {
      data: {
        external_id: 'partner-1:1',
        lead: lifeInput({ phone, state: 'TX' }),
        consent: { consent_url: 'https://quotes.example.com/fe', channels: ['call'] },
      },
    });
    expect((await ask()).allowed).toBe(true);
    expect((await ask({ channel: 'text' })).rule).toBe('suppression');
  });

  test('of 100,000 numbers is loaded in batches', async () => {
    const file = Array.from({ length: 100_000 }, (_none, index) => String(2_142_000_000 + index)).join('\n');
    expect(await loaded(file)).toMatchObject({ numbers: 100_000, refused: 0, status: 'loaded' });
    expect((await ask({ phone: '+12142099999' })).allowed).toBe(false);
  });
});

test('without any list a permission asks the store for no numbers', async () => {
  await start();
  const { suppressedNumbers, numberScreenings } = server.service.ctx;
  const reads = [jest.spyOn(suppressedNumbers, 'find'), jest.spyOn(numberScreenings, 'find')] as const;
  await ask();
  for (const read of reads) expect(read).not.toHaveBeenCalled();
  await loaded(`${phone}\n`);
  await ask();
  expect(reads[0]).toHaveBeenCalledTimes(1);
  expect(reads[1]).not.toHaveBeenCalled();
});

describe('a scrub service', () => {
  const answers = { listed: new Set<string>(), isAway: false };
  const asked: { numbers: string[]; authorization: string | undefined }[] = [];
  const scrub = createServer((req, res) => {
    void json(req).then((body) => {
      const { numbers } = scrubRequest.parse(body);
      asked.push({ numbers, authorization: req.headers.authorization });
      res.statusCode = answers.isAway ? 503 : 200;
      res.setHeader('content-type', 'application/json');
      const scopes = (number: string) => [
        { scope: 'national', as_of: '2026-11-19', listed: answers.listed.has(number) },
      ];
      res.end(JSON.stringify({ results: numbers.map((number) => ({ number, scopes: scopes(number) })) }));
    });
  });
  beforeAll(() => new Promise<void>((resolve) => scrub.listen(0, '127.0.0.1', resolve)));
  afterAll(() => new Promise((resolve) => scrub.close(resolve)));
  beforeEach(async () => {
    asked.length = 0;
    answers.listed.clear();
    answers.isAway = false;
    const { port } = scrub.address() as AddressInfo;
    await start({ SCRUB_URL: `http://127.0.0.1:${String(port)}/scrub`, SCRUB_TOKEN: 'scrub-token' });
  });
  /** Lets new leads be looked for. */
  const later = async (ms = 60_000) => {
    await server.advance(ms);
    server.service.ctx.suppressionWork.wake();
    await server.service.ctx.suppressionWork.idle();
  };
  const numbersAsked = () => asked.flatMap(({ numbers }) => numbers);
  const dial = (id: string, number = phone) => ask({ lead_id: id, phone: number, automated: true });

  test('is asked about new leads once a month, and what it says decides', async () => {
    const lead = await givenLead({ second_phone: '+12145550143' });
    expect(await dial(lead.id)).toMatchObject({
      ...{ allowed: false, rule: 'outdated_list' },
      sentence: 'The number was not screened in the last 31 days',
    });
    await later();
    expect(numbersAsked().toSorted()).toEqual([phone, '+12145550143']);
    expect(asked[0]?.authorization).toBe('Bearer scrub-token');
    expect((await dial(lead.id)).allowed).toBe(true);
    expect((await screening()).scrub).toMatchObject({ is_configured: true, problem: '' });
    await later(24 * 60 * 60_000);
    expect(numbersAsked()).toHaveLength(2);
    answers.listed.add(phone);
    await later(24 * 24 * 60 * 60_000);
    await until('both are asked about again', () => (numbersAsked().length === 4 ? true : undefined));
    expect(await ask({ lead_id: lead.id })).toMatchObject({ rule: 'suppression' });
    expect((await ask({ lead_id: lead.id, phone: '+12145550143' })).rule).not.toBe('suppression');
  });

  test('that is away is asked again, says so, and leaves the dialler closed until it answers', async () => {
    answers.isAway = true;
    const lead = await givenLead();
    await later();
    expect((await screening()).scrub).toMatchObject({
      ...{ is_configured: true, answered_at: null },
      problem: 'The scrub service answered 503',
    });
    expect((await dial(lead.id)).allowed).toBe(false);
    expect((await ask({ lead_id: lead.id })).allowed).toBe(true);
    answers.isAway = false;
    await later();
    expect((await dial(lead.id)).allowed).toBe(true);
    expect((await screening()).scrub.problem).toBe('');
  });

  test('lets the dialler ring screened numbers in Wyoming', async () => {
    const lead = await givenLead({ phone: '+13075550142', state: 'WY' });
    expect(await dial(lead.id, '+13075550142')).toMatchObject({ rule: 'dialler' });
    await later();
    expect((await dial(lead.id, '+13075550142')).allowed).toBe(true);
  });
});
