import { request } from 'undici';
import { z } from 'zod';
import { loadConfig } from '../config/load-config.js';
import { brokerDefinitions } from './definitions.js';

const password = z.string().regex(/^[A-Za-z0-9]{20,}$/, 'needs at least 20 letters and digits');

/** Settings of the preparation: the services' passwords, and where the broker is managed. */
export const brokerSettings = z.object({
  /** The broker's management address with an administrator's name and password; unset: the definitions are printed. */
  RABBITMQ_MANAGEMENT_URL: z.url({ protocol: /^https?$/ }).optional(),
  RABBITMQ_VHOST: z.string().min(1).default('/'),
  /** In the users' names, where several installations share a broker. */
  RABBITMQ_INSTALLATION: z
    .string()
    .regex(/^[a-z0-9]+$/)
    .optional(),
  AUTH_RABBITMQ_PASSWORD: password,
  LEADS_RABBITMQ_PASSWORD: password,
  TELEPHONY_RABBITMQ_PASSWORD: password,
  MESSAGING_RABBITMQ_PASSWORD: password,
  FOLLOWUPS_RABBITMQ_PASSWORD: password,
  STATS_RABBITMQ_PASSWORD: password,
  GATEWAY_RABBITMQ_PASSWORD: password,
});

/**
 * Gives a broker the services' users with their rights, and what services share; or prints the definitions. Done before
 * every start: it is the same however often it is done. Throws where the broker refuses, without the passwords.
 */
export async function prepareBroker(
  env: Readonly<Record<string, string | undefined>>,
  print: (text: string) => void,
): Promise<void> {
  const settings = loadConfig(brokerSettings, env);
  const definitions = JSON.stringify(
    brokerDefinitions({
      vhost: settings.RABBITMQ_VHOST,
      passwords: {
        auth: settings.AUTH_RABBITMQ_PASSWORD,
        leads: settings.LEADS_RABBITMQ_PASSWORD,
        telephony: settings.TELEPHONY_RABBITMQ_PASSWORD,
        messaging: settings.MESSAGING_RABBITMQ_PASSWORD,
        followups: settings.FOLLOWUPS_RABBITMQ_PASSWORD,
        stats: settings.STATS_RABBITMQ_PASSWORD,
        gateway: settings.GATEWAY_RABBITMQ_PASSWORD,
      },
      ...(settings.RABBITMQ_INSTALLATION !== undefined && { installation: settings.RABBITMQ_INSTALLATION }),
    }),
  );
  if (settings.RABBITMQ_MANAGEMENT_URL === undefined) {
    print(definitions);
    return;
  }
  const url = new URL('/api/definitions', settings.RABBITMQ_MANAGEMENT_URL);
  const { username, password: secret } = new URL(settings.RABBITMQ_MANAGEMENT_URL);
  const login = `${decodeURIComponent(username)}:${decodeURIComponent(secret)}`;
  const { statusCode, body } = await request(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from(login).toString('base64')}`,
    },
    body: definitions,
  });
  await body.dump();
  if (statusCode >= 300) throw new Error(`RabbitMQ refused the definitions: ${String(statusCode)}`);
  print('The broker is prepared');
}
