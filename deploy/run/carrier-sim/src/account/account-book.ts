import type { SimOptions } from '../options.js';
import { fixedSid } from '../sids.js';

type Method = 'GET' | 'POST';

/** Addresses for calls, of a number or an application. */
export interface VoiceAddresses {
  voiceUrl: string | null;
  voiceMethod: Method;
  voiceFallbackUrl: string | null;
  statusCallback: string | null;
}

export interface Application extends VoiceAddresses {
  readonly sid: string;
  friendlyName: string;
}

/** A rented number. An application or a trunk named here takes the place of the addresses. */
export interface RentedNumber extends VoiceAddresses {
  readonly sid: string;
  readonly number: string;
  capabilities: { voice: boolean; sms: boolean; mms: boolean; fax: boolean };
  smsUrl: string | null;
  smsMethod: Method;
  smsFallbackUrl: string | null;
  voiceApplicationSid: string | null;
  smsApplicationSid: string | null;
  trunkSid: string | null;
}

export interface MessagingService {
  readonly sid: string;
  friendlyName: string;
  inboundRequestUrl: string | null;
  inboundMethod: Method;
  fallbackUrl: string | null;
  statusCallback: string | null;
  useInboundWebhookOnNumber: boolean;
  /** Sids of its numbers. */
  readonly senders: Set<string>;
  /** Of its campaign; null without one. */
  campaignStatus: string | null;
}

export interface Country {
  readonly isoCode: string;
  readonly name: string;
  readonly continent: string;
  readonly countryCodes: readonly string[];
  isOpen: boolean;
  /** Expensive prefixes, and those known for toll fraud. */
  hasSpecial: boolean;
  hasTollFraud: boolean;
}

export type BrandStatus = 'PENDING' | 'APPROVED' | 'FAILED' | 'IN_REVIEW' | 'SUSPENDED';
export type TollfreeStatus = 'PENDING_REVIEW' | 'IN_REVIEW' | 'TWILIO_APPROVED' | 'TWILIO_REJECTED';
export type TrustStatus = 'draft' | 'pending-review' | 'in-review' | 'twilio-rejected' | 'twilio-approved';

/** What the account consists of, as its owner sees it at the carrier. */
export interface AccountBook {
  status: 'active' | 'suspended' | 'closed';
  type: 'Trial' | 'Full';
  /** A deleted key authenticates nobody. */
  hasKey: boolean;
  readonly applications: Map<string, Application>;
  readonly numbers: Map<string, RentedNumber>;
  readonly services: Map<string, MessagingService>;
  /** Of the brand; null without one. */
  brand: BrandStatus | null;
  /** By the number's sid. */
  readonly tollfree: Map<string, TollfreeStatus>;
  readonly countries: Map<string, Country>;
  /** Signs calls with the highest attestation; null without one. */
  trust: { readonly sid: string; status: TrustStatus; readonly numbers: Set<string> } | null;
}

const country = (isoCode: string, name: string, continent: string, code: string): Country => ({
  ...{ isoCode, name, continent, countryCodes: [code] },
  ...{ isOpen: code === '+1' && continent === 'NORTH_AMERICA', hasSpecial: false, hasTollFraud: false },
});

/** A few of the carrier's countries: the two that are open, and some known for toll fraud. */
const countries = [
  country('US', 'United States/Canada', 'NORTH_AMERICA', '+1'),
  country('CA', 'Canada', 'NORTH_AMERICA', '+1'),
  country('GB', 'United Kingdom', 'EUROPE', '+44'),
  country('LV', 'Latvia', 'EUROPE', '+371'),
  country('JM', 'Jamaica', 'CARIBBEAN', '+1876'),
  country('CU', 'Cuba', 'CARIBBEAN', '+53'),
];

/** Numbers are seldom rented; their sids follow from the numbers. */
export const numberSid = (number: string) => fixedSid('PN', number);

export const isTollfree = (number: string) => /^\+18(00|33|44|55|66|77|88)/.test(number);

/** A number as it was rented, with the addresses of the application. */
export function rentedNumber(
  { numberVoiceUrl, fallbackUrl, smsUrl }: SimOptions,
  number: string,
): RentedNumber {
  return {
    ...{ sid: numberSid(number), number },
    capabilities: { voice: true, sms: true, mms: true, fax: false },
    ...{ voiceUrl: numberVoiceUrl ?? null, voiceMethod: 'POST', voiceFallbackUrl: fallbackUrl ?? null },
    ...{ smsUrl: smsUrl ?? null, smsMethod: 'POST', smsFallbackUrl: smsUrl ?? null, statusCallback: null },
    ...{ voiceApplicationSid: null, smsApplicationSid: null, trunkSid: null },
  };
}

/** A new Messaging Service, without numbers. */
export const newService = (sid: string, friendlyName: string): MessagingService => ({
  ...{
    sid,
    friendlyName,
    inboundRequestUrl: null,
    inboundMethod: 'POST',
    fallbackUrl: null,
    statusCallback: null,
  },
  ...{ useInboundWebhookOnNumber: false, senders: new Set(), campaignStatus: null },
});

/** An account in which everything is as the application needs it. */
export function createAccountBook(options: SimOptions): AccountBook {
  const { applicationSid, voiceUrl, fallbackUrl, smsUrl } = options;
  const numbers = options.numbers.map((number) => rentedNumber(options, number));
  const serviceSid = `MG${applicationSid.slice(2)}`;
  const sids = numbers.map(({ sid }) => sid);
  return {
    ...{ status: 'active', type: 'Full', hasKey: true, brand: 'APPROVED' },
    applications: new Map([
      [
        applicationSid,
        {
          ...{ sid: applicationSid, friendlyName: 'Call centre', statusCallback: null },
          ...{ voiceUrl: voiceUrl ?? null, voiceMethod: 'POST', voiceFallbackUrl: fallbackUrl ?? null },
        },
      ],
    ]),
    numbers: new Map(numbers.map((number) => [number.sid, number])),
    services: new Map([
      [
        serviceSid,
        {
          ...newService(serviceSid, 'Call centre'),
          ...{ inboundRequestUrl: smsUrl ?? null, fallbackUrl: smsUrl ?? null },
          ...{ senders: new Set(sids), campaignStatus: 'VERIFIED' },
        },
      ],
    ]),
    tollfree: new Map(
      numbers.filter(({ number }) => isTollfree(number)).map(({ sid }) => [sid, 'TWILIO_APPROVED']),
    ),
    countries: new Map(countries.map((each) => [each.isoCode, { ...each }])),
    trust: { sid: fixedSid('BU', applicationSid), status: 'twilio-approved', numbers: new Set(sids) },
  };
}

/** The rented number that somebody calls or texts; undefined for one that only exists in a test. */
export const rentedAt = ({ numbers }: AccountBook, number: string) => numbers.get(numberSid(number));
