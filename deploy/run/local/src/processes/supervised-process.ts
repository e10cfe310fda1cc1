import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { patience } from '@crm/platform/patience.js';
import type { Environment } from '../environments.js';
import type { Member } from './balancer.js';

/** Pauses before a process is started again: the first at once, then longer and longer. */
const pausesMs = [0, 250, 500, 1_000, 2_000, 5_000, 10_000];
/** Who lived so long has come up: the next end is its first again. */
const cameUpMs = 20_000;
/** One that ends is noticed at once; this is for one that cannot reach what it needs. */
const lookMs = { starting: 200, ready: 5_000 };
/** Counted by what this machine could do meanwhile. */
const answerMs = 3_000;
/** A process that was asked to stop and has not by then is ended. */
const stopMs = 10_000;

export interface ProcessPlan {
  name: string;
  /** What node is given; asked anew with every start. */
  args: () => readonly string[];
  /** Asked anew with every start. */
  environment: () => Environment;
  port: number;
  /** Whether it may be sent something; throws or answers false while it may not. */
  isUp: () => Promise<boolean>;
  /** What it prints goes here. */
  logFile: string;
  /** Told whenever it ends by itself. */
  onEnd: (name: string, how: string) => void;
}

/** A process that is started again whenever it ends, until it is stopped. */
export interface SupervisedProcess extends Member {
  readonly name: string;
  /** How often it was started. */
  readonly starts: number;
  readonly pid: number | undefined;
  /** Resolves when it is ready, throws where it is not in time. */
  whenReady(patienceMs: number): Promise<void>;
  /** Ends it at once, as a crash does; it is started again. */
  crash(): Promise<void>;
  /** Ends it at once; it stays down until `comeBack`. */
  stayDown(): Promise<void>;
  comeBack(): void;
  /** Asks it to stop, as a roll-out does; it stays down until `comeBack`. */
  shutDown(): Promise<void>;
  /** The same, and starts it again. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export function superviseProcess(plan: ProcessPlan): SupervisedProcess {
  let child: ChildProcess | undefined;
  let exited: Promise<void> = Promise.resolve();
  let isWanted = true;
  let isReady = false;
  let starts = 0;
  let inRow = 0;
  let waiting = new AbortController();
  const over = new AbortController();

  function start(): void {
    const log = openSync(plan.logFile, 'a', 0o600);
    const startedAt = Date.now();
    starts += 1;
    const own = spawn(process.execPath, [...plan.args()], {
      // Nothing of the launcher's own settings: each process gets what it is to know.
      env: { PATH: process.env['PATH'], NODE_ENV: 'production', ...plan.environment() },
      stdio: ['pipe', log, log],
      // Its own process group: Ctrl-C reaches the launcher, which stops all in their order.
      detached: true,
    });
    closeSync(log);
    child = own;
    own.stdin?.on('error', () => undefined);
    exited = new Promise((resolve) => {
      own.once('error', () => {
        resolve();
      });
      own.once('exit', (code, signal) => {
        isReady = false;
        resolve();
        if (!isWanted) return;
        plan.onEnd(plan.name, signal ?? `code ${String(code)}`);
        inRow = Date.now() - startedAt > cameUpMs ? 0 : inRow + 1;
        const wait = pausesMs[Math.min(inRow, pausesMs.length - 1)] ?? 0;
        waiting = new AbortController();
        pause(wait, undefined, { signal: waiting.signal }).then(
          () => {
            if (isWanted) start();
          },
          () => undefined,
        );
      });
    });
  }

  async function look(): Promise<void> {
    while (!over.signal.aborted) {
      const asked = child;
      let release: () => void = () => undefined;
      const silence = new Promise<false>((resolve) => {
        release = patience.after(answerMs, () => {
          resolve(false);
        });
      });
      const answer = await Promise.race([plan.isUp().catch(() => false), silence]);
      release();
      // What was asked may have died meanwhile.
      isReady = answer && asked === child && child?.exitCode === null && child.signalCode === null;
      await pause(isReady ? lookMs.ready : lookMs.starting, undefined, { ref: false });
    }
  }

  /** Asks it to stop; nothing new is sent there meanwhile. */
  async function shutDown(): Promise<void> {
    isWanted = false;
    isReady = false;
    waiting.abort();
    child?.kill('SIGTERM');
    const limit = setTimeout(() => child?.kill('SIGKILL'), stopMs);
    await exited;
    clearTimeout(limit);
  }

  function comeBack(): void {
    if (isWanted) return;
    isWanted = true;
    start();
  }

  const end = async () => {
    isWanted = false;
    waiting.abort();
    child?.kill('SIGKILL');
    await exited;
  };

  start();
  void look();

  return {
    name: plan.name,
    port: plan.port,
    get isReady() {
      return isReady;
    },
    get starts() {
      return starts;
    },
    get pid() {
      return child?.pid;
    },
    whenReady: async (patienceMs) => {
      const givesUpAt = Date.now() + patienceMs;
      while (!isReady) {
        if (Date.now() > givesUpAt)
          throw new Error(`${plan.name} is not ready after ${String(patienceMs)} ms; see ${plan.logFile}`);
        await pause(50);
      }
    },
    crash: async () => {
      const ending = exited;
      child?.kill('SIGKILL');
      await ending;
    },
    stayDown: end,
    comeBack,
    shutDown,
    restart: async () => {
      await shutDown();
      comeBack();
    },
    stop: async () => {
      over.abort();
      await shutDown();
    },
  };
}
