import twilio from 'twilio';
import type { Actor } from '@crm/contracts/access.js';
import type { AnswerOf } from '@crm/contracts/endpoint/endpoint.js';
import type { callToken as endpoint } from '@crm/contracts/http/calling.js';
import type { TelephonyContext } from '../context.js';
import { identityOf } from './addresses.js';

/** The carrier refuses tokens of more than a day; this one is renewed by its device long before. */
const ttl = 3600;

/** A token for the asker's own device: it may call through our application, and be called by its identity. */
export function callToken({ config }: TelephonyContext, actor: Actor): AnswerOf<typeof endpoint> {
  const { accountSid, apiKey, apiSecret, appSid, provider, deviceUrl } = config.carrier;
  const identity = identityOf(actor.id);
  const token = new twilio.jwt.AccessToken(accountSid, apiKey, apiSecret, { identity, ttl });
  token.addGrant(
    new twilio.jwt.AccessToken.VoiceGrant({ outgoingApplicationSid: appSid, incomingAllow: true }),
  );
  return { token: token.toJwt(), provider, url: deviceUrl, identity, ttl };
}
