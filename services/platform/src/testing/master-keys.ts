import { newKey } from '../encryption/aes-gcm.js';

/** The setting `MASTER_KEYS` of a service in tests, made anew in each process. */
export const testMasterKeys = JSON.stringify({ m1: newKey().toString('base64') });
