import { z } from 'zod';
import type { Application, RentedNumber } from '../account/account-book.js';
import type { Carrier } from '../model.js';
import { parseForm } from './form.js';
import { created, ok, page, rfc2822, type Asked, type Operation } from './operation.js';
import { notFound } from './rest-error.js';

const rentedAt = new Date('2026-01-02T15:00:00Z');
const both = { date_created: rfc2822(rentedAt), date_updated: rfc2822(rentedAt) };

function accountView({ account, options }: Carrier) {
  const { accountSid } = options;
  const uri = `/2010-04-01/Accounts/${accountSid}`;
  return {
    sid: accountSid,
    owner_account_sid: accountSid,
    // The real carrier answers the token here; nothing needs it.
    auth_token: null,
    friendly_name: 'Call centre',
    status: account.status,
    type: account.type,
    ...both,
    subresource_uris: { calls: `${uri}/Calls.json`, messages: `${uri}/Messages.json` },
    uri: `${uri}.json`,
  };
}

function numberView({ options: { accountSid } }: Carrier, rented: RentedNumber) {
  return {
    sid: rented.sid,
    account_sid: accountSid,
    friendly_name: rented.number,
    phone_number: rented.number,
    api_version: '2010-04-01',
    address_requirements: 'none',
    address_sid: null,
    beta: false,
    capabilities: rented.capabilities,
    ...both,
    emergency_status: 'Inactive',
    emergency_address_sid: null,
    identity_sid: null,
    bundle_sid: null,
    origin: 'twilio',
    status: 'in-use',
    sms_application_sid: rented.smsApplicationSid,
    sms_url: rented.smsUrl,
    sms_method: rented.smsMethod,
    sms_fallback_url: rented.smsFallbackUrl,
    sms_fallback_method: 'POST',
    status_callback: rented.statusCallback,
    status_callback_method: 'POST',
    trunk_sid: rented.trunkSid,
    voice_application_sid: rented.voiceApplicationSid,
    voice_caller_id_lookup: false,
    voice_receive_mode: 'voice',
    voice_url: rented.voiceUrl,
    voice_method: rented.voiceMethod,
    voice_fallback_url: rented.voiceFallbackUrl,
    voice_fallback_method: 'POST',
    uri: `/2010-04-01/Accounts/${accountSid}/IncomingPhoneNumbers/${rented.sid}.json`,
  };
}

function applicationView({ options: { accountSid } }: Carrier, application: Application) {
  return {
    sid: application.sid,
    account_sid: accountSid,
    api_version: '2010-04-01',
    friendly_name: application.friendlyName,
    ...both,
    voice_url: application.voiceUrl,
    voice_method: application.voiceMethod,
    voice_fallback_url: application.voiceFallbackUrl,
    voice_fallback_method: 'POST',
    voice_caller_id_lookup: false,
    status_callback: application.statusCallback,
    status_callback_method: 'POST',
    message_status_callback: null,
    sms_url: null,
    sms_method: 'POST',
    sms_fallback_url: null,
    sms_fallback_method: 'POST',
    sms_status_callback: null,
    public_application_connect_enabled: false,
    uri: `/2010-04-01/Accounts/${accountSid}/Applications/${application.sid}.json`,
  };
}

/** An address or a sid; an empty one removes what there was. */
const address = z.union([z.literal('').transform(() => null), z.url({ protocol: /^https?$/ })]).optional();
const sid = (prefix: string) =>
  z
    .union([
      z.literal('').transform(() => null),
      z.string().regex(new RegExp(`^${prefix}[0-9a-f]{32}$`, 'i')),
    ])
    .optional();
const method = z.enum(['GET', 'POST']).optional();

const voiceForm = {
  VoiceUrl: address,
  VoiceMethod: method,
  VoiceFallbackUrl: address,
  StatusCallback: address,
};
const applicationForm = z.object({ FriendlyName: z.string().optional(), ...voiceForm });
const numberForm = z.object({
  ...voiceForm,
  SmsUrl: address,
  SmsMethod: method,
  SmsFallbackUrl: address,
  VoiceApplicationSid: sid('AP'),
  SmsApplicationSid: sid('AP'),
  TrunkSid: sid('TK'),
});

