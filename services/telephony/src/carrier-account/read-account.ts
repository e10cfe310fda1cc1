import type { Twilio } from 'twilio';
import { carrierError } from '@crm/domain/carrier/carrier-error.js';
import type { CarrierConfig } from '../config.js';
import {
  ownName,
  type AccountNumber,
  type AccountState,
  type Part,
  type Reach,
  type Wanted,
} from './account-state.js';

/** The carrier's own policy for trust products that sign calls (SHAKEN/STIR), the same in every account. */
const shakenPolicy = 'RN7a97559effdf62d00f4298208492a5ea';
const reachTimeoutMs = 10_000;
/** Enough for every account that one agency has. Each list gets its own: the client writes into what it is given. */
const most = () => ({ limit: 2_000, pageSize: 500 });

/** Clients of the carrier: by the account's token, and by its API key. */
export interface AccountClients {
  account: Twilio;
  key: Twilio;
}

/** What a request answers, or in a sentence why it did not. */
async function part<T>(request: () => Promise<T>): Promise<Part<T>> {
  try {
    return { read: await request() };
  } catch (error) {
    return { unread: carrierError(error).message };
  }
}

/** What a request answers, or null where the carrier knows no such thing. */
async function orNull<T>(request: Promise<T>): Promise<T | null> {
  try {
    return await request;
  } catch (error) {
    const failure = carrierError(error);
    if (failure.kind === 'over') return null;
    throw failure;
  }
}

/** A key that works is the account's own, and its secret is right; why one does not is asked with the token. */
async function keyState({ account, key }: AccountClients, { apiKey }: CarrierConfig) {
  try {
    await key.applications.list({ limit: 1 });
    return 'works' as const;
  } catch (error) {
    const failure = carrierError(error);
    if (failure.kind !== 'account') throw failure;
    return (await orNull(account.keys(apiKey).fetch())) === null ? 'foreign' : ('wrong-secret' as const);
  }
}

type VoiceResource = Record<'voiceUrl' | 'voiceMethod' | 'voiceFallbackUrl', string>;
const voiceOf = ({ voiceUrl, voiceMethod, voiceFallbackUrl }: VoiceResource) => ({
  voiceUrl: voiceUrl || '',
  voiceMethod,
  voiceFallbackUrl: voiceFallbackUrl || '',
});

async function applicationState(client: Twilio, { applicationSid }: Wanted) {
  const found =
    (await orNull(client.applications(applicationSid).fetch())) ??
    (await client.applications.list({ friendlyName: ownName, limit: 1 }))[0];
  if (found === undefined) return null;
  const { sid, friendlyName, statusCallback } = found;
  return { sid, name: friendlyName, statusCallback: statusCallback || '', ...voiceOf(found) };
}

/** The numbers that an account has rented, with what they are set to. Throws what the carrier answers. */
export async function numberStates(client: Twilio): Promise<AccountNumber[]> {
  const numbers = await client.incomingPhoneNumbers.list(most());
  return numbers.map((rented) => ({
    sid: rented.sid,
    number: rented.phoneNumber,
    capabilities: {
      voice: rented.capabilities.voice,
      sms: rented.capabilities.sms,
      mms: rented.capabilities.mms,
    },
    ...voiceOf(rented),
    smsUrl: rented.smsUrl || '',
    smsMethod: rented.smsMethod,
    smsFallbackUrl: rented.smsFallbackUrl || '',
    voiceApplicationSid: rented.voiceApplicationSid || '',
    smsApplicationSid: rented.smsApplicationSid || '',
    trunkSid: rented.trunkSid || '',
  }));
}

