import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { id } from '@crm/contracts/ids.js';

/** The session that a link was made for: with it the link ends. */
export interface LinkSession {
  jti: string;
  sub: string;
  sv: number;
  iat: number;
}

/** For whom a link is good: one session of one user, or the carrier. */
export type Audience = LinkSession | 'carrier';

/** A link to a file: the kind of record that has it and its id, so that rights are asked of the record. */
export interface FileLink<K extends string> {
  file: { kind: K; id: string };
  audience: Audience;
  /** Seconds since 1970; from then on the link is over. */
  expiresAt: number;
}

/** Keys by their ids; the first one signs, all verify. */
export type MediaKeys = ReadonlyMap<string, Buffer>;

/** Writes and reads the links of one purpose. */
export interface FileLinks<K extends string> {
  /** Writes a link down: key id, content, signature. */
  sign(keys: MediaKeys, link: FileLink<K>): string;
  /** What a link says, or undefined where no key of ours signed it. Whether it is over is the reader's to see. */
  read(keys: MediaKeys, token: string): FileLink<K> | undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The links of one purpose to files of some kinds. The purpose is part of what is signed: a link that one service signed
 * is none to another, although their keys are the same.
 */
export function fileLinks<const K extends string>(purpose: string, kinds: readonly K[]): FileLinks<K> {
  const kind = z.enum(kinds);
  const payload = z.strictObject({
    f: kind,
    i: id,
    x: z.int(),
    a: z.union([z.literal('carrier'), z.strictObject({ j: z.string(), s: id, v: z.int(), t: z.number() })]),
  });
  const signatureOf = (key: Buffer, signed: string) =>
    createHmac('sha256', key).update(`${purpose}:${signed}`).digest();

  return {
    sign: (keys, { file, audience, expiresAt }) => {
      const [first] = keys;
      if (first === undefined) throw new Error('Links need a key to be signed with');
      const [kid, key] = first;
      const a =
        audience === 'carrier'
          ? audience
          : { j: audience.jti, s: audience.sub, v: audience.sv, t: audience.iat };
      const content = JSON.stringify({ f: file.kind, i: file.id, x: expiresAt, a });
      const signed = `${kid}.${Buffer.from(content).toString('base64url')}`;
      return `${signed}.${signatureOf(key, signed).toString('base64url')}`;
    },
    read: (keys, token) => {
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
      const { f, i, x: expiresAt, a } = read.data;
      const audience = a === 'carrier' ? a : { jti: a.j, sub: a.s, sv: a.v, iat: a.t };
      return { file: { kind: f, id: i }, audience, expiresAt };
    },
  };
}
