// Preloaded into a process: shifts `Date` by the offset in milliseconds in a file, which is watched for changes. The
// monotonic clock and timers are not affected, as on a machine whose wall clock is set.
import { readFileSync, watchFile } from 'node:fs';

const file = new URL(import.meta.url).searchParams.get('file');
if (file === null) throw new Error('The file with the offset is not named');
const lookEveryMs = 100;

const OwnDate = Date;
let aheadMs = 0;
const now = () => OwnDate.now() + aheadMs;

const JumpingDate = new Proxy(OwnDate, {
  apply: () => new OwnDate(now()).toString(),
  construct: (target, args: unknown[], made) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, made) as Date,
  get: (target, name, receiver) => (name === 'now' ? now : (Reflect.get(target, name, receiver) as unknown)),
});
Object.defineProperty(OwnDate.prototype, 'constructor', {
  value: JumpingDate,
  writable: true,
  configurable: true,
});
globalThis.Date = JumpingDate;

function read(from: string): void {
  try {
    aheadMs = Number(readFileSync(from, 'utf8'));
  } catch {
    // No offset has been written yet.
    aheadMs = 0;
  }
}

read(file);
watchFile(file, { interval: lookEveryMs, persistent: false }, () => {
  read(file);
});
