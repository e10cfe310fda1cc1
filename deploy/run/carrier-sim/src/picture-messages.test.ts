import { startApplication, type Application } from './test/application.js';

let application: Application;
beforeEach(async () => {
  application = await startApplication();
});
afterEach(async () => {
  expect(application.sim.control.apiProblems()).toEqual([]);
  await application.stop();
});

const us = '+12145550199';
const customer = '+13125557777';
const png = Buffer.from('89504e470d0a1a0a', 'hex');

test('a picture comes in with its address and kind, is listed, returned, and gone once deleted', async () => {
  const { sim, rest, at } = application;
  const media = [{ type: 'image/png', base64: png.toString('base64') }];
  const { messageSid } = sim.control.inboundSms({ from: customer, to: us, media });
  await sim.clock.settled();
  expect(at('/sms')).toMatchObject([
    {
      ...{ MessageSid: messageSid, Body: '', NumMedia: '1', MediaContentType0: 'image/png' },
      MediaUrl0: expect.stringContaining(`/Messages/${messageSid}/Media/ME`) as string,
    },
  ]);
  expect(messageSid).toMatch(/^MM/);
  const path = new URL(at('/sms')[0]?.['MediaUrl0'] ?? '').pathname.replace(
    /^\/2010-04-01\/Accounts\/\w+/,
    '',
  );
  expect(await rest('GET', `/Messages/${messageSid}/Media.json`)).toMatchObject({
    status: 200,
    body: { media_list: [{ content_type: 'image/png', parent_sid: messageSid }] },
  });
  expect(await rest('GET', `${path}.json`)).toMatchObject({ status: 200 });
  expect((await rest('GET', path)).body['bytes']).toEqual(png);
  expect((await rest('DELETE', `${path}.json`)).status).toBe(204);
  expect((await rest('GET', path)).status).toBe(404);
  expect(await rest('GET', `/Messages/${messageSid}/Media.json`)).toMatchObject({ body: { media_list: [] } });
});

test('a text with neither words nor a file is refused on both sides', async () => {
  const { sim, rest } = application;
  expect(() => sim.control.inboundSms({ from: customer, to: us })).toThrow('A text has words, or a file');
  expect((await rest('POST', '/Messages.json', { To: customer, From: us })).body['code']).toBe(21602);
});

const sent = async (form: Record<string, string | string[]>) => {
  const { rest, sim, base } = application;
  const { body } = await rest('POST', '/Messages.json', {
    ...{ To: customer, From: us, StatusCallback: `${base}/status` },
    ...form,
  });
  await sim.clock.settled();
  return sim.control.state().messages.find(({ messageSid }) => messageSid === body['sid']);
};
const answerWith = (path: string, type: string, body: string) => {
  application.types.set(path, type);
  application.documents.set(path, body);
};

test('what the application sends along is fetched and shown', async () => {
  answerWith('/picture', 'image/png', 'a picture');
  const message = await sent({ MediaUrl: [`${application.base}/picture`] });
  expect(message).toMatchObject({
    ...{ status: 'delivered', body: '' },
    media: [{ type: 'image/png', bytes: 9 }],
  });
  const { bytes } = application.sim.control.media(message?.media[0]?.mediaSid ?? '') ?? {};
  expect(bytes?.toString()).toBe('a picture');
  expect(application.sim.control.media('ME0')).toBeUndefined();
});

interface Served {
  type?: string;
  body?: string;
  failing?: boolean;
}
test.each<[string, Served, string]>([
  ['a file that is not to be had', { failing: true }, '11200'],
  ['a page', { type: 'text/html' }, '12300'],
  ['more than 5 MB', { body: 'x'.repeat(5 * 1024 * 1024 + 1) }, '11751'],
])('%s makes the text fail', async (_what, given, code) => {
  const { type = 'image/png', body = 'a picture', failing = false } = given;
  answerWith('/picture', type, body);
  if (failing) application.failures.set('/picture', 5);
  expect(await sent({ MediaUrl: `${application.base}/picture`, Body: 'Look' })).toMatchObject({
    status: 'failed',
  });
  expect(application.at('/status').at(-1)).toMatchObject({ MessageStatus: 'failed', ErrorCode: code });
});

test('more than ten files, or what is no address, is refused', async () => {
  const form = { To: customer, From: us };
  const many = Array.from({ length: 11 }, () => `${application.base}/picture`);
  expect((await application.rest('POST', '/Messages.json', { ...form, MediaUrl: many })).body['code']).toBe(
    21623,
  );
  const wrong = { ...form, MediaUrl: 'ftp://example.com/a' };
  expect((await application.rest('POST', '/Messages.json', wrong)).body['code']).toBe(21620);
});
