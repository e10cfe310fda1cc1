import { isAbsolute, resolve } from 'node:path';
import { z } from 'zod';
import { isLoopback, otlpEndpoint } from '@crm/platform/config/env-fields.js';

/** Whether a variable configures a real carrier or a public address: then it is not a demo. */
export const namesRealCarrier = (name: string): boolean => /^TWILIO_|^PUBLIC_BASE_URL$/.test(name);

const known = z
  .object({
    PORT: z.coerce.number().int().min(0).max(65535).default(8080),
    HOST: z.string().default('127.0.0.1'),
    DATA_DIR: z.string().default('data'),
    SEED: z.enum(['demo', 'none']).optional(),
    DEMO_PASSWORD: z.string().min(8).default('demo-demo-1'),
    MONGODB_URI: z.url().optional(),
    RABBITMQ_URL: z.url().optional(),
    REDIS_URL: z.url().optional(),
    /** The agency's name as customers know it: starts the first text to a number. */
    AGENCY_NAME: z.string().min(1).optional(),
    CONSENT_STATEMENT: z.string().min(1).optional(),
    PUBLIC_BASE_URL: z.url().optional(),
    CERTIFICATE_URL: z.string().min(1).optional(),
    /** Networks that webhooks may lead to beside the internet: `127.0.0.0/8` to try one on this machine. */
    WEBHOOK_NETWORKS: z.string().min(1).optional(),
    /** The same for identity providers. */
    SSO_NETWORKS: z.string().min(1).optional(),
    /** A mail server; without one, e-mails are saved in the data folder. */
    SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
    TRUST_PROXY: z.coerce.number().int().min(0).default(0),
    OTEL_EXPORTER_OTLP_ENDPOINT: otlpEndpoint,
    LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('warn'),
  })
  .extend({
    /** Whether the system is reachable from other machines. */
    isOpen: z.boolean(),
  })
  .refine(({ isOpen, SEED }) => !isOpen || SEED !== 'demo', {
    path: ['SEED'],
    message:
      'the demo has a public password and only runs on loopback: unset SEED, or HOST, PUBLIC_BASE_URL and TWILIO_*',
  })
  .transform((settings) => ({
    ...settings,
    // A system open to a network gets one admin with a one-time password, never the demo's.
    SEED: settings.SEED ?? (settings.isOpen ? ('none' as const) : ('demo' as const)),
    DATA_DIR: isAbsolute(settings.DATA_DIR) ? settings.DATA_DIR : resolve(process.cwd(), settings.DATA_DIR),
  }));

/** Settings of `npm start`; all have defaults that need nothing installed. */
export const settingsSchema = z
  .record(z.string(), z.string().optional())
  .transform((env) => ({
    ...env,
    isOpen: !isLoopback(env['HOST'] ?? '127.0.0.1') || Object.keys(env).some(namesRealCarrier),
  }))
  .pipe(known);

export type Settings = z.output<typeof settingsSchema>;
