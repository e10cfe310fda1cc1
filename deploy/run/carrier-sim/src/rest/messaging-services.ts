import { z } from 'zod';
import { newService, type MessagingService, type RentedNumber } from '../account/account-book.js';
import type { Carrier } from '../model.js';
import { setGiven } from './account.js';
import { flag, parseForm } from './form.js';
import { created, metaPage, ok, type Asked, type Operation } from './operation.js';
import { RestError, notFound } from './rest-error.js';

const at = '2026-01-02T15:00:00Z';
const base = 'https://messaging.twilio.com/v1/Services';

function serviceView({ options: { accountSid } }: Carrier, service: MessagingService) {
  const url = `${base}/${service.sid}`;
  return {
    sid: service.sid,
    account_sid: accountSid,
    friendly_name: service.friendlyName,
    date_created: at,
    date_updated: at,
    inbound_request_url: service.inboundRequestUrl,
    inbound_method: service.inboundMethod,
    fallback_url: service.fallbackUrl,
    fallback_method: 'POST',
    status_callback: service.statusCallback,
    sticky_sender: true,
    mms_converter: true,
    smart_encoding: true,
    scan_message_content: 'inherit',
    fallback_to_long_code: false,
    area_code_geomatch: true,
    synchronous_validation: false,
    validity_period: 36_000,
    usecase: 'marketing',
    us_app_to_person_registered: service.campaignStatus === 'VERIFIED',
    use_inbound_webhook_on_number: service.useInboundWebhookOnNumber,
    url,
    links: { phone_numbers: `${url}/PhoneNumbers`, us_app_to_person: `${url}/Compliance/Usa2p` },
  };
}

function senderView({ options: { accountSid } }: Carrier, service: MessagingService, rented: RentedNumber) {
  const { sms, mms, voice } = rented.capabilities;
  return {
    sid: rented.sid,
    account_sid: accountSid,
    service_sid: service.sid,
    date_created: at,
    date_updated: at,
    phone_number: rented.number,
    country_code: 'US',
    capabilities: [...(voice ? ['Voice'] : []), ...(sms ? ['SMS'] : []), ...(mms ? ['MMS'] : [])],
    url: `${base}/${service.sid}/PhoneNumbers/${rented.sid}`,
  };
}

const address = z.union([z.literal('').transform(() => null), z.url({ protocol: /^https?$/ })]).optional();
const serviceForm = z.object({
  FriendlyName: z.string().min(1).optional(),
  InboundRequestUrl: address,
  InboundMethod: z.enum(['GET', 'POST']).optional(),
  FallbackUrl: address,
  StatusCallback: address,
  UseInboundWebhookOnNumber: flag.optional(),
});

function serviceAt(asked: Asked, name = 'Sid'): MessagingService {
  const service = asked.carrier.account.services.get(asked.at(name));
  if (service === undefined) throw notFound(asked.path);
  return service;
}

/** Adds a number to the pool of senders; it can be in one alone. */
function addSender(asked: Asked) {
  const { carrier } = asked;
  const service = serviceAt(asked, 'ServiceSid');
  const { PhoneNumberSid: sid } = parseForm(z.object({ PhoneNumberSid: z.string() }), asked.form);
  const rented = carrier.account.numbers.get(sid);
  if (rented === undefined) throw new RestError(404, 21421, `The phone number ${sid} is not valid`);
  for (const other of carrier.account.services.values())
    if (other !== service && other.senders.has(sid))
      throw new RestError(409, 21712, 'The phone number is associated with another Messaging Service');
  if (!rented.capabilities.sms)
    throw new RestError(400, 21715, 'The phone number has not the capabilities for a Messaging Service');
  service.senders.add(sid);
  return created(senderView(carrier, service, rented));
}

export const messagingServiceOperations: Operation[] = [
  {
    host: 'messaging',
    method: 'GET',
    path: '/v1/Services',
    run: (asked) =>
      metaPage(
        asked,
        'services',
        [...asked.carrier.account.services.values()].map((each) => serviceView(asked.carrier, each)),
      ),
  },
  {
    host: 'messaging',
    method: 'POST',
    path: '/v1/Services',
    run: (asked) => {
      const { carrier } = asked;
      const form = parseForm(serviceForm.required({ FriendlyName: true }), asked.form);
      const service = newService(carrier.sids.next('MG'), form.FriendlyName);
      setGiven(service, form);
      carrier.account.services.set(service.sid, service);
      return created(serviceView(carrier, service));
    },
  },
  {
    host: 'messaging',
    method: 'GET',
    path: '/v1/Services/{Sid}',
    run: (asked) => ok(serviceView(asked.carrier, serviceAt(asked))),
  },
  {
    host: 'messaging',
    method: 'POST',
    path: '/v1/Services/{Sid}',
    run: (asked) => {
      const service = serviceAt(asked);
      setGiven(service, parseForm(serviceForm, asked.form));
      return ok(serviceView(asked.carrier, service));
    },
  },
  {
    host: 'messaging',
    method: 'GET',
    path: '/v1/Services/{ServiceSid}/PhoneNumbers',
    run: (asked) => {
      const { carrier } = asked;
      const service = serviceAt(asked, 'ServiceSid');
      const senders = [...service.senders].flatMap((sid) => carrier.account.numbers.get(sid) ?? []);
      return metaPage(
        asked,
        'phone_numbers',
        senders.map((each) => senderView(carrier, service, each)),
      );
    },
  },
  { host: 'messaging', method: 'POST', path: '/v1/Services/{ServiceSid}/PhoneNumbers', run: addSender },
];
