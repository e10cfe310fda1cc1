import type { Carrier } from '../model.js';
import { fixedSid } from '../sids.js';
import { ok, page, rfc2822, type Asked, type Operation } from './operation.js';
import { notFound } from './rest-error.js';

const rentedAt = new Date('2026-01-02T15:00:00Z');

/** Numbers are seldom rented; their sids follow from the numbers. */
const numberSid = (number: string) => fixedSid('PN', number);

function numberView(carrier: Carrier, number: string) {
  const { accountSid, applicationSid, numberVoiceUrl, smsUrl } = carrier.options;
  const sid = numberSid(number);
  return {
    sid,
    account_sid: accountSid,
    friendly_name: number,
    phone_number: number,
    api_version: '2010-04-01',
    address_requirements: 'none',
    address_sid: null,
    beta: false,
    capabilities: { voice: true, sms: true, mms: false, fax: false },
    date_created: rfc2822(rentedAt),
    date_updated: rfc2822(rentedAt),
    emergency_status: 'Inactive',
    emergency_address_sid: null,
    identity_sid: null,
    bundle_sid: null,
    origin: 'twilio',
    status: 'in-use',
    sms_application_sid: applicationSid,
    sms_url: smsUrl ?? null,
    sms_method: 'POST',
    sms_fallback_url: null,
    sms_fallback_method: 'POST',
    status_callback: null,
    status_callback_method: 'POST',
    trunk_sid: null,
    voice_application_sid: null,
    voice_caller_id_lookup: false,
    voice_receive_mode: 'voice',
    voice_url: numberVoiceUrl ?? null,
    voice_method: 'POST',
    voice_fallback_url: null,
    voice_fallback_method: 'POST',
    uri: `/2010-04-01/Accounts/${accountSid}/IncomingPhoneNumbers/${sid}.json`,
  };
}

function applicationView(carrier: Carrier) {
  const { accountSid, applicationSid, voiceUrl, fallbackUrl } = carrier.options;
  return {
    sid: applicationSid,
    account_sid: accountSid,
    api_version: '2010-04-01',
    friendly_name: 'Call centre',
    date_created: rfc2822(rentedAt),
    date_updated: rfc2822(rentedAt),
    voice_url: voiceUrl ?? null,
    voice_method: 'POST',
    voice_fallback_url: fallbackUrl ?? null,
    voice_fallback_method: 'POST',
    voice_caller_id_lookup: false,
    status_callback: null,
    status_callback_method: 'POST',
    message_status_callback: null,
    sms_url: null,
    sms_method: 'POST',
    sms_fallback_url: null,
    sms_fallback_method: 'POST',
    sms_status_callback: null,
    public_application_connect_enabled: false,
    uri: `/2010-04-01/Accounts/${accountSid}/Applications/${applicationSid}.json`,
  };
}

function fetchNumber(asked: Asked) {
  const { carrier } = asked;
  const number = carrier.options.numbers.find((each) => numberSid(each) === asked.at('Sid'));
  if (number === undefined) throw notFound(asked.path);
  return ok(numberView(carrier, number));
}

export const accountOperations: Operation[] = [
  {
    host: 'api',
    method: 'GET',
    path: '/IncomingPhoneNumbers.json',
    run: (asked) => {
      const wanted = asked.query.get('PhoneNumber');
      const numbers = asked.carrier.options.numbers.filter((number) => wanted === null || number === wanted);
      return page(
        asked,
        'incoming_phone_numbers',
        numbers.map((number) => numberView(asked.carrier, number)),
      );
    },
  },
  { host: 'api', method: 'GET', path: '/IncomingPhoneNumbers/{Sid}.json', run: fetchNumber },
  {
    host: 'api',
    method: 'GET',
    path: '/Applications.json',
    run: (asked) => page(asked, 'applications', [applicationView(asked.carrier)]),
  },
  {
    host: 'api',
    method: 'GET',
    path: '/Applications/{Sid}.json',
    run: (asked) => {
      if (asked.at('Sid') !== asked.carrier.options.applicationSid) throw notFound(asked.path);
      return ok(applicationView(asked.carrier));
    },
  },
];
