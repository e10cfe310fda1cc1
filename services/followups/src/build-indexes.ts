import { buildIndexesAndLeave } from '@crm/platform/lifecycle/build-indexes.js';
import { indexedModels } from './service.js';

await buildIndexesAndLeave('followups', { indexedModels, keepsEvents: true });
