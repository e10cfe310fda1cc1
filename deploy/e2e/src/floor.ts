import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keysIn } from '@crm/local/keys.js';
import { startStore } from '@crm/local/store-process.js';
import { startSystem, type System } from '@crm/local/system.js';
import { demoAdminEmail } from '@crm/seed/demo-people.js';
import { seedDemo } from '@crm/seed/seed-demo.js';

export const password = 'demo-demo-1';

export interface Floor {
  url: string;
  system: System;
  close(): Promise<void>;
}

/** A whole system of its own on a temporary folder, with the demo's people and as many leads as asked for. */
export async function openFloor(options: { leads: number }): Promise<Floor> {
  const folder = mkdtempSync(join(tmpdir(), 'floor-'));
  const store = await startStore(join(folder, 'store'));
  const keys = keysIn(folder);
  const system = await startSystem({
    host: '127.0.0.1',
    port: 0,
    storeUri: store.uri,
    keys,
    logLevel: 'error',
    firstAdmin: { email: demoAdminEmail, password },
    answers: 'strict',
  });
  await seedDemo({ ...system, internalKey: keys.internal, password, leads: options.leads });
  return {
    url: system.url,
    system,
    close: async () => {
      await system.stop();
      await store.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
