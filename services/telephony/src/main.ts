import { loadConfig } from '@crm/platform/config/load-config.js';
import { runService } from '@crm/platform/lifecycle/run-service.js';
import { telephonyConfig } from './config.js';
import { createTelephonyService } from './service.js';

await runService(() => createTelephonyService(loadConfig(telephonyConfig, process.env)));
