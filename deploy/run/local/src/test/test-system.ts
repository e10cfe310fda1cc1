import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestStore } from '@crm/platform/testing/test-store.js';
import { keysIn } from '../keys.js';
import { startSystem, type System, type SystemOptions } from '../system.js';

export const firstAdmin = { email: 'admin@example.com', password: 'demo-demo-1' };

/** The whole system in this process, on a store and in a folder of its own, which `stop` removes. */
export async function startTestSystem(given: Partial<SystemOptions> = {}): Promise<System> {
  const folder = mkdtempSync(join(tmpdir(), 'test-system-'));
  const store = await startTestStore();
  const cleanUp = async () => {
    await store.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const system = await startSystem({
      host: '127.0.0.1',
      port: 0,
      storeUri: store.uri,
      keys: keysIn(folder),
      logLevel: 'silent',
      mail: { dropFolder: join(folder, 'mail') },
      firstAdmin,
      answers: 'strict',
      ...given,
    });
    return {
      ...system,
      stop: async () => {
        await system.stop();
        await cleanUp();
      },
    };
  } catch (error) {
    await cleanUp();
    throw error;
  }
}
