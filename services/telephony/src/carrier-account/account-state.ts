import type { NumberInUse } from '@crm/contracts/http/carrier.js';

/** A part of the account that was read, or why it could not be. */
export type Part<T> = { read: T } | { unread: string };

/** Addresses for calls, of a number or an application; an empty one is none. */
interface VoiceAddresses {
  voiceUrl: string;
  voiceMethod: string;
  voiceFallbackUrl: string;
}

export interface AccountNumber extends VoiceAddresses {
  sid: string;
  /** E.164. */
  number: string;
  capabilities: { voice: boolean; sms: boolean; mms: boolean };
  smsUrl: string;
  smsMethod: string;
  smsFallbackUrl: string;
  /** An application or a trunk takes the place of the addresses. */
  voiceApplicationSid: string;
  smsApplicationSid: string;
  trunkSid: string;
}

export interface ApplicationState extends VoiceAddresses {
  sid: string;
  name: string;
  statusCallback: string;
}

export interface ServiceState {
  sid: string;
  name: string;
  inboundRequestUrl: string;
  inboundMethod: string;
  fallbackUrl: string;
  statusCallback: string;
  useInboundWebhookOnNumber: boolean;
  /** Sids of the numbers that it sends from. */
  senders: string[];
  /** Of its campaigns, in the carrier's own words. */
  campaigns: Part<string[]>;
}

export interface CountryState {
  isoCode: string;
  name: string;
  isOpen: boolean;
  /** Expensive prefixes, or such as are known for toll fraud. */
  isHighRiskOpen: boolean;
}

export interface TrustState {
  status: string;
  /** Sids of the numbers whose calls it signs. */
  numbers: string[];
}

/** What an unsigned request to one of our addresses was answered; null for nothing. */
export interface Reach {
  url: string;
  status: number | null;
}

/** Everything that a check looks at, as it was read at one time. */
export interface AccountState {
  account: Part<{ status: string; type: string }>;
  /** `foreign`: of another account, or deleted. */
  key: Part<'works' | 'wrong-secret' | 'foreign'>;
  /** Null where the account has no such application. */
  application: Part<ApplicationState | null>;
  numbers: Part<AccountNumber[]>;
  service: Part<ServiceState | null>;
  /** States of brands, in the carrier's own words. */
  brands: Part<string[]>;
  /** By the number's sid. */
  tollfree: Part<ReadonlyMap<string, string>>;
  countries: Part<CountryState[]>;
  trust: Part<TrustState[]>;
  reach: Reach[];
}

/** What the installation wants of the account. */
export interface Wanted {
  addresses: {
    client: string;
    number: string;
    fallback: string;
    texts: string;
  };
  applicationSid: string;
  /** Undefined where none is set: then texts go without one. */
  serviceSid: string | undefined;
  /** The names of the settings of application and service, and of our public address. */
  settings: { application: string; service: string; address: string };
  /** Undefined where nobody could be asked: the installation does not run. */
  inUse: NumberInUse[] | undefined;
}

/** The name of the application and the Messaging Service that `setup` creates. */
export const ownName = 'Call centre';

/** The value of a part, or undefined where it could not be read. */
export const readOf = <T>(part: Part<T>): T | undefined => ('read' in part ? part.read : undefined);
