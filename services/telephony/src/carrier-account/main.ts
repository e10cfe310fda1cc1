import { carrierAtTerminal } from './at-terminal.js';

// Beside a running service, with its settings: node services/telephony/dist/carrier-account/main.js check
await carrierAtTerminal(process.env);
