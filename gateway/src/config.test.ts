import { ConfigError, loadConfig } from '@crm/platform/config/load-config.js';
import { testKeySettings } from '@crm/platform/testing/service-keys.js';
import { gatewayConfig } from './config.js';

const needed = {
  AUTH_URL: 'http://auth:4000/',
  LEADS_URL: 'http://leads:4000',
  PUBLIC_KEYS: '{"k1":"-----BEGIN PUBLIC KEY-----"}',
  ...testKeySettings('gateway'),
};

test('what is not set has its default, and addresses end without a slash', () => {
  const config = loadConfig(gatewayConfig, needed);
  expect(config).toMatchObject({
    host: '127.0.0.1',
    trustProxy: 0,
    services: { auth: 'http://auth:4000', leads: 'http://leads:4000', telephony: undefined },
    publicKeys: { k1: '-----BEGIN PUBLIC KEY-----' },
    redis: undefined,
    rabbitmqUrl: undefined,
  });
});

test.each([
  ['AUTH_URL', undefined],
  ['LEADS_URL', 'ftp://leads'],
  ['PUBLIC_KEYS', 'no json'],
  ['PUBLIC_KEYS', '["x"]'],
  ['SERVICE_KEYS', 'short'],
  ['SERVICE_PUBLIC_KEYS', '{"keys":[]}'],
  ['TRUST_PROXY', '-1'],
  ['REDIS_URL', 'http://redis'],
  ['RABBITMQ_URL', 'redis://x'],
  ['LOG_LEVEL', 'loud'],
])('%s=%s is refused by name', (name, value) => {
  const load = () => loadConfig(gatewayConfig, { ...needed, [name]: value });
  expect(load).toThrow(ConfigError);
  expect(load).toThrow(name);
});
