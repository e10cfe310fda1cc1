import { createInterface } from 'node:readline/promises';
import { ConfigError } from '@crm/platform/config/load-config.js';
import { runCarrierCommand, type CarrierCommand } from './command.js';

async function confirm(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^y(es)?$/i.test((await terminal.question(question)).trim());
  } finally {
    terminal.close();
  }
}

/** Runs the command at this terminal, with these settings of telephony, and sets the exit code. */
export async function carrierAtTerminal(env: CarrierCommand['env']): Promise<void> {
  try {
    process.exitCode = await runCarrierCommand({
      env,
      words: process.argv.slice(2),
      print: (line) => {
        process.stdout.write(`${line}\n`);
      },
      confirm,
    });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
