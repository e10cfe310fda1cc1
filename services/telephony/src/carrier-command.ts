import { carrierAtTerminal } from './carrier-account/at-terminal.js';

// Beside a running service, with its settings: node services/telephony/dist/carrier-command.js check
await carrierAtTerminal(process.env);
