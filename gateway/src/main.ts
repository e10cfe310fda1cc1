import { loadConfig } from '@crm/platform/config/load-config.js';
import { runService } from '@crm/platform/lifecycle/run-service.js';
import { gatewayConfig } from './config.js';
import { createGateway } from './service.js';

await runService(() => createGateway(loadConfig(gatewayConfig, process.env)));
