import { loadConfig } from '@crm/platform/config/load-config.js';
import { runService } from '@crm/platform/lifecycle/run-service.js';
import { authConfig } from './config.js';
import { createAuthService } from './service.js';

await runService(() => createAuthService(loadConfig(authConfig, process.env)));
