import { fixedSid } from '../sids.js';
import { metaPage, type Asked, type Operation } from './operation.js';
import { notFound } from './rest-error.js';

const at = '2026-01-02T15:00:00Z';
const both = { date_created: at, date_updated: at };

/** The carrier's own policy for trust products that sign calls (SHAKEN/STIR), the same in every account. */
const shakenPolicy = 'RN7a97559effdf62d00f4298208492a5ea';

function products(asked: Asked) {
  const { account, options } = asked.carrier;
  const { trust } = account;
  const policy = asked.query.get('PolicySid') ?? shakenPolicy;
  if (trust === null || policy !== shakenPolicy) return metaPage(asked, 'results', []);
  const url = `https://trusthub.twilio.com/v1/TrustProducts/${trust.sid}`;
  const product = {
    sid: trust.sid,
    account_sid: options.accountSid,
    policy_sid: shakenPolicy,
    friendly_name: 'Signed calls',
    status: trust.status,
    valid_until: null,
    email: 'admin@example.com',
    status_callback: null,
    ...both,
    url,
    links: { trust_products_channel_endpoint_assignment: `${url}/ChannelEndpointAssignments` },
    errors: [],
  };
  return metaPage(asked, 'results', [product]);
}

function assignments(asked: Asked) {
  const { account, options } = asked.carrier;
  const { trust } = account;
  if (trust?.sid !== asked.at('TrustProductSid')) throw notFound(asked.path);
  const rows = [...trust.numbers].map((number) => {
    const sid = fixedSid('RA', `${trust.sid} ${number}`);
    return {
      sid,
      trust_product_sid: trust.sid,
      account_sid: options.accountSid,
      channel_endpoint_type: 'phone-number',
      channel_endpoint_sid: number,
      date_created: at,
      url: `https://trusthub.twilio.com/v1/TrustProducts/${trust.sid}/ChannelEndpointAssignments/${sid}`,
    };
  });
  return metaPage(asked, 'results', rows);
}

function countries(asked: Asked) {
  const views = [...asked.carrier.account.countries.values()].map((country) => {
    const url = `https://voice.twilio.com/v1/DialingPermissions/Countries/${country.isoCode}`;
    return {
      iso_code: country.isoCode,
      name: country.name,
      continent: country.continent,
      country_codes: country.countryCodes,
      low_risk_numbers_enabled: country.isOpen,
      high_risk_special_numbers_enabled: country.hasSpecial,
      high_risk_tollfraud_numbers_enabled: country.hasTollFraud,
      url,
      links: { highrisk_special_prefixes: `${url}/HighRiskSpecialPrefixes` },
    };
  });
  return metaPage(asked, 'content', views);
}

/** Where may be called, and how calls are signed. */
export const trustOperations: Operation[] = [
  { host: 'voice', method: 'GET', path: '/v1/DialingPermissions/Countries', run: countries },
  { host: 'trusthub', method: 'GET', path: '/v1/TrustProducts', run: products },
  {
    host: 'trusthub',
    method: 'GET',
    path: '/v1/TrustProducts/{TrustProductSid}/ChannelEndpointAssignments',
    run: assignments,
  },
];
