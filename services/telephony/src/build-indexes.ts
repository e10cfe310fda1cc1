import { buildIndexesAndLeave } from '@crm/platform/service/build-indexes.js';
import { storeMigrations } from './migrations.js';
import { indexedModels } from './models.js';

await buildIndexesAndLeave('telephony', { indexedModels, keepsEvents: true, migrations: storeMigrations });
