import { loadConfig } from '@crm/platform/config/load-config.js';
import { runService } from '@crm/platform/lifecycle/run-service.js';
import { leadsConfig } from './config.js';
import { createLeadsService } from './service.js';

await runService(() => createLeadsService(loadConfig(leadsConfig, process.env)));
