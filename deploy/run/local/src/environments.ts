import { fileURLToPath } from 'node:url';
import type { BrokerUser } from '@crm/contracts/bus/broker-rights.js';
import type { ServiceName } from '@crm/contracts/endpoint/endpoint.js';
import type { Keys } from './keys.js';
import { keySettings } from './service-keys/key-ring.js';

/** Environment variables of a process; undefined ones are omitted. */
export type Environment = Record<string, string | undefined>;

/** Addresses of the services for each other. */
export interface ServiceAddresses {
  authUrl: string;
  leadsUrl: string;
  telephonyUrl: string;
  messagingUrl: string;
  statsUrl: string;
  followupsUrl: string;
}

/** Settings shared by the services of a machine. */
export interface EnvironmentDetails {
  storeUri: string;
  keys: Keys;
  logLevel: string;
  /** One address for all, or each service's with a user of its own. */
  rabbitmqUrl?: string | ((name: BrokerUser) => string) | undefined;
  firstAdmin?: { email: string; password?: string | undefined } | undefined;
  /** The file for a first admin's one-time password, if auth has its own process. */
  oneTimePasswordFile?: string | undefined;
  /** The agency's name as customers know it. */
  agencyName?: string | undefined;
  /** What is agreed to on the quick-add page. */
  consentStatement?: string | undefined;
  /** Where browsers open the application, if that is not the host they ask. */
  publicBaseUrl?: string | undefined;
  /** Claims certificates of consent. */
  certificateUrl?: string | undefined;
  /** Networks of the operator's own that webhooks may lead to. */
  webhookNetworks?: string | undefined;
  /** Networks of the operator's own in which identity providers may be. */
  ssoNetworks?: string | undefined;
  /** Delivery of e-mails of users without their own mailbox: a mail server, or a folder. */
  mail: { smtpUrl: string } | { dropFolder: string };
  /** Address of a trace collector. */
  otlpEndpoint?: string | undefined;
  /** Leads that one user may open, and list, in an hour, if not the service's default. */
  readingPerHour?: number | undefined;
  /** `strict`: a response that violates its contract is an error. */
  answers?: 'strict' | 'logged' | undefined;
}

const folder = (path: string) => fileURLToPath(new URL(`../../../../${path}`, import.meta.url));

/** The store's URI with a database name; query parameters are kept. */
export function databaseAt(uri: string, name: string): string {
  const url = new URL(uri);
  url.pathname = `/${url.pathname.slice(1) || 'crm'}_${name}`;
  return url.toString();
}

