import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { loadConfig } from '@crm/platform/config/load-config.js';
import { demoAdminEmail } from '@crm/seed/demo-people.js';
import { seedDemo } from '@crm/seed/seed-demo.js';
import { oneTimeWords } from '@crm/auth/accounts/hand-over-password.js';
import { takeDataFolder } from '../data-folder.js';
import { demoIn } from '../demo.js';
import { requireFreePort } from '../require-free-port.js';
import { keysIn } from '../keys.js';
import { ownKeysIn } from '../service-keys/key-ring.js';
import { realCarrier } from '../real-carrier.js';
import { forgetAddresses, saveAddresses } from '../running.js';
import { sentenceOf } from '../sentence-of.js';
import { settingsSchema } from '../settings.js';
import { createSteps } from '../steps.js';
import { processesSettings } from './processes-settings.js';
import { startProcesses, type Processes } from './start-processes.js';

const say = (line: string) => {
  process.stdout.write(`${line}\n`);
};

const steps = createSteps(say);

async function start(): Promise<void> {
  const settings = {
    ...loadConfig(settingsSchema, process.env),
    ...loadConfig(processesSettings, process.env),
  };
  const { DATA_DIR: dataFolder, DEMO_PASSWORD: password } = settings;
  const { release } = await takeDataFolder(dataFolder);
  await requireFreePort(settings.PORT, settings.HOST);
  const keys = keysIn(dataFolder);
  const isDemo = settings.SEED === 'demo';
  const demo = demoIn(dataFolder, settings);
  if (isDemo) demo.begin();
  const oneTimePasswordFile = join(dataFolder, 'one-time-password');

  const started: { all?: Processes } = {};
  let stopping: Promise<void> | undefined;
  const stop = (signal: string) => {
    // Before all have started there is no order to stop them in: they exit with this process.
    if (started.all === undefined) process.exit(1);
    if (stopping !== undefined) {
      started.all.kill();
      process.exit(1);
    }
    say(`Stopping (${signal}) …`);
    stopping = started.all.stop().then(() => {
      forgetAddresses(dataFolder);
      release();
      process.exit(0);
    });
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      stop(signal);
    });

  steps.begin(
    `Starting ${String(settings.GATEWAYS)} gateways and ${String(settings.REPLICAS)} of each service`,
  );
  const running = await startProcesses({
    port: settings.PORT,
    gateways: settings.GATEWAYS,
    replicas: settings.REPLICAS,
    dataFolder,
    keys,
    storeUri: settings.MONGODB_URI,
    rabbitmqUrl: settings.RABBITMQ_URL,
    redisUrl: settings.REDIS_URL,
    redisPrefix: settings.REDIS_PREFIX,
    logLevel: settings.LOG_LEVEL,
    agencyName: settings.AGENCY_NAME,
    consentStatement: settings.CONSENT_STATEMENT,
    certificateUrl: settings.CERTIFICATE_URL,
    webhookNetworks: settings.WEBHOOK_NETWORKS,
    ssoNetworks: settings.SSO_NETWORKS,
    publicBaseUrl: settings.PUBLIC_BASE_URL,
    smtpUrl: settings.SMTP_URL,
    ...realCarrier(process.env),
    isOpen: settings.isOpen,
    oneTimePasswordFile,
    firstAdmin: isDemo ? { email: demoAdminEmail, password } : undefined,
    onEnd: (name, how) => {
      if (stopping === undefined) say(`${name} exited (${how}), restarting.`);
    },
  });
  started.all = running;
  saveAddresses(dataFolder, running);
  if (isDemo && !demo.isWhole) {
    steps.begin('Seeding the demo');
    await seedDemo({
      ...running,
      keys: ownKeysIn(keys.services, 'seed'),
      password,
      agency: settings.AGENCY_NAME,
      count: steps.count,
    });
    demo.finish();
  }
  steps.end();
  say(`\n  ${running.url}\n`);
  if (isDemo) say(`  ${demoAdminEmail} ${password}`);
  // Written by one of the auth processes, which have this terminal.
  else if (existsSync(oneTimePasswordFile)) {
    say(`  ${readFileSync(oneTimePasswordFile, 'utf8').trim()}\n  ${oneTimeWords}`);
    rmSync(oneTimePasswordFile);
  }
  if (running.phonePage !== undefined) say(`  Play the customer at ${running.phonePage}`);
  say(`  Logs are in ${join(dataFolder, 'logs')}\n`);
  for (const { name, pid, port } of running.processes.values())
    say(`  ${name.padEnd(14)} process ${String(pid).padEnd(8)} port ${String(port)}`);
}

start().catch((error: unknown) => {
  process.stderr.write(`${sentenceOf(error)}\n`);
  process.exit(1);
});
