import twilio from 'twilio';
import type { Actor } from '@crm/contracts/access.js';
import type { AnswerOf } from '@crm/contracts/endpoint/endpoint.js';
import type { callToken as endpoint } from '@crm/contracts/http/calling.js';
import type { TelephonyContext } from '../context.js';
import { identityOf, testIdentityOf } from './addresses.js';

/** The carrier refuses tokens of more than a day; this one is renewed by its device long before. */
const ttl = 3600;
/** A test call takes seconds. */
const testTtl = 120;

type Granted = AnswerOf<typeof endpoint>;

/** A token for a device that may call through our application, and be called by its identity. */
function tokenOf({ config }: TelephonyContext, device: Pick<Granted, 'identity' | 'ttl'>): Granted {
  const { accountSid, apiKey, apiSecret, appSid, provider, deviceUrl } = config.carrier;
  const token = new twilio.jwt.AccessToken(accountSid, apiKey, apiSecret, device);
  token.addGrant(
    new twilio.jwt.AccessToken.VoiceGrant({ outgoingApplicationSid: appSid, incomingAllow: true }),
  );
  return { token: token.toJwt(), provider, url: deviceUrl, ...device };
}

/** A token for the asker's own device. */
export const callToken = (ctx: TelephonyContext, { id }: Actor): Granted =>
  tokenOf(ctx, { identity: identityOf(id), ttl });

/** A token for a test call, by an identity of its own: what rings the asker never rings the device of the test. */
export const testToken = (ctx: TelephonyContext, { id }: Actor): Granted =>
  tokenOf(ctx, { identity: testIdentityOf(id), ttl: testTtl });