/** Sets the fields that were sent: `VoiceUrl` is `voiceUrl` of the record. */
export function setGiven(record: object, form: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(form))
    if (value !== undefined) Reflect.set(record, `${name.charAt(0).toLowerCase()}${name.slice(1)}`, value);
}

function numberAt(asked: Asked): RentedNumber {
  const rented = asked.carrier.account.numbers.get(asked.at('Sid'));
  if (rented === undefined) throw notFound(asked.path);
  return rented;
}

function applicationAt(asked: Asked): Application {
  const application = asked.carrier.account.applications.get(asked.at('Sid'));
  if (application === undefined) throw notFound(asked.path);
  return application;
}

const numberOperations: Operation[] = [
  {
    host: 'api',
    method: 'GET',
    path: '/IncomingPhoneNumbers.json',
    run: (asked) => {
      const wanted = asked.query.get('PhoneNumber');
      const numbers = [...asked.carrier.account.numbers.values()].filter(
        ({ number }) => wanted === null || number === wanted,
      );
      return page(
        asked,
        'incoming_phone_numbers',
        numbers.map((number) => numberView(asked.carrier, number)),
      );
    },
  },
  {
    host: 'api',
    method: 'GET',
    path: '/IncomingPhoneNumbers/{Sid}.json',
    run: (asked) => ok(numberView(asked.carrier, numberAt(asked))),
  },
  {
    host: 'api',
    method: 'POST',
    path: '/IncomingPhoneNumbers/{Sid}.json',
    run: (asked) => {
      const rented = numberAt(asked);
      setGiven(rented, parseForm(numberForm, asked.form));
      return ok(numberView(asked.carrier, rented));
    },
  },
];

const applicationOperations: Operation[] = [
  {
    host: 'api',
    method: 'GET',
    path: '/Applications.json',
    run: (asked) => {
      const wanted = asked.query.get('FriendlyName');
      const applications = [...asked.carrier.account.applications.values()].filter(
        ({ friendlyName }) => wanted === null || friendlyName === wanted,
      );
      return page(
        asked,
        'applications',
        applications.map((each) => applicationView(asked.carrier, each)),
      );
    },
  },
  {
    host: 'api',
    method: 'POST',
    path: '/Applications.json',
    run: (asked) => {
      const { carrier } = asked;
      const application: Application = {
        ...{ sid: carrier.sids.next('AP'), friendlyName: '', statusCallback: null },
        ...{ voiceUrl: null, voiceMethod: 'POST', voiceFallbackUrl: null },
      };
      setGiven(application, parseForm(applicationForm, asked.form));
      carrier.account.applications.set(application.sid, application);
      return created(applicationView(carrier, application));
    },
  },
  {
    host: 'api',
    method: 'GET',
    path: '/Applications/{Sid}.json',
    run: (asked) => ok(applicationView(asked.carrier, applicationAt(asked))),
  },
  {
    host: 'api',
    method: 'POST',
    path: '/Applications/{Sid}.json',
    run: (asked) => {
      const application = applicationAt(asked);
      setGiven(application, parseForm(applicationForm, asked.form));
      return ok(applicationView(asked.carrier, application));
    },
  },
];

export const accountOperations: Operation[] = [
  { host: 'api', method: 'GET', path: '.json', run: ({ carrier }) => ok(accountView(carrier)) },
  {
    host: 'api',
    method: 'GET',
    path: '/Keys/{Sid}.json',
    run: (asked) => {
      const { account, options } = asked.carrier;
      if (!account.hasKey || asked.at('Sid') !== options.apiKeySid) throw notFound(asked.path);
      return ok({ sid: options.apiKeySid, friendly_name: 'Call centre', ...both });
    },
  },
  ...numberOperations,
  ...applicationOperations,
];
