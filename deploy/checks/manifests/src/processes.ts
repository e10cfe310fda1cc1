import { z } from 'zod';
import { authConfig } from '@crm/auth/config.js';
import { environment } from '@crm/carrier-sim/environment.js';
import { followupsConfig } from '@crm/followups/config.js';
import { gatewayConfig } from '@crm/gateway/config.js';
import { leadsConfig } from '@crm/leads/config.js';
import { messagingConfig } from '@crm/messaging/config.js';
import { statsConfig } from '@crm/stats/config.js';
import { telephonyConfig } from '@crm/telephony/config.js';

/** Every process that reads settings, with their schema. */
export const processes = {
  auth: authConfig,
  leads: leadsConfig,
  telephony: telephonyConfig,
  messaging: messagingConfig,
  followups: followupsConfig,
  stats: statsConfig,
  gateway: gatewayConfig,
  'carrier-sim': environment,
  /** The web server's settings are in its template. */
  web: z.object({ CARRIER: z.enum(['twilio', 'sim']) }),
} as const satisfies Readonly<Record<string, z.ZodType>>;
export type ProcessName = keyof typeof processes;

export const services = ['auth', 'leads', 'telephony', 'messaging', 'followups', 'stats'] as const;

/** Settings that deployments do not set, each with the reason. */
export const leftAlone: Readonly<Record<string, string>> = {
  TWILIO_REGION: 'must not be set',
  TWILIO_EDGE: 'must not be set',
  CARRIER_MESSAGING_SERVICE_SID: 'texts to the simulated carrier may go by their number alone',
  MAIL_DROP: 'a folder of one machine; a mail server stands in its place',
  ONE_TIME_PASSWORD_FILE: 'lies in the memory of the container, which the log names',
  DEMO_ACCOUNTS: 'the demo runs on loopback alone',
  WEB_ROOT: 'the web application has a server of its own',
};