async function serviceState(client: Twilio, { serviceSid }: Wanted) {
  const { services } = client.messaging.v1;
  const named = serviceSid === undefined ? null : await orNull(services(serviceSid).fetch());
  const found = named ?? (await services.list(most())).find(({ friendlyName }) => friendlyName === ownName);
  if (found === undefined) return null;
  const { sid, friendlyName } = found;
  const senders = await services(sid).phoneNumbers.list(most());
  return {
    sid,
    name: friendlyName,
    inboundRequestUrl: found.inboundRequestUrl || '',
    inboundMethod: found.inboundMethod,
    fallbackUrl: found.fallbackUrl || '',
    statusCallback: found.statusCallback || '',
    useInboundWebhookOnNumber: found.useInboundWebhookOnNumber,
    senders: senders.map((sender) => sender.sid),
    campaigns: await part(async () =>
      (await services(sid).usAppToPerson.list({ limit: 50 })).map(({ campaignStatus }) => campaignStatus),
    ),
  };
}

/** The states of toll-free numbers' verifications, by the number's sid. */
async function tollfreeStates(client: Twilio) {
  const verifications = await client.messaging.v1.tollfreeVerifications.list(most());
  return new Map(verifications.map(({ tollfreePhoneNumberSid, status }) => [tollfreePhoneNumberSid, status]));
}

/**
 * The numbers that an account has rented, and what says how far their registrations for texts are. Throws what the carrier
 * answers where the numbers themselves cannot be read.
 */
export async function readNumbers(
  client: Twilio,
  wanted: Wanted,
): Promise<Pick<AccountState, 'service' | 'tollfree'> & { numbers: { read: AccountNumber[] } }> {
  const [read, service, tollfree] = await Promise.all([
    numberStates(client),
    part(() => serviceState(client, wanted)),
    part(() => tollfreeStates(client)),
  ]);
  return { numbers: { read }, service, tollfree };
}

async function trustStates(client: Twilio) {
  const { trustProducts } = client.trusthub.v1;
  const products = await trustProducts.list({ policySid: shakenPolicy, limit: 20 });
  return Promise.all(
    products.map(async ({ sid, status }) => {
      const assigned = await trustProducts(sid).trustProductsChannelEndpointAssignment.list(most());
      return { status, numbers: assigned.map(({ channelEndpointSid }) => channelEndpointSid) };
    }),
  );
}

async function countryStates(client: Twilio) {
  const countries = await client.voice.v1.dialingPermissions.countries.list(most());
  return countries.map((country) => ({
    isoCode: country.isoCode,
    name: country.name,
    isOpen: country.lowRiskNumbersEnabled,
    isHighRiskOpen: country.highRiskSpecialNumbersEnabled || country.highRiskTollfraudNumbersEnabled,
  }));
}

/** What an unsigned request to a webhook is answered: by us, that it may not. */
async function reachOf(url: string): Promise<Reach> {
  try {
    const { status } = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.timeout(reachTimeoutMs),
    });
    return { url, status };
  } catch {
    return { url, status: null };
  }
}

/** Reads everything of the account that a check looks at. What cannot be read says why, and holds up nothing else. */
export async function readAccount(
  clients: AccountClients,
  config: CarrierConfig,
  wanted: Wanted,
): Promise<AccountState> {
  const { account: client } = clients;
  const account = await part(async () => {
    const { status, type } = await client.api.v2010.accounts(config.accountSid).fetch();
    return { status, type };
  });
  const [key, application, numbers, service, brands, tollfree, countries, trust, ...reach] =
    await Promise.all([
      part(() => keyState(clients, config)),
      part(() => applicationState(client, wanted)),
      part(() => numberStates(client)),
      part(() => serviceState(client, wanted)),
      part(async () =>
        (await client.messaging.v1.brandRegistrations.list({ limit: 50 })).map(({ status }) => status),
      ),
      part(() => tollfreeStates(client)),
      part(() => countryStates(client)),
      part(() => trustStates(client)),
      reachOf(wanted.addresses.fallback),
      reachOf(wanted.addresses.texts),
    ]);
  return { account, key, application, numbers, service, brands, tollfree, countries, trust, reach };
}
