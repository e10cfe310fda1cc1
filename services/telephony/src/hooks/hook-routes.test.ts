import { createHash } from 'node:crypto';
import { startTestServer, type TestServer } from '@crm/platform/testing/test-server.js';
import twilio from 'twilio';
import { mountHooks, type Hook } from '@crm/domain/carrier/hook-routes.js';
import { isSigned, readForm } from '@crm/domain/carrier/signature.js';

const authToken = 'the token that signs webhooks in tests';
/** What the carrier signs with once it was exchanged. */
const nextToken = 'the token that comes after it in tests';
const publicBaseUrl = 'https://calls.example.com';

describe('a signature', () => {
  const sign = (url: string, fields: Record<string, string>, token = authToken) =>
    twilio.getExpectedTwilioSignature(token, url, fields);
  const check = (address: string, body: string, signature: string | undefined, base = publicBaseUrl) =>
    isSigned({
      authTokens: [authToken, nextToken],
      signature,
      publicBaseUrl: base,
      address,
      form: readForm(body),
    });
  const address = '/tw/dial/66f0?kind=it%27s';
  const url = `${publicBaseUrl}${address}`;
  const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString();

  test.each([
    ['plain fields', { CallSid: 'CA1', From: '+12145550117' }],
    ['no fields at all', {}],
    ['an empty value', { CallSid: 'CA1', Digits: '' }],
    ['letters of other alphabets', { Body: 'Señor Über 日本' }],
    ['brackets in a key', { 'Params[lead]': '7', 'Params[lead][]': '8' }],
    ['a padded value', { Body: '  padded  ' }],
    ['fields that nobody knows', { TomorrowsField: 'new' }],
    ['a field by a name that objects have', { constructor: 'x', __proto__x: 'y' }],
  ])('holds with %s', (_what, fields) => {
    const given: Record<string, string> = { ...fields };
    expect(check(address, form(given), sign(url, given))).toBe(true);
    expect(check(address, form(given), sign(url, given, nextToken))).toBe(true);
  });

  test('holds where the address names the port that is meant anyway', () => {
    expect(check(address, 'a=1', sign(`https://calls.example.com:443${address}`, { a: '1' }))).toBe(true);
  });

  test('is made over the whole body by hand in the same way', () => {
    // Of the carrier's own documents: address, then each key with its value in the order of keys.
    expect(
      isSigned({
        authTokens: ['12345'],
        signature: 'RSOYDt4T1cUTdK1PDd93/VVr8B8=',
        publicBaseUrl: 'https://mycompany.com',
        address: '/myapp.php?foo=1&bar=2',
        form: readForm(
          'CallSid=CA1234567890ABCDE&Caller=%2B14158675309&Digits=1234&From=%2B14158675309&To=%2B18005551212',
        ),
      }),
    ).toBe(true);
  });

  const fields = { CallSid: 'CA1', CallStatus: 'ringing' };
  const good = sign(url, fields);
  test.each([
    ['a changed value', address, form({ ...fields, CallStatus: 'completed' }), good],
    ['a field more', address, form({ ...fields, More: '1' }), good],
    ['a field less', address, form({ CallSid: 'CA1' }), good],
    ['the same field twice', address, `${form(fields)}&CallSid=CA2`, good],
    ['another path', '/tw/dial/66f1?kind=it%27s', form(fields), good],
    ['another query', '/tw/dial/66f0?kind=its', form(fields), good],
    ['another token', address, form(fields), sign(url, fields, 'another token')],
    ['another scheme', address, form(fields), sign(`http://calls.example.com${address}`, fields)],
    ['no signature', address, form(fields), undefined],
    ['an empty signature', address, form(fields), ''],
    ['something that is none', address, form(fields), 'not base64 at all'],
  ])('does not hold with %s', (_what, path, body, signature) => {
    expect(check(path, body, signature)).toBe(false);
  });
});

