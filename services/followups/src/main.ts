import { loadConfig } from '@crm/platform/config/load-config.js';
import { runService } from '@crm/platform/lifecycle/run-service.js';
import { followupsConfig } from './config.js';
import { createFollowupsService } from './service.js';

await runService(() => createFollowupsService(loadConfig(followupsConfig, process.env)));
