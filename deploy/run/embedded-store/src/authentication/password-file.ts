/** The password of a store, in its data directory: whoever may read the data may use the store. */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Credentials } from './scram.js';

const USER = 'store';
const PASSWORD_BYTES = 24;

const fileIn = (directory: string) => join(directory, 'password');

/** Reads the password, or makes one. The directory must be locked by this process. */
export function keptCredentials(directory: string): Credentials {
  const file = fileIn(directory);
  if (existsSync(file)) return { user: USER, password: readFileSync(file, 'utf8').trim() };
  const password = randomBytes(PASSWORD_BYTES).toString('base64url');
  // Atomic: after a crash there is a whole password or none.
  writeFileSync(`${file}.new`, `${password}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return { user: USER, password };
}

/** The address of a running store with its password in it, for a driver. Not to be logged. */
export function addressWithPassword(uri: string, directory: string): string {
  const url = new URL(uri);
  url.username = USER;
  url.password = readFileSync(fileIn(directory), 'utf8').trim();
  if (url.pathname === '') url.pathname = '/';
  url.searchParams.set('authSource', 'admin');
  return url.toString();
}
