import { readFile } from 'node:fs/promises';
import { request } from 'undici';
import { z } from 'zod';
import { unavailable } from '../errors/app-error.js';
import { CiphertextRefused } from './aes-gcm.js';
import type { Kms, WrappedKey } from './kms.js';

const timeoutMs = 5_000;
/** A connection that broke under way is tried once more: nothing changes by it. */
const attempts = 2;

const wrappedBatch = z.object({
  data: z.object({ batch_results: z.array(z.object({ ciphertext: z.string().startsWith('vault:v') })) }),
});
const unwrappedBatch = z.object({
  data: z.object({ batch_results: z.array(z.object({ plaintext: z.base64() })) }),
});
const keyState = z.object({ data: z.object({ latest_version: z.int() }) });

const versionOf = (ciphertext: string) => ciphertext.split(':', 2)[1] ?? '';
const base64 = (text: string | Uint8Array) => Buffer.from(text).toString('base64');

/**
 * Master keys of a key service that speaks the protocol of Vault's transit engine, as Vault and OpenBao do: data keys are
 * sent to be wrapped and unwrapped, the master key stays there. `token` may be the path of a file, which is read with each
 * call, since an agent renews what is in it. Throws `unavailable` while the service does not answer.
 */
export function transitKms(options: {
  /** Where the engine is mounted: `https://vault:8200/v1/transit`. */
  url: string;
  /** The name of the key. */
  name: string;
  token: string;
}): Kms {
  const { url, name, token } = options;
  const idOf = (version: string) => `${name}:${version}`;
  const tokenNow = async () => (token.startsWith('/') ? (await readFile(token, 'utf8')).trim() : token);

  async function send(method: 'GET' | 'POST', path: string, body?: object) {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const answer = await request(`${url}/${path}/${encodeURIComponent(name)}`, {
          method,
          headers: { 'x-vault-token': await tokenNow(), 'content-type': 'application/json' },
          ...(body && { body: JSON.stringify(body) }),
          headersTimeout: timeoutMs,
          bodyTimeout: timeoutMs,
        });
        return { status: answer.statusCode, body: await answer.body.json() };
      } catch (error) {
        if (attempt === attempts) throw unavailable('The key service cannot be reached', error);
      }
    }
  }

  /** Throws `unavailable` for any answer but the one expected: what it says stays out of messages, it may hold keys. */
  async function ask<S extends z.ZodType>(schema: S, ...sent: Parameters<typeof send>): Promise<z.output<S>> {
    const { status, body } = await send(...sent);
    const read = schema.safeParse(body);
    if (status !== 200 || !read.success)
      throw unavailable('The key service refused a request', new Error(`It answered ${String(status)}`));
    return read.data;
  }

  return {
    current: async () => {
      const { data } = await ask(keyState, 'GET', 'keys');
      return idOf(`v${String(data.latest_version)}`);
    },
    has: (by) => by.startsWith(`${name}:v`),
    wrap: async (keys) => {
      if (keys.length === 0) return [];
      const { data } = await ask(wrappedBatch, 'POST', 'encrypt', {
        batch_input: keys.map(({ owner, key }) => ({
          plaintext: base64(key),
          associated_data: base64(owner),
        })),
      });
      return data.batch_results.map(({ ciphertext }): WrappedKey => ({
        by: idOf(versionOf(ciphertext)),
        text: ciphertext,
      }));
    },
    unwrap: async (keys) => {
      if (keys.length === 0) return [];
      const { status, body } = await send('POST', 'decrypt', {
        batch_input: keys.map(({ owner, wrapped: { text } }) => ({
          ciphertext: text,
          associated_data: base64(owner),
        })),
      });
      const read = unwrappedBatch.safeParse(body);
      // A batch in which one is refused is 400 and says which by its place.
      if (status === 400) throw new CiphertextRefused('A data key');
      if (status !== 200 || !read.success)
        throw unavailable('The key service refused a request', new Error(`It answered ${String(status)}`));
      return read.data.data.batch_results.map(({ plaintext }) => Buffer.from(plaintext, 'base64'));
    },
  };
}
