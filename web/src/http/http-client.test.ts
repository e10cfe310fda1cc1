import { HttpError } from 'react-admin';
import { createHttpClient, refusalOf } from './http-client.js';

const clientFor = (reply: () => Response | Promise<Response>, token: string | null = 'the-token') => {
  const arrived: { url: string; headers: Headers }[] = [];
  const http = createHttpClient({
    session: { token: () => token },
    fetch: async (url, options) => {
      arrived.push({ url: url as string, headers: new Headers(options?.headers) });
      return reply();
    },
  });
  return { http, arrived };
};

const failureOf = async (call: Promise<unknown>) => {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof HttpError)) throw new Error('The call was to fail with an HttpError');
  return error;
};

describe('the way to the server', () => {
  it('carries the token and a request id of its own', async () => {
    const { http, arrived } = clientFor(() => Response.json({ fine: true }));
    await http('/api/a');
    await http('/api/a');
    const ids = arrived.map(({ headers }) => headers.get('x-request-id'));
    expect(arrived[0]?.headers.get('authorization')).toBe('Bearer the-token');
    expect(new Set(ids).size).toBe(2);
    expect(ids[0]).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('goes without a token while nobody is signed in', async () => {
    const { http, arrived } = clientFor(() => Response.json({}), null);
    await http('/api/a');
    expect(arrived[0]?.headers.has('authorization')).toBe(false);
  });

  it('says that a text body is JSON, and leaves a form to the browser', async () => {
    const { http, arrived } = clientFor(() => Response.json({}));
    await http('/api/a', { method: 'POST', body: '{}' });
    await http('/api/a', { method: 'POST', body: new FormData() });
    expect(arrived.map(({ headers }) => headers.get('content-type'))).toEqual(['application/json', null]);
  });

  it('throws a refusal with its field errors where forms look for them', async () => {
    const body = { status: 'error', code: 'invalid', message: 'No', errors: { fname: 'Required.' } };
    const { http } = clientFor(() => Response.json(body, { status: 422 }));
    const error = await failureOf(http('/api/a'));
    expect(error).toMatchObject({ status: 422, message: 'No', body: { errors: { fname: 'Required.' } } });
    expect(refusalOf(error)?.code).toBe('invalid');
  });

  it('hands over a 307 that carries no address, with its lead', async () => {
    const body = { status: 'warning', code: 'work_unfinished', message: 'Finish', lead_id: 'a1' };
    const { http } = clientFor(() => Response.json(body, { status: 307 }));
    expect(refusalOf(await failureOf(http('/api/a')))?.lead_id).toBe('a1');
  });

  it('says that the server is out of reach when no answer comes, or one that is not ours', async () => {
    const silent = clientFor(() => Promise.reject(new TypeError('Failed to fetch')));
    expect(await failureOf(silent.http('/api/a'))).toMatchObject({ status: 0 });
    const proxy = clientFor(() => new Response('<h1>Bad gateway</h1>', { status: 502 }));
    const error = await failureOf(proxy.http('/api/a'));
    expect(error).toMatchObject({ status: 502, message: 'crm.error.unreachable' });
    expect(refusalOf(error)).toBeUndefined();
  });

  it('says so too when the answer breaks off midway, which ends no session', async () => {
    const cutOff = new ReadableStream({
      pull: (body) => {
        body.error(new TypeError('network error'));
      },
    });
    const { http } = clientFor(() => new Response(cutOff));
    expect(await failureOf(http('/api/a'))).toMatchObject({ status: 0, message: 'crm.error.unreachable' });
  });

  it('leaves an aborted call what it is', async () => {
    const control = new AbortController();
    control.abort();
    const { http } = clientFor(() => Promise.reject(new DOMException('Aborted', 'AbortError')));
    await expect(http('/api/a', { signal: control.signal })).rejects.toMatchObject({ name: 'AbortError' });
  });
});
