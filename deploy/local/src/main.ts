import { existsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { ConfigError, loadConfig } from '@crm/platform/config/load-config.js';
import { demoAdminEmail } from '@crm/seed/demo-people.js';
import { seedDemo } from '@crm/seed/seed-demo.js';
import { CannotStart, takeDataFolder } from './data-folder.js';
import { keysIn } from './keys.js';
import { settingsSchema } from './settings.js';
import { startStore, type StoreProcess } from './store-process.js';
import { startSystem, type System } from './system.js';

const say = (line: string) => {
  process.stdout.write(`${line}\n`);
};

/** Asked before anything starts, so that a taken port costs one sentence and not a half-started system. */
const requireFreePort = (port: number, host: string) =>
  new Promise<void>((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      const why =
        error.code === 'EADDRINUSE' ? 'is taken; set PORT to another' : `cannot be used: ${error.message}`;
      reject(new CannotStart(`Port ${String(port)} on ${host} ${why}.`));
    });
    probe.listen(port, host, () =>
      probe.close(() => {
        resolve();
      }),
    );
  });

/** What names a real carrier; half of it is refused by the service itself, in a sentence. */
const realCarrier = (env: NodeJS.ProcessEnv): { twilio?: Record<string, string> } => {
  const named = Object.entries(env).flatMap(([name, value]) =>
    /^TWILIO_|^PUBLIC_BASE_URL$/.test(name) && value ? [[name, value] as const] : [],
  );
  return named.some(([name]) => name.startsWith('TWILIO_'))
    ? { twilio: { TELEPHONY_MODE: 'twilio', ...Object.fromEntries(named) } }
    : {};
};

const exitStop = async (system: System | undefined, store: StoreProcess | undefined) => {
  await system?.stop();
  await store?.stop();
};

async function start(): Promise<void> {
  const settings = loadConfig(settingsSchema, process.env);
  const { release } = await takeDataFolder(settings.DATA_DIR);
  await requireFreePort(settings.PORT, settings.HOST);

  let system: System | undefined;
  const store = settings.MONGODB_URI ? undefined : await startStore(join(settings.DATA_DIR, 'store'));
  let stopping: Promise<void> | undefined;
  const stop = (code: number) => {
    stopping ??= exitStop(system, store)
      .then(() => {
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
    process.stderr.write('The embedded store ended; without it nothing can go on.\n');
    stop(1);
  });

  const storeUri = settings.MONGODB_URI ?? store?.uri ?? '';
  const keys = keysIn(settings.DATA_DIR);
  const isDemo = settings.SEED === 'demo';
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
      ...realCarrier(process.env),
      firstAdmin: isDemo ? { email: demoAdminEmail, password: settings.DEMO_PASSWORD } : undefined,
    });
    // Once: what somebody deleted from the demo must not come back with the next start.
    const seeded = join(settings.DATA_DIR, 'demo-seeded');
    if (isDemo && !existsSync(seeded)) {
      say('Seeding the demo …');
      await seedDemo({ ...system, internalKey: keys.internal, password: settings.DEMO_PASSWORD });
      writeFileSync(seeded, new Date().toISOString());
    }
  } catch (error) {
    await exitStop(system, store);
    throw error;
  }

  say(`\n  ${system.url}\n`);
  if (isDemo) {
    for (const account of [
      demoAdminEmail,
      'agent.life@example.com',
      'agent.health@example.com',
      'guide@example.com',
    ]) {
      say(`  ${account.padEnd(28)} ${settings.DEMO_PASSWORD}`);
    }
    say('');
    if (system.phonePage) say(`  Play the customer at ${system.phonePage}\n`);
  }
  // `npm run seed` stops here; what it made is in the data folder.
  if (process.argv.includes('--seed-only')) stop(0);
}

start().catch((error: unknown) => {
  const isSentence = error instanceof CannotStart || error instanceof ConfigError;
  process.stderr.write(
    `${isSentence ? error.message : `It could not start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`}\n`,
  );
  process.exit(1);
});
