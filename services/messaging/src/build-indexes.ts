import { buildIndexesAndLeave } from '@crm/platform/service/build-indexes.js';
import { indexedModels } from './models.js';

await buildIndexesAndLeave('messaging', { indexedModels, keepsEvents: true });
