import { join } from 'node:path';
import { loadConfig } from '@crm/platform/config/load-config.js';
import { demoAccounts, demoAdminEmail } from '@crm/seed/demo-people.js';
import { seedDemo } from '@crm/seed/seed-demo.js';
import { oneTimeWords } from '@crm/auth/accounts/hand-over-password.js';
import { takeDataFolder } from './data-folder.js';
import { demoIn } from './demo.js';
import { requireFreePort } from './require-free-port.js';
import { sentenceOf } from './sentence-of.js';
import { keysIn } from './keys.js';
import { ownKeysIn } from './service-keys/key-ring.js';
import { realCarrier } from './real-carrier.js';
import { forgetAddresses, saveAddresses } from './running.js';
import { settingsSchema } from './settings.js';
import { createSteps } from './steps.js';
import { startStore, type StoreProcess } from './store-process.js';
import { startSystem, type System } from './system.js';

const say = (line: string) => {
  process.stdout.write(`${line}\n`);
};

const steps = createSteps(say);

const exitStop = async (system: System | undefined, store: StoreProcess | undefined) => {
  await system?.stop();
  await store?.stop();
};

async function start(): Promise<void> {
  const settings = loadConfig(settingsSchema, process.env);
  const { release } = await takeDataFolder(settings.DATA_DIR);
  await requireFreePort(settings.PORT, settings.HOST);
  const demo = demoIn(settings.DATA_DIR, settings);

  let system: System | undefined;
  if (!settings.MONGODB_URI) steps.begin('Opening the store');
  const store = settings.MONGODB_URI ? undefined : await startStore(join(settings.DATA_DIR, 'store'));
  let stopping: Promise<void> | undefined;
  const stop = (code: number) => {
    stopping ??= exitStop(system, store)
      .then(() => {
        forgetAddresses(settings.DATA_DIR);
        release();
        process.exit(code);
      })
      .catch((error: unknown) => {
        process.stderr.write(`Stopping failed: ${String(error)}\n`);
        process.exit(1);
      });
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (!stopping) say('Stopping …');
      stop(0);
    });
  }
  void store?.ended.then(() => {
    if (stopping) return;
    process.stderr.write('The embedded store exited. Stopping.\n');
    stop(1);
  });

  const storeUri = settings.MONGODB_URI ?? store?.uri ?? '';
  const keys = keysIn(settings.DATA_DIR);
  const isDemo = settings.SEED === 'demo';
  if (isDemo) demo.begin();
  // Printed at the end, below the address, and nowhere else.
  let oneTime: string | undefined;
  try {
    system = await startSystem({
      host: settings.HOST,
      port: settings.PORT,
      storeUri,
      keys,
      logLevel: settings.LOG_LEVEL,
      rabbitmqUrl: settings.RABBITMQ_URL,
      redisUrl: settings.REDIS_URL,
      trustProxy: settings.TRUST_PROXY,
      otlpEndpoint: settings.OTEL_EXPORTER_OTLP_ENDPOINT,
      agencyName: settings.AGENCY_NAME,
      consentStatement: settings.CONSENT_STATEMENT,
      certificateUrl: settings.CERTIFICATE_URL,
      webhookNetworks: settings.WEBHOOK_NETWORKS,
      ssoNetworks: settings.SSO_NETWORKS,
      publicBaseUrl: settings.PUBLIC_BASE_URL,
      mail: settings.SMTP_URL
        ? { smtpUrl: settings.SMTP_URL }
        : { dropFolder: join(settings.DATA_DIR, 'mail') },
      ...realCarrier(process.env),
      isOpen: settings.isOpen,
      begins: (part) => {
        steps.begin(`Starting ${part}`);
      },
      handOver: (email, handed) => {
        oneTime = `  ${email.padEnd(28)} ${handed}`;
      },
      firstAdmin: isDemo ? { email: demoAdminEmail, password: settings.DEMO_PASSWORD } : undefined,
    });
    saveAddresses(settings.DATA_DIR, system);
    if (isDemo && !demo.isWhole) {
      steps.begin('Seeding the demo');
      await seedDemo({
        ...system,
        keys: ownKeysIn(keys.services, 'seed'),
        password: settings.DEMO_PASSWORD,
        agency: settings.AGENCY_NAME,
        hasCalls: true,
        count: steps.count,
      });
      demo.finish();
    }
  } catch (error) {
    // The password is valid once the system starts successfully.
    if (oneTime !== undefined) say(`${oneTime}\n  ${oneTimeWords}`);
    // A store stopped here did not exit by itself.
    stopping ??= exitStop(system, store);
    await stopping;
    throw error;
  }
  steps.end();

  say(`\n  ${system.url}\n`);
  if (oneTime !== undefined) say(`${oneTime}\n  ${oneTimeWords}\n`);
  if (isDemo) {
    for (const account of demoAccounts) {
      say(`  ${account.padEnd(28)} ${settings.DEMO_PASSWORD}`);
    }
    say('');
  }
  if (system.phonePage) say(`  Play the customer at ${system.phonePage}\n`);
  // `npm run seed` stops here; the data is in the data folder.
  if (process.argv.includes('--seed-only')) stop(0);
}

start().catch((error: unknown) => {
  steps.end();
  process.stderr.write(`${sentenceOf(error)}\n`);
  process.exit(1);
});
