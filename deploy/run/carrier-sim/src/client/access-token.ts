import jwt from 'jsonwebtoken';
import { z } from 'zod';
import type { SimOptions } from '../options.js';

const longestSeconds = 24 * 60 * 60;

const payload = z.object({
  grants: z.object({
    identity: z.string().min(1).max(256),
    voice: z.object({
      incoming: z.object({ allow: z.boolean() }).optional(),
      outgoing: z.object({ application_sid: z.string() }).optional(),
    }),
  }),
  iat: z.number(),
  exp: z.number(),
});

export interface AccessToken {
  identity: string;
  /** Its expiry in milliseconds of the machine's clock, which issued it. */
  expiresAt: number;
  mayReceive: boolean;
  mayCall: boolean;
}

/** An invalid token, with the real device's error code for it. */
export class BadToken extends Error {
  constructor(
    readonly code: 20101 | 20104 | 20157,
    message: string,
  ) {
    super(message);
  }
}

export function readAccessToken(token: string, options: SimOptions): AccessToken {
  let content: unknown;
  try {
    const read = jwt.verify(token, options.apiSecret, {
      algorithms: ['HS256'],
      issuer: options.apiKeySid,
      subject: options.accountSid,
      complete: true,
    });
    if (read.header.cty !== 'twilio-fpa;v=1') throw new BadToken(20101, 'The token is of another kind');
    content = read.payload;
  } catch (error) {
    if (error instanceof jwt.TokenExpiredError) throw new BadToken(20104, 'AccessTokenExpired');
    if (error instanceof BadToken) throw error;
    throw new BadToken(20101, 'AccessTokenInvalid');
  }
  const parsed = payload.safeParse(content);
  if (!parsed.success) throw new BadToken(20101, 'The token grants no calls');
  const { grants, iat, exp } = parsed.data;
  if (exp - iat > longestSeconds) throw new BadToken(20157, 'The token holds for more than a day');
  return {
    identity: grants.identity,
    expiresAt: exp * 1000,
    mayReceive: grants.voice.incoming?.allow === true,
    mayCall: grants.voice.outgoing?.application_sid === options.applicationSid,
  };
}
