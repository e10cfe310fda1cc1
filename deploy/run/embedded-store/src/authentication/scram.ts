/** The server's side of SCRAM-SHA-256 (RFC 5802, RFC 7677), as MongoDB's drivers speak it. */
import { createHash, createHmac, pbkdf2Sync, randomBytes, timingSafeEqual } from 'node:crypto';
import { StoreError } from '../values/errors.js';

export const MECHANISM = 'SCRAM-SHA-256';
/** MongoDB's own number; drivers refuse fewer than 4,096. */
const ITERATIONS = 15_000;
const HASH_BYTES = 32;
const NONCE_BYTES = 24;

export interface Credentials {
  user: string;
  /** In ASCII: nothing is prepared as RFC 4013 asks for other text. */
  password: string;
}

/** What the server keeps of a password: it verifies a proof, but makes none. */
export interface Verifier {
  user: string;
  salt: Buffer;
  storedKey: Buffer;
  serverKey: Buffer;
}

const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest();
const xor = (a: Buffer, b: Buffer) => Buffer.from(a.map((byte, at) => byte ^ (b[at] ?? 0)));

/** Derives the verifier, which takes about ten milliseconds. */
export function verifierOf({ user, password }: Credentials): Verifier {
  const salt = randomBytes(HASH_BYTES - 4);
  const salted = pbkdf2Sync(password, salt, ITERATIONS, HASH_BYTES, 'sha256');
  return {
    user,
    salt,
    storedKey: sha256(hmac(salted, 'Client Key')),
    serverKey: hmac(salted, 'Server Key'),
  };
}

/** A wrong user, password or message; which of them is not told. */
export const authenticationFailed = (): StoreError =>
  new StoreError('AuthenticationFailed', 'Authentication failed.');

/** A name in a message: '=2C' is a comma, '=3D' an equals sign. */
const nameIn = (text: string) => text.replaceAll('=2C', ',').replaceAll('=3D', '=');

/** One authentication: the client's first message, our challenge, its proof, our signature. */
export class Conversation {
  private readonly header: string;
  private readonly isKnown: boolean;
  private readonly nonce: string;
  private readonly bare: string;
  /** The challenge. */
  readonly challenge: string;

  /** Throws AuthenticationFailed for what is no first message. */
  constructor(
    private readonly verifier: Verifier,
    firstMessage: string,
  ) {
    const [, header, bare, name, clientNonce] = /^([ny],,)(n=([^,]*),r=([^,]+))$/.exec(firstMessage) ?? [];
    if (header === undefined || bare === undefined || name === undefined || clientNonce === undefined) {
      throw authenticationFailed();
    }
    this.header = header;
    this.bare = bare;
    // An unknown user gets a challenge as well: only the proof is refused.
    this.isKnown = nameIn(name) === verifier.user;
    this.nonce = clientNonce + randomBytes(NONCE_BYTES).toString('base64');
    this.challenge = `r=${this.nonce},s=${verifier.salt.toString('base64')},i=${String(ITERATIONS)}`;
  }

  /** Verifies the client's proof; returns the server's signature. Throws AuthenticationFailed. */
  prove(finalMessage: string): string {
    const [, unsigned, binding, nonce, proof] =
      /^(c=([^,]+),r=([^,]+)),p=([A-Za-z0-9+/]+=*)$/.exec(finalMessage) ?? [];
    if (unsigned === undefined || proof === undefined || nonce !== this.nonce) throw authenticationFailed();
    if (binding !== Buffer.from(this.header).toString('base64')) throw authenticationFailed();
    const signed = `${this.bare},${this.challenge},${unsigned}`;
    const given = Buffer.from(proof, 'base64');
    if (given.length !== HASH_BYTES) throw authenticationFailed();
    const clientKey = xor(given, hmac(this.verifier.storedKey, signed));
    const isRight = timingSafeEqual(sha256(clientKey), this.verifier.storedKey);
    if (!isRight || !this.isKnown) throw authenticationFailed();
    return `v=${hmac(this.verifier.serverKey, signed).toString('base64')}`;
  }
}
