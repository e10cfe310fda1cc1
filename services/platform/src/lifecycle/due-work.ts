import { randomUUID } from 'node:crypto';
import type { Logger } from '../log/logger.js';
import { runWithContext } from '../log/request-context.js';

/** Takes the next piece of work that is due, under a lease of its own; false where none is. */
export type DueStep = () => Promise<boolean>;

export interface DueWork {
  /** Something may be due: look now. */
  wake(): void;
  /** Resolves when nothing is under way and nothing was asked for meanwhile. */
  idle(): Promise<void>;
  start(steps: readonly DueStep[]): void;
  /** Stops behind what is under way. */
  stop(): Promise<void>;
}

const lookEveryMs = 5_000;

/**
 * Works off what documents say is due: each step in a line of its own, so that a slow download holds up no text. What
 * fails is left to its lease; the document says when it is due again.
 */
export function createDueWork(log: Logger): DueWork {
  let isStopping = false;
  let lines: (() => void)[] = [];
  const working = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;

  function lineOf(step: DueStep): () => void {
    let isWorking = false;
    let isAskedAgain = false;

    async function work(): Promise<void> {
      try {
        do {
          isAskedAgain = false;
          while (!isStopping && (await runWithContext({ correlationId: randomUUID() }, step)));
        } while (isAskedAgain && !isStopping);
      } finally {
        // In one go with the last look at what was asked, so that no call to wake falls in between.
        isWorking = false;
      }
    }

    return () => {
      if (isStopping) return;
      isAskedAgain = true;
      if (isWorking) return;
      isWorking = true;
      const underWay = work()
        .catch((error: unknown) => {
          log.error({ err: error }, 'work that was due is interrupted');
        })
        .finally(() => {
          working.delete(underWay);
        });
      working.add(underWay);
    };
  }

  function wake(): void {
    for (const look of lines) look();
  }

  return {
    wake,
    idle: async () => {
      while (working.size > 0) await Promise.all(working);
    },
    start: (steps) => {
      lines = steps.map(lineOf);
      timer = setInterval(wake, lookEveryMs);
      timer.unref();
      wake();
    },
    stop: async () => {
      isStopping = true;
      clearInterval(timer);
      await Promise.all(working);
    },
  };
}
