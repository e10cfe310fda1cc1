import type RequestClient from 'twilio/lib/base/RequestClient.js';
import type { ApiCheck } from './oascheck.js';

type Options = Parameters<RequestClient['request']>[0];

/** A request or response that violates the published interface. */
export class AgainstInterface extends Error {
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'AgainstInterface';
  }
}

const fieldsOf = (data: unknown): Record<string, unknown> =>
  typeof data === 'object' && data !== null ? { ...data } : {};

function addressOf({ uri, params }: Options): string {
  const url = new URL(uri);
  for (const [name, value] of Object.entries(fieldsOf(params)))
    if (value !== undefined)
      url.searchParams.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  return url.href;
}

const parsed = (body: unknown): unknown => {
  if (typeof body !== 'string' || body === '') return body;
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
};

/**
 * Wraps the http client of the twilio library for tests: every request and response is validated against the
 * published interface, and violations are thrown.
 */
export function checkedClient(inner: RequestClient, check: ApiCheck): RequestClient {
  const refuse = (problems: string[]) => {
    if (problems.length > 0) throw new AgainstInterface(problems);
  };
  return new Proxy(inner, {
    get: (target, name) => {
      if (name !== 'request') {
        const value: unknown = Reflect.get(target, name);
        return value;
      }
      return async (options: Options) => {
        const request = { method: options.method, url: addressOf(options), form: fieldsOf(options.data) };
        refuse(check.request(request));
        const answer = await target.request(options);
        refuse(check.answer(request, { status: answer.statusCode, body: parsed(answer.body) }));
        return answer;
      };
    },
  });
}
