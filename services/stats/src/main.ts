import { loadConfig } from '@crm/platform/config/load-config.js';
import { runService } from '@crm/platform/lifecycle/run-service.js';
import { statsConfig } from './config.js';
import { createStatsService } from './service.js';

await runService(() => createStatsService(loadConfig(statsConfig, process.env)));
