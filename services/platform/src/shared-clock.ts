import { performance } from 'node:perf_hooks';
import type { Clock } from './clock.js';
import type { Logger } from './log/logger.js';
import { patience as ownPatience, type Patience } from './patience.js';

/** The steady clocks of two machines part by a few milliseconds meanwhile. */
const askEveryMs = 30_000;
/** Nobody waits longer for an answer, a start neither, counted by what the machine could do meanwhile. */
const patienceMs = 2_000;
/** Differences as small as this are the answer's way here and the machine's load. */
const ignoredMs = 50;
/** From here on the machine's own clock is said to be wrong. */
const notifiedFromMs = 2_000;

/** The two clocks of a machine, in milliseconds: the one that is set and may jump, and the one that only goes on. */
export interface MachineClocks {
  wall(): number;
  steady(): number;
}

const ownMachine: MachineClocks = { wall: () => Date.now(), steady: () => performance.now() };

export interface SharedClock extends Clock {
  /** By how many milliseconds the machine's clock is ahead of the shared time; negative where it is behind. */
  machineAheadMs(): number;
  /** Asks for the time once, now. What cannot be asked changes nothing. */
  ask(): Promise<void>;
  /** Asks now and then every half a minute. */
  start(): Promise<void>;
  stop(): void;
}

/**
 * The time of a server that several processes share. Leases, tokens between services and what is due are compared by
 * processes on different machines: a machine whose clock is off, or jumps, would take from the others what is theirs.
 * `askServer` answers the server's time. Between two answers the steady clock counts on, so that a jump of the machine's
 * clock changes nothing; before the first answer the machine's time is taken.
 */
export function createSharedClock(options: {
  askServer: () => Promise<Date>;
  log: Logger;
  machine?: MachineClocks;
  patience?: Patience;
}): SharedClock {
  const { askServer, log, machine = ownMachine, patience = ownPatience } = options;
  /** Added to the steady clock. */
  let base = machine.wall() - machine.steady();
  let isTold = false;
  let timer: NodeJS.Timeout | undefined;
  let underWay: Promise<void> | undefined;

  const now = () => base + machine.steady();
  const machineAheadMs = () => machine.wall() - now();

  function emit(): void {
    const isOff = Math.abs(machineAheadMs()) >= notifiedFromMs;
    if (isOff === isTold) return;
    isTold = isOff;
    if (isOff)
      log.warn(
        { aheadMs: Math.round(machineAheadMs()) },
        'the clock of this machine is off; the shared time is used',
      );
    else log.info('the clock of this machine is in sync again');
  }

  async function askOnce(): Promise<void> {
    const asked = machine.steady();
    let release: () => void = () => undefined;
    const answer = await Promise.race([
      askServer(),
      new Promise<never>((_resolve, reject) => {
        release = patience.after(patienceMs, () => {
          reject(new Error(`No answer in ${String(patienceMs)} ms`));
        });
      }),
    ]).finally(release);
    const wayMs = machine.steady() - asked;
    // The server looked at its clock somewhere between question and answer.
    const heardBase = answer.getTime() - (asked + wayMs / 2);
    if (Math.abs(heardBase - base) > wayMs / 2 + ignoredMs) base = heardBase;
    emit();
  }

  function ask(): Promise<void> {
    underWay ??= askOnce()
      .catch((error: unknown) => {
        log.debug({ err: error }, 'the shared time could not be asked for');
      })
      .finally(() => {
        underWay = undefined;
      });
    return underWay;
  }

  return {
    now: () => new Date(now()),
    machineAheadMs,
    ask,
    start: async () => {
      timer = setInterval(() => void ask(), askEveryMs);
      timer.unref();
      await ask();
    },
    stop: () => {
      clearInterval(timer);
    },
  };
}
