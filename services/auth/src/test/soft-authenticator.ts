import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import type { z } from 'zod';
import type {
  newPasskey,
  passkeyAssertion,
  passkeyCreation,
  passkeyRequest,
} from '@crm/contracts/entities/second-factor.js';

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const text = (data: Buffer) => data.toString('base64url');

/** What an authenticator says of the person: that they are there, and that it verified who they are. */
const present = 0x01;
const verified = 0x04;
const hasCredential = 0x40;

interface Manner {
  /** The page that asks. */
  origin?: string;
  /** Whether a fingerprint or a PIN was asked for. */
  verifies?: boolean;
  /** What is signed in place of the challenge that was asked. */
  challenge?: string;
}

/** An authenticator in software with one ES256 key, as browsers hand over what it makes and signs. */
export class SoftAuthenticator {
  readonly id = text(randomBytes(16));
  counter = 0;
  private readonly privateKey: KeyObject;
  private readonly publicKey: KeyObject;

  constructor(private readonly site: string) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.privateKey = privateKey;
    this.publicKey = publicKey;
  }

  make(options: z.output<typeof passkeyCreation>, manner: Manner = {}): z.input<typeof newPasskey> {
    const length = Buffer.alloc(2);
    const id = Buffer.from(this.id, 'base64url');
    length.writeUInt16BE(id.length);
    const data = Buffer.concat([
      this.authenticatorData(options.rp.id, hasCredential, manner),
      Buffer.alloc(16),
      length,
      id,
      this.coseKey(),
    ]);
    return {
      ...this.credential(),
      response: {
        clientDataJSON: this.clientData('webauthn.create', options.challenge, manner),
        attestationObject: text(attestation(data)),
        transports: ['internal'],
      },
    };
  }

  sign(options: z.output<typeof passkeyRequest>, manner: Manner = {}): z.input<typeof passkeyAssertion> {
    this.counter += 1;
    const authenticatorData = this.authenticatorData(options.rpId, 0, manner);
    const clientDataJSON = this.clientData('webauthn.get', options.challenge, manner);
    const signed = Buffer.concat([authenticatorData, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
    return {
      ...this.credential(),
      response: {
        clientDataJSON,
        authenticatorData: text(authenticatorData),
        signature: text(sign('sha256', signed, this.privateKey)),
      },
    };
  }

  private credential() {
    return { id: this.id, rawId: this.id, type: 'public-key', clientExtensionResults: {} } as const;
  }

  private authenticatorData(rpId: string, more: number, { verifies = true }: Manner): Buffer {
    const tail = Buffer.alloc(5);
    tail.writeUInt8(present | (verifies ? verified : 0) | more);
    tail.writeUInt32BE(this.counter, 1);
    return Buffer.concat([sha256(rpId), tail]);
  }

  private clientData(type: string, asked: string, { origin = this.site, challenge = asked }: Manner): string {
    return text(Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })));
  }

  /** The public key in CBOR (RFC 9053): kind EC2, ES256, P-256, x, y. */
  private coseKey(): Buffer {
    const { x = '', y = '' } = this.publicKey.export({ format: 'jwk' });
    return Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ]);
  }
}

/** An attestation in CBOR that attests nothing: `{ fmt: 'none', attStmt: {}, authData }`. */
function attestation(authData: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(authData.length);
  return Buffer.concat([
    Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
    Buffer.from('59', 'hex'),
    length,
    authData,
  ]);
}
