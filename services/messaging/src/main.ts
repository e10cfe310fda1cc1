import { loadConfig } from '@crm/platform/config/load-config.js';
import { runService } from '@crm/platform/lifecycle/run-service.js';
import { messagingConfig } from './config.js';
import { createMessagingService } from './service.js';

await runService(() => createMessagingService(loadConfig(messagingConfig, process.env)));
