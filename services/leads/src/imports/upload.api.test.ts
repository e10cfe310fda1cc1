import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { Types } from 'mongoose';
import { errorAnswer } from '@crm/contracts/errors.js';
import { uploadBulkCsv } from '@crm/contracts/http/imports.js';
import { startLeads, type LeadsServer } from '../test/leads-server.js';
import { until } from '../test/until.js';

let server: LeadsServer;
beforeAll(async () => {
  server = await startLeads({ IMPORT_MAX_MB: '1' });
});
afterAll(() => server.stop());

const formType = 'multipart/form-data; boundary=----x7';
const part = (headers: string, content: string) => `------x7\r\n${headers}\r\n\r\n${content}\r\n`;
const field = (name: string, value: string) => part(`Content-Disposition: form-data; name="${name}"`, value);
const filePart = (content: string, name = 'Müller.csv') =>
  part(`content-disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: text/csv`, content);
const end = '------x7--\r\n';

// With what looks like a boundary, and no line end behind the last line.
const csv = 'Name;Phone\r\nRenée Müller;2145550117\r\n--\r\n------x\r\nlast line';
const form = field('delimiter', ';') + filePart(csv) + field('lt', 'health') + end;

function begin(contentType?: string): ClientRequest {
  return request(`${server.service.url}${uploadBulkCsv.path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${server.admin.token}`,
      'transfer-encoding': 'chunked',
      ...(contentType === undefined ? {} : { 'content-type': contentType }),
    },
  });
}

/** Sends a body in pieces of so many bytes. */
async function send(body: string, size = 1_000, contentType: string | undefined = formType) {
  const req = begin(contentType === '' ? undefined : contentType);
  const answered = once(req, 'response') as Promise<[IncomingMessage]>;
  const bytes = Buffer.from(body);
  for (let at = 0; at < bytes.length; at += size) req.write(bytes.subarray(at, at + size));
  req.end();
  const [response] = await answered;
  return { status: response.statusCode, body: JSON.parse(await text(response)) as unknown };
}

const started = ({ body }: { body: unknown }) => uploadBulkCsv.answer.parse(body).import;
const refused = ({ status, body }: { status: number | undefined; body: unknown }) => {
  const { message, errors } = errorAnswer.parse(body);
  return { status, message, errors };
};

const stored = (name: string) => server.service.ctx.leads.db.collection(name);
const leftovers = async () => ({
  receiving: await stored('imports').countDocuments({ state: 'receiving' }),
  files: await stored('uploads.files').countDocuments({}),
  chunks: await stored('uploads.chunks').countDocuments({}),
});
const nothing = { receiving: 0, files: 0, chunks: 0 };
/** Files of finished imports go a moment after their end. */
const nothingLeft = () =>
  until('nothing is left', async () => {
    const left = await leftovers();
    return Object.values(left).every((count) => count === 0) || undefined;
  });

describe('an uploaded form', () => {
  test.each([1, 7, 64, 1_000])('in pieces of %i bytes is stored byte by byte', async (size) => {
    const { id, ...begun } = started(await send(form, size));
    expect(begun).toMatchObject({ file: 'Müller.csv', type: 'health', bytes: Buffer.byteLength(csv) });
    expect(await stored('imports').findOne({ _id: new Types.ObjectId(id) })).toMatchObject({
      sha256: createHash('sha256').update(csv).digest('hex'),
      given_delimiter: ';',
    });
  });

  test('counts by its first file; what stands before, between and behind is passed over', async () => {
    const picture = part(
      'Content-Disposition: form-data; name="picture"; filename="p.png"',
      'x'.repeat(90_000),
    );
    const second = filePart('Name,Phone\n', 'second.csv');
    const body = `to whom it concerns\r\n${picture}${field('colour', 'red')}${filePart(csv)}${second}${field('lt', 'life')}${end}the end`;
    expect(started(await send(body))).toMatchObject({ file: 'Müller.csv', bytes: Buffer.byteLength(csv) });
  });

  test('may name its boundary in quotes', async () => {
    const answer = await send(form, 64, 'multipart/form-data; charset=utf-8; boundary="----x7"');
    expect(answer.status).toBe(200);
  });
});

describe('an upload that is refused leaves nothing behind', () => {
  beforeEach(nothingLeft);
  afterEach(async () => {
    expect(await leftovers()).toEqual(nothing);
  });

  test.each([
    '',
    'text/csv',
    'multipart/form-data',
    'multipart/mixed; boundary=x',
    'application/x-www-form-urlencoded',
  ])('of the content type %p', async (contentType) => {
    expect(refused(await send(form, 64, contentType))).toMatchObject({
      status: 422,
      errors: { file: 'The upload must be multipart/form-data' },
    });
  });

  test.each<[string, string, string[]]>([
    ['without a file', field('lt', 'life') + end, ['file']],
    ['without a type', filePart(csv) + end, ['lt']],
    ['of no type that there is', filePart(csv) + field('lt', 'auto') + end, ['lt']],
    ['with all of it wrong', field('lt', '') + field('delimiter', 'x') + end, ['delimiter', 'file', 'lt']],
  ])('%s', async (_what, body, fields) => {
    const { status, errors } = refused(await send(body));
    expect([status, Object.keys(errors ?? {}).sort()]).toEqual([422, fields]);
  });

  test('over the limit, which is told once it is read', async () => {
    const body = filePart('x'.repeat(1_100_000)) + field('lt', 'life') + end;
    expect(refused(await send(body, 64_000))).toMatchObject({
      status: 413,
      message: 'The file is larger than 1 MB',
    });
  });

  test.each([10, 60, 140, 220, 300, form.length - 6])('that ends after %i bytes', async (length) => {
    expect(refused(await send(form.slice(0, length), 64))).toMatchObject({
      status: 422,
      errors: { file: 'The upload was interrupted' },
    });
  });

  test('whose headers never end', async () => {
    const body = `${filePart(csv)}------x7\r\nX: ${'x'.repeat(200_000)}`;
    expect(refused(await send(body))).toMatchObject({ status: 422 });
  });

  test('of more parts than a form has', async () => {
    const body = filePart(csv) + field('a', '1').repeat(30) + field('lt', 'life') + end;
    expect(refused(await send(body))).toMatchObject({
      status: 422,
      errors: { file: 'The upload has too many parts' },
    });
  });

  test('whose connection is lost in the middle of the file', async () => {
    const req = begin(formType);
    req.on('error', () => undefined);
    req.write(filePart('x'.repeat(700_000)).slice(0, -2));
    await until('a part of the file is stored', async () => (await leftovers()).chunks > 0 || undefined);
    req.destroy();
    await nothingLeft();
  });
});
