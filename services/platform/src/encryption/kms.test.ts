import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { loadConfig } from '../config/load-config.js';
import { AppError } from '../errors/app-error.js';
import { CiphertextRefused, decrypt, encrypt, newKey } from './aes-gcm.js';
import { hasMasterKey, keyRing, kmsFields, kmsOf, noMasterKey } from './key-ring.js';
import { joinedKms, localKms, MasterKeyMissing, type Kms } from './kms.js';
import { transitKms } from './transit-kms.js';

const [dana, noor] = ['66f0a1b2c3d4e5f601020304', '66f0a1b2c3d4e5f601020305'];
const keysOf = (...ids: string[]) => new Map(ids.map((id) => [id, newKey()]));

/** Vault's transit engine, as far as it is used: real keys, versions that are rotated, batches. */
class FakeTransit {
  readonly #versions = [newKey()];
  readonly #server: Server;
  requests = 0;
  token = 'root';
  isDown = false;

  constructor() {
    this.#server = createServer((req, res) => {
      void text(req).then((body) => {
        this.requests += 1;
        if (this.isDown) {
          req.socket.destroy();
          return;
        }
        const { status, answer } = this.#answer(req.url ?? '', req.headers['x-vault-token'], body);
        res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
      });
    });
  }

  #answer(url: string, token: unknown, body: string): { status: number; answer: unknown } {
    if (token !== this.token) return { status: 403, answer: { errors: ['permission denied'] } };
    if (url === '/v1/transit/keys/crm')
      return { status: 200, answer: { data: { latest_version: this.#versions.length } } };
    const item = z.object({
      plaintext: z.string().optional(),
      ciphertext: z.string().optional(),
      associated_data: z.string(),
    });
    const { batch_input } = z.object({ batch_input: z.array(item) }).parse(JSON.parse(body));
    const results = batch_input.map((each) => {
      if (each.plaintext !== undefined) {
        const sealed = encrypt(
          this.#key(this.#versions.length),
          each.associated_data,
          Buffer.from(each.plaintext),
        );
        return { ciphertext: `vault:v${String(this.#versions.length)}:${sealed.toString('base64')}` };
      }
      const [, version = '', sealed = ''] = (each.ciphertext ?? '').split(':');
      try {
        const key = this.#key(Number(version.slice(1)));
        return { plaintext: decrypt(key, each.associated_data, Buffer.from(sealed, 'base64')).toString() };
      } catch {
        return { error: 'cipher: message authentication failed' };
      }
    });
    return {
      status: results.some((each) => 'error' in each) ? 400 : 200,
      answer: { data: { batch_results: results } },
    };
  }

  #key(version: number): Buffer {
    const key = this.#versions[version - 1];
    if (key === undefined) throw new Error('no such version');
    return key;
  }

  rotate(): void {
    this.#versions.push(newKey());
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${String((this.#server.address() as AddressInfo).port)}/v1/transit`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

describe('master keys of a setting', () => {
  test('unwrap what the first of them wrapped, each for its owner', async () => {
    const [one, two] = [newKey(), newKey()];
    const kms = localKms(keysOf('m2', 'm1'));
    const wrapped = await kms.wrap([
      { owner: dana, key: one },
      { owner: noor, key: two },
    ]);
    expect(wrapped.map(({ by }) => by)).toEqual(['m2', 'm2']);
    const unwrapped = await kms.unwrap(
      wrapped.map((each, index) => ({ owner: index === 0 ? dana : noor, wrapped: each })),
    );
    expect(unwrapped).toEqual([one, two]);
    expect(JSON.stringify(wrapped)).not.toContain(one.toString('base64'));
  });

  test('refuse a key that is another owner’s or was changed', async () => {
    const kms = localKms(keysOf('m1'));
    const [wrapped] = await kms.wrap([{ owner: dana, key: newKey() }]);
    if (wrapped === undefined) throw new Error('Nothing was wrapped');
    await expect(kms.unwrap([{ owner: noor, wrapped }])).rejects.toThrow(CiphertextRefused);
    const bytes = Buffer.from(wrapped.text, 'base64');
    bytes[20] = (bytes[20] ?? 0) ^ 1;
    const changed = { ...wrapped, text: bytes.toString('base64') };
    await expect(kms.unwrap([{ owner: dana, wrapped: changed }])).rejects.toThrow(CiphertextRefused);
  });

  test('say which of them is missing', async () => {
    const [wrapped] = await localKms(keysOf('m1')).wrap([{ owner: dana, key: newKey() }]);
    if (wrapped === undefined) throw new Error('Nothing was wrapped');
    const other = localKms(keysOf('m2'));
    await expect(other.unwrap([{ owner: dana, wrapped }])).rejects.toThrow(MasterKeyMissing);
    await expect(joinedKms(other).unwrap([{ owner: dana, wrapped }])).rejects.toThrow('m1');
  });

  test.each([
    ['no JSON', 'm1=x'],
    ['no key', '{}'],
    ['a key that is too short', JSON.stringify({ m1: Buffer.alloc(16).toString('base64') })],
    ['an id that looks like a number', JSON.stringify({ 1: newKey().toString('base64') })],
  ])('are not read from %s', (_what, setting) => {
    expect(keyRing.safeParse(setting).success).toBe(false);
  });
});

describe('a key service', () => {
  let transit: FakeTransit;
  let url: string;
  let kms: Kms;
  beforeEach(async () => {
    transit = new FakeTransit();
    url = await transit.start();
    kms = transitKms({ url, name: 'crm', token: 'root' });
  });
  afterEach(() => transit.stop());

  test('wraps and unwraps many keys with one request each', async () => {
    const keys = Array.from({ length: 50 }, (_, index) => ({ owner: `${String(index)}`, key: newKey() }));
    const wrapped = await kms.wrap(keys);
    expect(new Set(wrapped.map(({ by }) => by))).toEqual(new Set(['crm:v1']));
    const unwrapped = await kms.unwrap(
      keys.map(({ owner }, index) => ({ owner, wrapped: wrapped[index] ?? { by: '', text: '' } })),
    );
    expect(unwrapped).toEqual(keys.map(({ key }) => key));
    expect(transit.requests).toBe(2);
  });

  test('refuses a key that is another owner’s', async () => {
    const [wrapped] = await kms.wrap([{ owner: dana, key: newKey() }]);
    if (wrapped === undefined) throw new Error('Nothing was wrapped');
    await expect(kms.unwrap([{ owner: noor, wrapped }])).rejects.toThrow(CiphertextRefused);
  });

  test('names the version that wraps after it was rotated, and unwraps those of before', async () => {
    const key = newKey();
    const [before] = await kms.wrap([{ owner: dana, key }]);
    if (before === undefined) throw new Error('Nothing was wrapped');
    transit.rotate();
    expect(await kms.current()).toBe('crm:v2');
    expect(await kms.wrap([{ owner: dana, key }])).toMatchObject([{ by: 'crm:v2' }]);
    expect(await kms.unwrap([{ owner: dana, wrapped: before }])).toEqual([key]);
  });

  test('is unavailable, with 503, while it does not answer or refuses the token', async () => {
    const refused = await transitKms({ url, name: 'crm', token: 'stolen' })
      .wrap([{ owner: dana, key: newKey() }])
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(AppError);
    transit.isDown = true;
    await expect(kms.current()).rejects.toMatchObject({ code: 'unavailable' });
    transit.isDown = false;
    expect(await kms.current()).toBe('crm:v1');
  });

  test('is asked with the token that a file holds at the moment', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'token-'));
    const file = join(folder, 'token');
    await writeFile(file, 'root\n');
    const byFile = transitKms({ url, name: 'crm', token: file });
    expect(await byFile.current()).toBe('crm:v1');
    transit.token = 'renewed';
    await writeFile(file, 'renewed');
    expect(await byFile.current()).toBe('crm:v1');
    await rm(folder, { recursive: true });
  });

  test('wraps from its setting on, and what a key of a setting wrapped before is unwrapped by that', async () => {
    const masters = JSON.stringify({ m1: newKey().toString('base64') });
    const schema = z.object(kmsFields).refine(hasMasterKey, noMasterKey);
    const own = kmsOf(loadConfig(schema, { MASTER_KEYS: masters }));
    const both = kmsOf(loadConfig(schema, { MASTER_KEYS: masters, KMS_URL: url, KMS_TOKEN: 'root' }));
    const [one, two] = [newKey(), newKey()];
    const before = await own.wrap([{ owner: dana, key: one }]);
    const after = await both.wrap([{ owner: noor, key: two }]);
    expect(after).toMatchObject([{ by: 'crm:v1' }]);
    const mixed = [...after, ...before].map((wrapped, index) => ({
      owner: index === 0 ? noor : dana,
      wrapped,
    }));
    expect(await both.unwrap(mixed)).toEqual([two, one]);
    expect(() => loadConfig(schema, {})).toThrow(/MASTER_KEYS/);
    expect(() => loadConfig(schema, { KMS_URL: url })).toThrow(/KMS_TOKEN/);
  });
});
