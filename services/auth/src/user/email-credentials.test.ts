import { randomBytes } from 'node:crypto';
import { mergeCredentials, open, seal } from './email-credentials.js';

const credentials = {
  clientId: 'client-of-dana',
  clientSecret: 'secret-of-dana',
  refreshToken: 'refresh-of-dana',
  accessToken: 'access-of-dana',
};
const userId = '66f0a1b2c3d4e5f601020304';
const keys = new Map([['k1', randomBytes(32)]]);

describe('sealed credentials', () => {
  test('open again for the same user', () => {
    expect(open(keys, userId, seal(keys, userId, credentials))).toEqual(credentials);
  });

  test('show nothing of what is in them, and never look the same twice', () => {
    const sealed = seal(keys, userId, credentials);
    expect(JSON.stringify(sealed)).not.toContain('dana');
    expect(Buffer.from(sealed.data, 'base64').toString()).not.toContain('dana');
    expect(sealed.data).not.toBe(seal(keys, userId, credentials).data);
  });

  test('do not open for another user, nor after a change', () => {
    const sealed = seal(keys, userId, credentials);
    expect(() => open(keys, '66f0a1b2c3d4e5f601020305', sealed)).toThrow();
    const bytes = Buffer.from(sealed.data, 'base64');
    bytes[0] = (bytes[0] ?? 0) ^ 1;
    expect(() => open(keys, userId, { ...sealed, data: bytes.toString('base64') })).toThrow();
  });

  test('open under an older key while a newer one seals, and not once it is gone', () => {
    const old = seal(keys, userId, credentials);
    const rotated = new Map([['k2', randomBytes(32)], ...keys]);
    expect(open(rotated, userId, old)).toEqual(credentials);
    expect(seal(rotated, userId, credentials).kid).toBe('k2');
    expect(() => open(new Map([['k2', randomBytes(32)]]), userId, old)).toThrow('k1 is not configured');
  });
});

describe('credentials given to somebody who has some', () => {
  test('replace those that are filled and keep the rest', () => {
    expect(mergeCredentials(() => credentials, { accessToken: 'new', clientId: '' })).toEqual({
      ...credentials,
      accessToken: 'new',
    });
  });

  test('are nothing new when nothing is filled, or nothing differs; then the stored ones are not even opened', () => {
    const unopened = () => {
      throw new Error('opened');
    };
    expect(mergeCredentials(unopened, undefined)).toBeUndefined();
    expect(mergeCredentials(unopened, { clientId: '' })).toBeUndefined();
    expect(mergeCredentials(() => credentials, { clientId: 'client-of-dana' })).toBeUndefined();
  });
});

test('credentials given to somebody who has none leave the others empty', () => {
  expect(mergeCredentials(() => undefined, { clientId: 'c' })).toEqual({
    clientId: 'c',
    clientSecret: '',
    refreshToken: '',
    accessToken: '',
  });
});
