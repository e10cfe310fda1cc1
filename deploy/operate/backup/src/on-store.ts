import { join } from 'node:path';
import { takeDataFolder } from '@crm/local/data-folder.js';
import { settingsSchema } from '@crm/local/settings.js';
import { startStore } from '@crm/local/store-process.js';
import { loadConfig } from '@crm/platform/config/load-config.js';

/** Runs a function on the configured store: the given server, or the embedded store of the data folder. */
export async function onStore<T>(
  use: (uri: string, reading: 'snapshot' | 'quiet') => Promise<T>,
): Promise<T> {
  const settings = loadConfig(settingsSchema, process.env);
  if (settings.MONGODB_URI !== undefined) return use(settings.MONGODB_URI, 'snapshot');
  // Locked like at start-up: a running system is not read while it writes.
  const { release } = await takeDataFolder(settings.DATA_DIR);
  try {
    const store = await startStore(join(settings.DATA_DIR, 'store'));
    try {
      return await use(store.uri, 'quiet');
    } finally {
      await store.stop();
    }
  } finally {
    release();
  }
}
