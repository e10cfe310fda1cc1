import type { TelephonyConfig } from '../config.js';
import type { Wanted } from './account-state.js';

/** What an installation with these settings wants of its carrier account, given the numbers that it uses. */
export function wantedOf(
  { carrier, publicBaseUrl }: Pick<TelephonyConfig, 'carrier' | 'publicBaseUrl'>,
  inUse: Wanted['inUse'],
): Wanted {
  const prefix = carrier.provider === 'twilio' ? 'TWILIO' : 'CARRIER';
  return {
    addresses: {
      client: `${publicBaseUrl}/tw/voice/client`,
      number: `${publicBaseUrl}/tw/voice/number`,
      fallback: `${publicBaseUrl}/tw/fallback`,
      texts: `${carrier.textsBaseUrl ?? publicBaseUrl}/tw/sms/in`,
    },
    applicationSid: carrier.appSid,
    serviceSid: carrier.messagingServiceSid,
    settings: {
      application: carrier.provider === 'twilio' ? 'TWILIO_TWIML_APP_SID' : 'CARRIER_APP_SID',
      service: `${prefix}_MESSAGING_SERVICE_SID`,
      address: 'PUBLIC_BASE_URL',
    },
    inUse,
  };
}
