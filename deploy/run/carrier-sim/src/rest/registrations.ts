import type { MessagingService } from '../account/account-book.js';
import type { Carrier } from '../model.js';
import { fixedSid } from '../sids.js';
import { metaPage, type Asked, type Operation } from './operation.js';
import { notFound } from './rest-error.js';

const at = '2026-01-02T15:00:00Z';
const both = { date_created: at, date_updated: at };

const brandSid = ({ options }: Carrier) => fixedSid('BN', options.accountSid);

function brandView(carrier: Carrier, status: string) {
  const { accountSid } = carrier.options;
  const sid = brandSid(carrier);
  const url = `https://messaging.twilio.com/v1/a2p/BrandRegistrations/${sid}`;
  return {
    sid,
    account_sid: accountSid,
    customer_profile_bundle_sid: fixedSid('BU', `${accountSid} customer`),
    a2p_profile_bundle_sid: fixedSid('BU', `${accountSid} a2p`),
    ...both,
    brand_type: 'STANDARD',
    status,
    tcr_id: 'BXXXXXX',
    failure_reason: status === 'FAILED' ? 'The tax number does not match the name' : null,
    errors: [],
    url,
    brand_score: 42,
    brand_feedback: [],
    identity_status: 'VERIFIED',
    russell_3000: false,
    government_entity: false,
    tax_exempt_status: null,
    skip_automatic_sec_vet: false,
    mock: false,
    links: { brand_vettings: `${url}/Vettings` },
  };
}

function campaignView(carrier: Carrier, service: MessagingService, status: string) {
  const { accountSid } = carrier.options;
  const sid = fixedSid('QE', service.sid);
  return {
    sid,
    account_sid: accountSid,
    brand_registration_sid: brandSid(carrier),
    messaging_service_sid: service.sid,
    description: 'An agency answers people who asked for an insurance quote.',
    message_samples: ['Juniper Insurance: your quote is ready.', 'Juniper Insurance: when may we call?'],
    us_app_to_person_usecase: 'MIXED',
    has_embedded_links: false,
    has_embedded_phone: true,
    subscriber_opt_in: true,
    age_gated: false,
    direct_lending: false,
    campaign_status: status,
    campaign_id: 'CXXXXXX',
    is_externally_registered: false,
    rate_limits: null,
    message_flow: 'People agree to texts on the form in which they ask for a quote.',
    opt_in_message: null,
    opt_out_message: null,
    help_message: null,
    opt_in_keywords: [],
    opt_out_keywords: ['STOP'],
    help_keywords: ['HELP'],
    ...both,
    url: `https://messaging.twilio.com/v1/Services/${service.sid}/Compliance/Usa2p/${sid}`,
    mock: false,
    errors: [],
    // Of the newer version alone, so that it is not both.
    privacy_policy_url: null,
    terms_and_conditions_url: null,
  };
}

function tollfreeView({ options: { accountSid }, account }: Carrier, numberSid: string, status: string) {
  const sid = fixedSid('HH', numberSid);
  return {
    sid,
    account_sid: accountSid,
    tollfree_phone_number_sid: numberSid,
    tollfree_phone_number: account.numbers.get(numberSid)?.number ?? null,
    status,
    rejection_reason: status === 'TWILIO_REJECTED' ? 'The opt-in cannot be verified' : null,
    business_name: 'Call centre',
    ...both,
    url: `https://messaging.twilio.com/v1/Tollfree/Verifications/${sid}`,
  };
}

function campaigns(asked: Asked) {
  const { carrier } = asked;
  const service = carrier.account.services.get(asked.at('MessagingServiceSid'));
  if (service === undefined) throw notFound(asked.path);
  const { campaignStatus } = service;
  return metaPage(
    asked,
    'compliance',
    campaignStatus === null ? [] : [campaignView(carrier, service, campaignStatus)],
  );
}

/** Registrations with the US carriers, without which they take no texts. */
export const registrationOperations: Operation[] = [
  {
    host: 'messaging',
    method: 'GET',
    path: '/v1/a2p/BrandRegistrations',
    run: (asked) => {
      const { brand } = asked.carrier.account;
      return metaPage(asked, 'data', brand === null ? [] : [brandView(asked.carrier, brand)]);
    },
  },
  {
    host: 'messaging',
    method: 'GET',
    path: '/v1/Services/{MessagingServiceSid}/Compliance/Usa2p',
    run: campaigns,
  },
  {
    host: 'messaging',
    method: 'GET',
    path: '/v1/Tollfree/Verifications',
    run: (asked) =>
      metaPage(
        asked,
        'verifications',
        [...asked.carrier.account.tollfree].map(([sid, status]) => tollfreeView(asked.carrier, sid, status)),
      ),
  },
];
