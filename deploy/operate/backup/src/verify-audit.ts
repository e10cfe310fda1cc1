import { serviceNames } from '@crm/contracts/endpoint/endpoint.js';
import { CannotStart } from '@crm/local/data-folder.js';
import { databaseAt } from '@crm/local/environments.js';
import { verifyChain, type ChainReport } from '@crm/platform/audit/verify-chain.js';
import { ConfigError } from '@crm/platform/config/load-config.js';
import { createLogger } from '@crm/platform/log/logger.js';
import { connectMongo } from '@crm/platform/mongo/connect.js';
import { onStore } from './on-store.js';

const patienceMs = 30_000;

/** What the audit log of a service holds, in a line. */
function lineOf(service: string, { entries, last, broken }: ChainReport): string {
  const count = `${service}: ${String(entries)} entries`;
  return broken === undefined
    ? `${count}, whole; last ${String(last.seq)} ${last.hash}`
    : `${count} read, BROKEN: entry ${String(broken.seq)} is ${broken.what}`;
}

/** Verifies the audit log of each service, prints a line for each, and answers whether all of them are whole. */
export async function verifyAll(uri: string, print: (line: string) => void): Promise<boolean> {
  const log = createLogger({ service: 'audit', level: 'error' });
  let isWhole = true;
  for (const service of serviceNames) {
    const store = await connectMongo({ uri: databaseAt(uri, service), log, patienceMs });
    try {
      const report = await verifyChain(store.connection);
      isWhole &&= report.broken === undefined;
      print(lineOf(service, report));
    } finally {
      await store.close();
    }
  }
  return isWhole;
}

/** The command: exit code 1 where a chain is broken or cannot be read. */
export async function verifyConfiguredStore(): Promise<void> {
  try {
    const isWhole = await onStore((uri) =>
      verifyAll(uri, (line) => {
        process.stdout.write(`${line}\n`);
      }),
    );
    if (!isWhole) process.exitCode = 1;
  } catch (error) {
    const isKnown = error instanceof CannotStart || error instanceof ConfigError;
    process.stderr.write(`${isKnown ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
