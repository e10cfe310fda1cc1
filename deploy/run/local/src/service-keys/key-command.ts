import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { callerNames, type Caller } from '@crm/contracts/endpoint/endpoint.js';
import {
  exchangeKey,
  exchangeSteps,
  keySettings,
  newKeyRing,
  serviceKeyRing,
  StepRefused,
  type ServiceKeyRing,
} from './key-ring.js';

const usage = [
  'Usage: service-keys new <file> | env <file> | add|use|retire <file> <service>',
  '  new     makes a pair of keys for every service',
  '  env     prints the settings, one a line, as .env and the secret store take them',
  '  add     makes a second pair for a service; use: the second signs; retire: the first alone is left',
  `  A service: ${callerNames.join(', ')}`,
].join('\n');

interface Output {
  print: (line: string) => void;
  complain: (line: string) => void;
}

const readRing = (file: string): ServiceKeyRing =>
  serviceKeyRing.parse(JSON.parse(readFileSync(file, 'utf8')) as unknown);

/** Atomic, and never readable by others: whoever has this file can act as every service. */
function writeRing(file: string, ring: ServiceKeyRing): void {
  writeFileSync(`${file}.new`, `${JSON.stringify(ring, null, 1)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/** Lines of the settings, each service's private keys under its own name. The seed runs with the ring itself. */
function settingLines(ring: ServiceKeyRing): string[] {
  const installed = callerNames.filter((caller) => caller !== 'seed');
  return [
    ...installed.map(
      (caller) => `${caller.toUpperCase()}_SERVICE_KEYS=${keySettings(ring, caller).SERVICE_KEYS}`,
    ),
    `SERVICE_PUBLIC_KEYS=${keySettings(ring, 'gateway').SERVICE_PUBLIC_KEYS}`,
  ];
}

function exchange(file: string, step: (typeof exchangeSteps)[number], caller: Caller): void {
  writeRing(file, exchangeKey(readRing(file), caller, step));
}

const arguments_ = z.union([
  z.tuple([z.literal('new'), z.string().min(1)]),
  z.tuple([z.literal('env'), z.string().min(1)]),
  z.tuple([z.enum(exchangeSteps), z.string().min(1), z.enum(callerNames)]),
]);

/** Runs the command with its words and answers its exit code. Nothing it complains of repeats a key. */
export function runKeyCommand(words: readonly string[], { print, complain }: Output): number {
  const read = arguments_.safeParse(words);
  if (!read.success) {
    complain(usage);
    return 2;
  }
  const [command, file] = read.data;
  if (command === 'new' && existsSync(file)) {
    complain(`${file} exists already: exchange its keys, or choose another file`);
    return 1;
  }
  try {
    if (command === 'new') writeRing(file, newKeyRing());
    else if (command === 'env') settingLines(readRing(file)).forEach(print);
    else exchange(file, command, read.data[2]);
    return 0;
  } catch (error) {
    complain(error instanceof StepRefused ? error.message : `${file} is no file of service keys`);
    return 1;
  }
}