/** The environment of each service, in a shared or separate process. */
export function environments(details: EnvironmentDetails) {
  const { keys, storeUri, mail, agencyName = 'Juniper Insurance' } = details;
  const perKey = (part: 'private' | 'public') =>
    JSON.stringify(Object.fromEntries(Object.entries(keys.signing).map(([kid, key]) => [kid, key[part]])));
  const common = (name: BrokerUser): Environment => ({
    HOST: '127.0.0.1',
    PORT: '0',
    LOG_LEVEL: details.logLevel,
    ...keySettings(keys.services, name),
    RABBITMQ_URL: typeof details.rabbitmqUrl === 'function' ? details.rabbitmqUrl(name) : details.rabbitmqUrl,
    OTEL_EXPORTER_OTLP_ENDPOINT: details.otlpEndpoint,
    PUBLIC_KEYS: perKey('public'),
  });
  const service = (name: ServiceName): Environment => ({
    ...common(name),
    ANSWERS: details.answers ?? 'logged',
    MONGODB_URI: databaseAt(storeUri, name),
  });
  const masters = JSON.stringify(keys.masters);
  const urls = ({ authUrl, leadsUrl }: Pick<ServiceAddresses, 'authUrl' | 'leadsUrl'>): Environment => ({
    AUTH_URL: authUrl,
    LEADS_URL: leadsUrl,
  });
  return {
    auth: (): Environment => ({
      ...service('auth'),
      SIGNING_KEYS: perKey('private'),
      ENCRYPTION_KEYS: JSON.stringify(keys.encryption),
      FIRST_ADMIN_EMAIL: details.firstAdmin?.email,
      FIRST_ADMIN_PASSWORD: details.firstAdmin?.password,
      DEMO_ACCOUNTS: details.firstAdmin === undefined ? undefined : '1',
      PUBLIC_BASE_URL: details.publicBaseUrl,
      SSO_NETWORKS: details.ssoNetworks,
      ONE_TIME_PASSWORD_FILE: details.oneTimePasswordFile,
    }),
    leads: ({
      authUrl,
      telephonyUrl,
      messagingUrl,
      followupsUrl,
    }: Pick<
      ServiceAddresses,
      'authUrl' | 'telephonyUrl' | 'messagingUrl' | 'followupsUrl'
    >): Environment => ({
      ...service('leads'),
      AUTH_URL: authUrl,
      MASTER_KEYS: masters,
      AGENCY_NAME: agencyName,
      CONSENT_STATEMENT: details.consentStatement,
      CERTIFICATE_URL: details.certificateUrl,
      TELEPHONY_URL: telephonyUrl,
      MESSAGING_URL: messagingUrl,
      FOLLOWUPS_URL: followupsUrl,
      OPENED_PER_HOUR: details.readingPerHour?.toString(),
      LISTED_PER_HOUR: details.readingPerHour?.toString(),
    }),
    telephony: (
      to: Pick<ServiceAddresses, 'authUrl' | 'leadsUrl'>,
      /** Telephony's carrier settings. */
      carrier: Environment,
    ): Environment => ({
      ...service('telephony'),
      ...carrier,
      ...urls(to),
      MASTER_KEYS: masters,
      MEDIA_KEYS: JSON.stringify(keys.media),
      AGENCY_NAME: agencyName,
    }),
    messaging: (
      to: Pick<ServiceAddresses, 'authUrl' | 'leadsUrl' | 'telephonyUrl'>,
      /** Messaging's carrier settings. */
      carrier: Environment,
    ): Environment => ({
      ...service('messaging'),
      ...carrier,
      ...urls(to),
      MASTER_KEYS: masters,
      TELEPHONY_URL: to.telephonyUrl,
      MEDIA_KEYS: JSON.stringify(keys.media),
      AGENCY_NAME: agencyName,
      WEBHOOK_KEYS: JSON.stringify(keys.webhooks),
      WEBHOOK_NETWORKS: details.webhookNetworks,
      PUSH_KEYS: JSON.stringify(keys.push),
      PUSH_CONTACT: `mailto:${details.firstAdmin?.email ?? 'admin@example.com'}`,
      ...('smtpUrl' in mail ? { SMTP_URL: mail.smtpUrl } : { MAIL_DROP: mail.dropFolder }),
    }),
    stats: (to: Pick<ServiceAddresses, 'authUrl' | 'leadsUrl'>): Environment => ({
      ...service('stats'),
      ...urls(to),
    }),
    followups: (to: Pick<ServiceAddresses, 'authUrl' | 'leadsUrl'>): Environment => ({
      ...service('followups'),
      ...urls(to),
      MASTER_KEYS: masters,
    }),
    gateway: (to: ServiceAddresses, carrierSimUrl: string | undefined): Environment => ({
      ...common('gateway'),
      ...urls(to),
      TELEPHONY_URL: to.telephonyUrl,
      MESSAGING_URL: to.messagingUrl,
      STATS_URL: to.statsUrl,
      FOLLOWUPS_URL: to.followupsUrl,
      CARRIER_SIM_URL: carrierSimUrl,
      WEB_ROOT: folder('web/dist'),
      DOCS_ROOT: folder('contracts/generated'),
    }),
  };
}