describe('webhooks', () => {
  const seen: Hook[] = [];
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({
      service: 'telephony',
      mount: (router, { log }) => {
        mountHooks(router, { authTokens: [authToken, nextToken], publicBaseUrl, log }, [
          {
            path: '/tw/dial/{cid}',
            handle: async (hook) => {
              seen.push(hook);
              return '<Response/>';
            },
          },
          { path: '/tw/silent', handle: async () => undefined },
        ]);
      },
    });
  });
  afterAll(() => server.close());
  beforeEach(() => seen.splice(0));

  const post = (
    path: string,
    {
      body = 'CallSid=CA1',
      signedBody = '',
      method = 'POST',
      type = 'application/x-www-form-urlencoded',
    } = {},
  ) =>
    fetch(`${server.url}${path}`, {
      method,
      headers: {
        'content-type': type,
        host: 'somebody.example.com',
        'i-twilio-idempotency-token': 'once',
        'x-twilio-signature': twilio.getExpectedTwilioSignature(
          authToken,
          `${publicBaseUrl}${path}`,
          Object.fromEntries(new URLSearchParams(signedBody === '' ? body : signedBody)),
        ),
      },
      ...(method === 'GET' ? {} : { body }),
    });

  test('arrive with the ids of their address, flat fields and the token of their delivery', async () => {
    const answer = await post('/tw/dial/66f0?role=second', { body: 'CallSid=CA1&Params%5Ba%5D=+x+' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/xml; charset=utf-8');
    expect(await answer.text()).toBe('<Response/>');
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatchObject({
      path: '/tw/dial/{cid}',
      params: { cid: '66f0' },
      fields: { CallSid: 'CA1', 'Params[a]': ' x ' },
      token: 'once',
    });
    expect(seen[0]?.query.get('role')).toBe('second');
  });

  describe('with a JSON body', () => {
    const json = JSON.stringify({ transcript_sid: 'GT1', words: 7, said: 'Señor "Über"', nested: { a: 1 } });
    const postJson = (
      body: string,
      { hashed = body, path = '/tw/dial/66f0', type = 'application/json' } = {},
    ) => {
      const hash = createHash('sha256').update(hashed).digest('hex');
      const address = `${path}?bodySHA256=${hash}`;
      return fetch(`${server.url}${address}`, {
        method: 'POST',
        headers: {
          'content-type': type,
          'x-twilio-signature': twilio.getExpectedTwilioSignature(
            authToken,
            `${publicBaseUrl}${address}`,
            {},
          ),
        },
        body,
      });
    };

    test('are signed over the address, which names the hash of the body', async () => {
      expect((await postJson(json, { type: 'application/json; charset=utf-8' })).status).toBe(200);
      expect(seen[0]?.fields).toEqual({ transcript_sid: 'GT1', words: '7', said: 'Señor "Über"' });
    });

    test('that was changed on the way, or whose address does not name its hash, are refused', async () => {
      expect((await postJson(json.replace('GT1', 'GT2'), { hashed: json })).status).toBe(403);
      const address = '/tw/dial/66f0';
      const signature = twilio.getExpectedTwilioSignature(authToken, `${publicBaseUrl}${address}`, {});
      for (const path of [address, `${address}?bodySHA256=`]) {
        const unhashed = await fetch(`${server.url}${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-twilio-signature': signature },
          body: json,
        });
        expect(unhashed.status).toBe(403);
      }
      expect(seen).toEqual([]);
    });

    test('that a form calls itself are not taken for one', async () => {
      const form = await postJson('CallSid=CA1', { type: 'application/x-www-form-urlencoded' });
      expect(form.status).toBe(403);
    });

    test('that cannot be read say nothing', async () => {
      for (const body of ['{', '[]', 'null']) {
        seen.splice(0);
        expect((await postJson(body)).status).toBe(200);
        expect(seen[0]?.fields).toEqual({});
      }
    });
  });

  test('that want no document are answered without one', async () => {
    const answer = await post('/tw/silent');
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe('');
  });

  test('that are not signed learn nothing, not even which addresses there are', async () => {
    for (const path of ['/tw/dial/66f0', '/tw/silent', '/tw/nowhere', '/tw']) {
      const answer = await post(path, { body: 'CallSid=CA2', signedBody: 'CallSid=CA1' });
      expect(answer.status).toBe(403);
      expect(await answer.text()).toBe('');
    }
    expect(seen).toEqual([]);
  });

  test('come by POST alone', async () => {
    for (const method of ['GET', 'PUT', 'DELETE'])
      expect((await post('/tw/silent', { method })).status).toBe(405);
  });

  test('at no address of ours are not found', async () => {
    expect((await post('/tw/nowhere')).status).toBe(404);
  });

  test('of more than 64 KB are refused unread', async () => {
    expect((await post('/tw/silent', { body: `a=${'x'.repeat(70_000)}` })).status).toBe(413);
  });
});
