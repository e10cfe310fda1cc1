import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { id } from '@crm/contracts/ids.js';

/** Whose file a link names: the record that has it, never the file itself, so that rights are asked of the record. */
export const audioKind = z.enum(['record', 'voicemail', 'customer', 'greeting']);
export interface AudioRef {
  kind: z.infer<typeof audioKind>;
  id: string;
}

/** The session that a link was made for: with it the link ends. */
export interface LinkSession {
  jti: string;
  sub: string;
  sv: number;
  iat: number;
}

/** For whom a link is good: one session of one user, or the carrier. */
export type Audience = LinkSession | 'carrier';

export interface MediaLink {
  audio: AudioRef;
  audience: Audience;
  /** Seconds since 1970; from then on the link is over. */
  expiresAt: number;
}

/** Keys by their ids; the first one signs, all verify. */
export type MediaKeys = ReadonlyMap<string, Buffer>;

const payload = z.union([
  z.strictObject({ f: audioKind, i: id, x: z.int(), a: z.literal('carrier') }),
  z.strictObject({
    f: audioKind,
    i: id,
    x: z.int(),
    a: z.strictObject({ j: z.string(), s: id, v: z.int(), t: z.number() }),
  }),
]);

const signatureOf = (key: Buffer, signed: string) =>
  createHmac('sha256', key).update(`media-link:${signed}`).digest();

/** Writes a link down: key id, content, signature. */
export function signMediaLink(keys: MediaKeys, { audio, audience, expiresAt }: MediaLink): string {
  const [first] = keys;
  if (first === undefined) throw new Error('Links need a key to be signed with');
  const [kid, key] = first;
  const a =
    audience === 'carrier' ? audience : { j: audience.jti, s: audience.sub, v: audience.sv, t: audience.iat };
  const content = { f: audio.kind, i: audio.id, x: expiresAt, a } satisfies z.input<typeof payload>;
  const signed = `${kid}.${Buffer.from(JSON.stringify(content)).toString('base64url')}`;
  return `${signed}.${signatureOf(key, signed).toString('base64url')}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What a link says, or undefined where no key of ours signed it. Whether it is over is the reader's to see. */
export function readMediaLink(keys: MediaKeys, token: string): MediaLink | undefined {
  const parts = token.split('.');
  const [kid, content, signature] = parts;
  if (parts.length !== 3 || !kid || !content || !signature) return undefined;
  const key = keys.get(kid);
  if (key === undefined) return undefined;
  const right = signatureOf(key, `${kid}.${content}`);
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
  const read = payload.safeParse(parsed(Buffer.from(content, 'base64url').toString()));
  if (!read.success) return undefined;
  const { f: kind, i, x: expiresAt, a } = read.data;
  const audience = a === 'carrier' ? a : { jti: a.j, sub: a.s, sv: a.v, iat: a.t };
  return { audio: { kind, id: i }, audience, expiresAt };
}
