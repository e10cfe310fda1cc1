import { prepareBroker } from './prepare.js';

prepareBroker(process.env, (text) => process.stdout.write(`${text}\n`)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : 'The broker could not be prepared'}\n`);
  process.exit(1);
});
