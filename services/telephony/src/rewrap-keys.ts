import { rewrapKeysAndLeave } from '@crm/platform/encryption/rewrap-command.js';

await rewrapKeysAndLeave('telephony');
