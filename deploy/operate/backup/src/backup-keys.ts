import { z } from 'zod';
import { keysIn } from '@crm/local/keys.js';
import { settingsSchema } from '@crm/local/settings.js';
import { loadConfig } from '@crm/platform/config/load-config.js';
import { keyRing } from '@crm/platform/encryption/key-ring.js';
import type { KeyRing } from '@crm/platform/encryption/kms.js';
import { ArchiveError } from './archive.js';

const setting = z.object({ BACKUP_KEYS: keyRing.optional() });

/**
 * The keys of backups, `{"<key id>": "<32 bytes in base64>"}`: those of `BACKUP_KEYS`, or those of the data folder where its
 * own store is backed up. Throws `ArchiveError` where there are none.
 */
export function backupKeys(env: Readonly<Record<string, string | undefined>>): KeyRing {
  const { BACKUP_KEYS: given } = loadConfig(setting, env);
  if (given !== undefined) return given;
  const { DATA_DIR, MONGODB_URI } = loadConfig(settingsSchema, env);
  if (MONGODB_URI === undefined) return keyRing.parse(JSON.stringify(keysIn(DATA_DIR).backup));
  throw new ArchiveError('Set BACKUP_KEYS, {"b1": "<32 bytes in base64>"}: a backup is encrypted.');
}
