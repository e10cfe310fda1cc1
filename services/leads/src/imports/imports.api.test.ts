import { importFinished, importProgressed, leadCreated } from '@crm/contracts/bus/events.js';
import { leadImport, type GivenFields, type LeadImport } from '@crm/contracts/entities/lead-import.js';
import {
  clearImports,
  downloadRefusedRows,
  getImport,
  listImports,
  listRefusedRows,
  retryRefusedRows,
  uploadBulkCsv,
} from '@crm/contracts/http/imports.js';
import { Types } from 'mongoose';
import { listAuditEntries } from '@crm/contracts/http/audit.js';
import { addressOf } from '@crm/platform/http/call-address.js';
import { uniqueId, uniquePhone } from '@crm/platform/testing/unique.js';
import { alive } from '@crm/platform/outbox/outbox-fields.js';
import { lifeInput } from '../test/builders.js';
import { startLeads, type LeadsServer, type SignedIn } from '../test/leads-server.js';
import { until } from '../test/until.js';

let server: LeadsServer;
beforeAll(async () => {
  server = await startLeads({ IMPORT_MAX_MB: '1' });
});
afterAll(() => server.stop());

async function upload(
  csv: string | Blob,
  fields: Record<string, string>,
  { token }: SignedIn = server.admin,
) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', typeof csv === 'string' ? new Blob([csv]) : csv, 'leads.csv');
  const response = await fetch(`${server.service.url}${uploadBulkCsv.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  return { status: response.status, body: await response.json() };
}

async function started(
  csv: string | Blob,
  fields: Record<string, string> = { lt: 'life' },
): Promise<LeadImport> {
  const { status, body } = await upload(csv, fields);
  expect(status).toBe(200);
  return uploadBulkCsv.answer.parse(body).import;
}

/** The end of an import, however long it takes on this machine. */
const finished = ({ id }: LeadImport) =>
  until('the import is finished', () =>
    server.probe.all(importFinished).find(({ data }) => data.import_id === id),
  );
const isDone = async ({ id }: LeadImport) =>
  leadImport.parse((await server.admin.client.call(getImport, { params: { id } })).answer);

async function report({ id }: LeadImport): Promise<string> {
  const response = await fetch(`${server.service.url}${addressOf(downloadRefusedRows, { params: { id } })}`, {
    headers: { authorization: `Bearer ${server.admin.token}` },
  });
  expect(response.headers.get('content-disposition')).toContain('attachment');
  return response.text();
}

const heading = 'Full Name,Email,Phone,State,Date of Birth';
const row = (number: number, phone = uniquePhone()) =>
  `"Person, ${String(number)}",p${String(number)}.${uniqueId()}@example.com,${phone},TX,6/2/1957`;

describe('a file', () => {
  test('becomes raw leads, with a report of every row that did not', async () => {
    const known = await server.givenLead(lifeInput());
    const twice = uniquePhone();
    const csv = [
      heading,
      row(1),
      row(2, twice),
      row(3, twice),
      row(4, known.phone ?? ''),
      ',missing@example.com,+12145550199,TX,',
      '=cmd|calc,nobody,+12145550198,TX,',
      row(5, '12'),
      row(6),
    ].join('\n');
    const { id, ...begun } = await started(csv);
    expect(begun).toMatchObject({ type: 'life', file: 'leads.csv', started_by: server.admin.actor.id });

    const { data } = await finished({ id, ...begun });
    expect(data).toMatchObject({ read: 8, saved: 3, duplicates: 2, refused: 3, failed: false });
    expect(await isDone({ id, ...begun })).toMatchObject({ state: 'done', saved: 3, bytes_done: csv.length });
    const leads = await server.service.ctx.leads.find(alive({ importKey: { $regex: `^${id}:` } })).lean();
    expect(leads).toHaveLength(3);
    expect(leads[0]).toMatchObject({ empty: 1, source_id: 4, type_id: 2, user_id: null, status: 'newLead' });
    const text = await report({ id, ...begun });
    expect(text.split('\r\n').filter((line) => line !== '')).toHaveLength(6);
    expect(text).toContain('Duplicate: a lead with this phone exists');
    expect(text).not.toMatch(/,"=cmd/);
    await server.probe.waitFor(importProgressed, (event) => event.data.import_id === id);
    const published = await server.probe.waitFor(
      leadCreated,
      (event) => event.data.lead.id === leads[0]?._id.toHexString(),
    );
    expect(published.data.how).toBe('import');
  });

  test('of thousands of rows is read whole, the spreadsheet’s own bytes included', async () => {
    const rows = Array.from({ length: 3_000 }, (_, number) =>
      number % 10 === 9
        ? `Wrong ${String(number)};;12;;`
        : `Renée ${String(number)};;${uniquePhone()};California;`,
    );
    const text = ['Name;E-Mail;Phone;State;Birthday', ...rows].join('\r\n');
    const csv = new Blob([Buffer.from(text, 'latin1')]);
    const begun = await started(csv, { lt: 'health', delimiter: ';' });
    const { data } = await finished(begun);
    expect(data).toMatchObject({ read: 3_000, saved: 2_700, refused: 300, duplicates: 0 });
    const one = await server.service.ctx.leads.findOne(alive({ importKey: `${begun.id}:2` })).lean();
    expect(one).toMatchObject({ fullname: 'Renée 0', type_id: 4, state: 'CA' });
  });

  test.each<[string, (text: string) => Buffer]>([
    ['UTF-16 as Excel saves it', (text) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['UTF-16 without a mark', (text) => Buffer.from(text, 'utf16le')],
    ['UTF-16 the other way round', (text) => Buffer.from(text, 'utf16le').swap16()],
    ['UTF-8 with a mark', (text) => Buffer.from(`\uFEFF${text}`)],
  ])('with Excel’s first line, in %s, is read over several batches', async (_encoding, encode) => {
    const rows = Array.from({ length: 1_200 }, (_, number) => `Renée Ā😀 ${String(number)};${uniquePhone()}`);
    const file = encode(['sep=;', 'Name;Phone', ...rows, 'Wrong ❤;12'].join('\r\n'));
    const begun = await started(new Blob([new Uint8Array(file)]));
    const { data } = await finished(begun);
    expect(data).toMatchObject({ read: 1_201, saved: 1_200, refused: 1, failed: false });
    expect(await isDone(begun)).toMatchObject({ bytes_done: file.length });
    const last = await server.service.ctx.leads.findOne(alive({ importKey: `${begun.id}:1202` })).lean();
    expect(last).toMatchObject({ fullname: 'Renée Ā😀 1199' });
    expect(await report(begun)).toContain('1203');
    expect(await report(begun)).toContain('Wrong ❤');
  });

  test('lists what was refused by field, and takes each row once it is put right', async () => {
    const known = await server.givenLead(lifeInput());
    const phone = uniquePhone();
    const begun = await started(
      [
        heading,
        row(1),
        `,right@example.com,${phone},TX,`,
        row(3, '12'),
        row(4, known.phone ?? ''),
        'Jo "A,B',
      ].join('\n'),
    );
    await finished(begun);
    expect(await isDone(begun)).toMatchObject({ rows: 5, read: 5, saved: 1, refused: 3, duplicates: 1 });
    const { client } = server.admin;
    const params = { id: begun.id };
    const refused = async () => (await client.call(listRefusedRows, { params, query: {} })).answer;
    const { rows, totalCount } = await refused();
    expect(totalCount).toBe(4);
    expect(rows.map(({ line, errors }) => ({ line, errors }))).toMatchObject([
      { line: 3, errors: { fullname: 'Full name is missing' } },
      { line: 4, errors: { phone: 'Phone is not valid: 12' } },
      { line: 5, errors: { phone: 'Duplicate: a lead with this phone exists' } },
      { line: 6, errors: { phone: 'Phone is missing' } },
    ]);
    expect(rows[0]?.fields).toMatchObject({ fullname: '', email: 'right@example.com', phone, state: 'TX' });

    const retry = async (...rows: { line: number; fields: GivenFields }[]) =>
      (await client.call(retryRefusedRows, { params, body: { rows } })).answer;
    const state = 'State is not valid: Nowhere';
    const wrong = await retry({ line: 3, fields: { fullname: 'Ann Lee', state: 'Nowhere' } });
    expect(wrong).toMatchObject({ status: 'warning', message: '0 rows imported, 1 still refused' });
    expect(wrong.rows).toEqual([{ line: 3, result: 'refused', reason: state, errors: { state } }]);

    const duplicate = 'Duplicate: a lead with this phone exists';
    const some = await retry(
      { line: 5, fields: { phone } },
      { line: 3, fields: { fullname: 'Ann Lee' } },
      { line: 4, fields: { phone: uniquePhone() } },
      { line: 6, fields: { phone: '555' } },
      { line: 99, fields: {} },
    );
    expect(some.message).toBe('2 rows imported, 2 still refused, 1 no longer kept');
    expect(some.rows).toMatchObject([
      { line: 5, result: 'imported' },
      // Its number is that of the row before.
      { line: 3, result: 'refused', errors: { phone: duplicate } },
      { line: 4, result: 'imported', errors: {} },
      { line: 6, result: 'refused', errors: { phone: 'Phone is not valid: 555' } },
      { line: 99, result: 'gone' },
    ]);
    expect(some.import).toMatchObject({ read: 5, saved: 3, refused: 2, duplicates: 0 });
    await server.probe.waitFor(
      importProgressed,
      ({ data }) => data.import_id === begun.id && data.saved === 3 && data.refused === 2,
    );
    expect((await refused()).rows.map(({ line }) => line)).toEqual([3, 6]);
    const audited = await client.call(listAuditEntries, {
      params: { service: 'leads' },
      query: { subject: `import/${begun.id}`, action: 'import.rows-retried' },
    });
    expect(audited.answer).toHaveLength(2);
    expect(audited.answer[0]).toMatchObject({ actor_id: server.admin.actor.id, outcome: 'done' });
    // An entry stays for good: nothing of the person is in it.
    expect(JSON.stringify(audited.answer)).not.toContain(phone.slice(2));
    const lead = await server.service.ctx.leads.findOne(alive({ importKey: `${begun.id}:4` })).lean();
    expect(lead).toMatchObject({ fullname: 'Person, 3', empty: 1, source_id: 4, user_id: null });
    const published = await server.probe.waitFor(
      leadCreated,
      (event) => event.data.lead.id === lead?._id.toHexString(),
    );
    expect(published.data.how).toBe('import');
  });

  test('corrected and sent twice, also at the same moment, makes one lead and counts once', async () => {
    const begun = await started([heading, row(1, '12'), row(2, '34')].join('\n'));
    await finished(begun);
    const params = { id: begun.id };
    const rows = [{ line: 2, fields: { phone: uniquePhone() } }];
    const send = () => server.admin.client.call(retryRefusedRows, { params, body: { rows } });
    const both = await Promise.all([send(), send()]);
    for (const { answer } of [...both, await send()])
      expect(answer.rows).toEqual([{ line: 2, result: 'imported', reason: '', errors: {} }]);
    expect(await isDone(begun)).toMatchObject({ read: 2, saved: 1, refused: 1 });
    expect(
      await server.service.ctx.leads.countDocuments(alive({ importKey: { $regex: `^${begun.id}:` } })),
    ).toBe(1);
  });

  test.each<[string, { line: number; fields: GivenFields }[]]>([
    ['no row', []],
    [
      'a line twice',
      [
        { line: 2, fields: {} },
        { line: 2, fields: { phone: '1' } },
      ],
    ],
  ])('is not corrected by %s', async (_what, rows) => {
    const begun = await started([heading, row(1, '12')].join('\n'));
    await finished(begun);
    const answer = await server.admin.client.call(retryRefusedRows, {
      params: { id: begun.id },
      body: { rows },
    });
    expect([answer.status, Object.keys(answer.refusal.errors ?? {})]).toEqual([422, ['rows']]);
    expect(await isDone(begun)).toMatchObject({ refused: 1, saved: 0 });
  });

  test('is corrected in its report, too, which is uploaded like any file', async () => {
    const numbers = [uniquePhone(), uniquePhone()];
    const csv = ['Client;Cell;State;Unknown', `Ann "Jo" Lee;12;TX;x`, `;${numbers[1] ?? ''};CA;y`].join('\n');
    const begun = await started(csv);
    await finished(begun);
    const text = await report(begun);
    expect(text).toBe(
      [
        'Line,Reason,Full Name,Phone,State,Row',
        '2,"Phone is not valid: 12","Ann ""Jo"" Lee","12","TX","Ann ""Jo"" Lee;12;TX;x"',
        `3,"Full name is missing","","'${numbers[1] ?? ''}","CA",";${numbers[1] ?? ''};CA;y"`,
        '',
      ].join('\r\n'),
    );
    const corrected = text.replace('"12"', `"${numbers[0] ?? ''}"`).replace('"",', '"Bo Lee",');
    const again = await started(corrected);
    expect((await finished(again)).data).toMatchObject({ read: 2, saved: 2, refused: 0 });
    const leads = await server.service.ctx.leads
      .find(alive({ importKey: { $regex: `^${again.id}:` } }))
      .sort({ importKey: 1 })
      .lean();
    expect(leads).toMatchObject([
      { fullname: 'Ann "Jo" Lee', phone: numbers[0], state: 'TX' },
      { fullname: 'Bo Lee', phone: numbers[1], state: 'CA' },
    ]);
  });

  test('blames no field of a row whose form was wrong, not what it says', async () => {
    const begun = await started([heading, `"Ed" junior,ed@example.com,${uniquePhone()},TX,`].join('\n'));
    await finished(begun);
    const { rows } = (
      await server.admin.client.call(listRefusedRows, { params: { id: begun.id }, query: {} })
    ).answer;
    expect(rows).toMatchObject([{ line: 2, reason: 'Unexpected text after a closing quote', errors: {} }]);
    expect(rows[0]?.errors).toEqual({});
  });

  test('uploaded again makes duplicates and no leads', async () => {
    const csv = [heading, row(1), row(2)].join('\n');
    await finished(await started(csv));
    expect((await finished(await started(csv))).data).toMatchObject({ saved: 0, duplicates: 2 });
  });

  test.each<[string, string, string]>([
    ['is empty', '', 'empty'],
    ['has no column for the phone', 'Name,Email\nA,b@example.com', 'phone'],
  ])('that %s fails with the reason', async (_what, csv, reason) => {
    const begun = await started(csv);
    const { data } = await finished(begun);
    expect(data.failed).toBe(true);
    expect(data.message.toLowerCase()).toContain(reason);
    expect(await isDone(begun)).toMatchObject({ state: 'failed', saved: 0 });
  });
});

describe('an import', () => {
  test('is for admins, as are its upload and its report', async () => {
    const agent = await server.signIn();
    expect((await upload([heading, row(1)].join('\n'), { lt: 'life' }, agent)).status).toBe(403);
    expect((await agent.client.call(listImports, { query: {} })).status).toBe(403);
    expect((await agent.client.call(clearImports, { body: {} })).status).toBe(403);
    const rows = [{ line: 2, fields: {} }];
    const retried = { params: { id: uniqueId() }, body: { rows } };
    expect((await agent.client.call(retryRefusedRows, retried)).status).toBe(403);
    expect((await server.admin.client.call(retryRefusedRows, retried)).status).toBe(404);
    expect((await server.admin.client.call(getImport, { params: { id: uniqueId() } })).status).toBe(404);
    expect((await server.admin.client.call(downloadRefusedRows, { params: { id: uniqueId() } })).status).toBe(
      404,
    );
  });

  test('is in the list, the newest first', async () => {
    server.clock.advance(1_000);
    const begun = await started([heading, row(1)].join('\n'));
    await finished(begun);
    server.clock.advance(1_000);
    const newer = await started([heading, row(2)].join('\n'));
    const { answer, headers } = await server.admin.client.call(listImports, { query: { range: '[0, 1]' } });
    expect(answer.map(({ id }) => id)).toEqual([newer.id, begun.id]);
    expect(headers.get('content-range')).toMatch(/^imports 0-1\/\d+$/);
    await finished(newer);
  });

  describe('that has ended is cleared', () => {
    const listed = async (filter: object, { client }: SignedIn = server.admin) =>
      (await client.call(listImports, { query: { range: '[0,99]', filter: JSON.stringify(filter) } })).answer;
    const idsOf = (imports: LeadImport[]) => imports.map(({ id }) => id);
    const ended = async () => {
      server.clock.advance(1_000);
      const begun = await started([heading, row(1, '12')].join('\n'));
      await finished(begun);
      return begun;
    };

    test('for one user, wherever they sign in, and stays among the earlier ones with its rows', async () => {
      const [first, second] = [await ended(), await ended()];
      const ids = [first.id, second.id];
      const answer = await server.admin.client.call(clearImports, { body: { ids: [first.id] } });
      expect(answer.answer).toEqual({ status: 'success', message: '1 file cleared' });
      const latest = await listed({ cleared: false });
      expect(idsOf(latest)).toContain(second.id);
      expect(idsOf(latest)).not.toContain(first.id);
      const earlier = await listed({ earlier_than: first.createdAt });
      expect(earlier.find(({ id }) => id === first.id)).toMatchObject({ cleared: true, refused: 1 });
      expect(idsOf(earlier)).not.toContain(second.id);
      expect(idsOf(await listed({}))).toEqual(expect.arrayContaining(ids));
      // Another admin has cleared nothing.
      const other = await server.signIn({ role_id: 1 });
      expect(idsOf(await listed({ cleared: false }, other))).toEqual(expect.arrayContaining(ids));
      const { rows } = (
        await server.admin.client.call(listRefusedRows, { params: { id: first.id }, query: {} })
      ).answer;
      expect(rows).toHaveLength(1);

      const twice = await server.admin.client.call(clearImports, { body: { ids: [first.id] } });
      expect(twice.answer.message).toBe('0 files cleared');
    });

    test('with all that have ended', async () => {
      const other = await server.signIn({ role_id: 1 });
      const both = [(await ended()).id, (await ended()).id];
      expect(idsOf(await listed({ cleared: false }, other))).toEqual(expect.arrayContaining(both));
      expect((await other.client.call(clearImports, { body: {} })).answer.status).toBe('success');
      expect(await listed({ cleared: false }, other)).toEqual([]);
      const next = await ended();
      expect(idsOf(await listed({ cleared: false }, other))).toEqual([next.id]);
    });

    test('not while it is running', async () => {
      const done = await ended();
      const running = await started([heading, row(1)].join('\n'));
      await finished(running);
      const { imports } = server.service.ctx.imports;
      await imports.updateOne({ _id: running.id }, { $set: { state: 'receiving' } });
      const answer = await server.admin.client.call(clearImports, { body: { ids: [done.id, running.id] } });
      expect([answer.status, answer.refusal.message]).toEqual([
        409,
        'The import is still running. It can be cleared once it has finished',
      ]);
      expect(idsOf(await listed({ cleared: false }))).toContain(done.id);
      const body = { rows: [{ line: 2, fields: {} }] };
      const retried = { params: { id: running.id }, body };
      expect((await server.admin.client.call(retryRefusedRows, retried)).status).toBe(409);
      await imports.updateOne({ _id: running.id }, { $set: { state: 'done' } });
    });

    test.each(['{"cleared":true}', '{"file":"x"}', 'no JSON'])('and not listed by %s', async (filter) => {
      const answer = await server.admin.client.call(listImports, { query: { filter } });
      expect([answer.status, Object.keys(answer.refusal.errors ?? {})]).toEqual([422, ['filter']]);
    });
  });
});

describe('refused rows', () => {
  const { stored, hold } = {
    stored: ({ id }: LeadImport) =>
      server.service.ctx.imports.refusedRows.countDocuments({ import_id: new Types.ObjectId(id) }),
    hold: (address: string) =>
      server.service.ctx.legalHolds.collection.insertOne({
        _id: new Types.ObjectId(),
        ...{ version: 1, address, reason: 'Complaint', by: 'Dana', since: server.clock.now(), active: 1 },
        ...{ lifted_at: null, lifted_by: null, lifted_why: null },
      }),
  };
  const work = async () => {
    server.service.ctx.privacyWork.wake('refused-rows');
    await server.service.ctx.privacyWork.idle();
  };
  const day = 24 * 3600 * 1000;

  test('are erased ninety days after their import ended; those that a legal hold names stay until it is lifted', async () => {
    const held = uniquePhone();
    const csv = [heading, row(1, '12'), `,ann@example.com,${held},TX,`].join('\n');
    const begun = await started(csv);
    await finished(begun);
    const { insertedId } = await hold(held);
    expect((await isDone(begun)).rows_until).toBe(
      new Date(server.clock.now().getTime() + 90 * day).toISOString(),
    );
    server.clock.advance(90 * day - 1_000);
    await work();
    expect(await stored(begun)).toBe(2);
    server.clock.advance(1_000);
    await work();
    expect(await stored(begun)).toBe(1);
    await server.service.ctx.legalHolds.updateOne({ _id: insertedId }, { $set: { active: 0 } });
    server.clock.advance(day);
    await work();
    expect(await stored(begun)).toBe(0);
  });
});
