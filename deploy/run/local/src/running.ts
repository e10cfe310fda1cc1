import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const addresses = z.object({ telephonyUrl: z.url(), messagingUrl: z.url(), carrierUrl: z.url().optional() });
/** Where the parts of a running installation answer that commands beside it ask. */
export type RunningAddresses = z.output<typeof addresses>;

const fileIn = (folder: string) => join(folder, 'running.json');

/** Stores the addresses for as long as the installation runs. */
export function saveAddresses(folder: string, { telephonyUrl, messagingUrl, carrierUrl }: RunningAddresses) {
  writeFileSync(fileIn(folder), JSON.stringify({ telephonyUrl, messagingUrl, carrierUrl }));
}

export function forgetAddresses(folder: string): void {
  rmSync(fileIn(folder), { force: true });
}

/** The addresses of the installation on a data folder; undefined where none runs, or one was killed and forgot nothing. */
export function runningAddresses(folder: string): RunningAddresses | undefined {
  try {
    return addresses.parse(JSON.parse(readFileSync(fileIn(folder), 'utf8')));
  } catch {
    return undefined;
  }
}
