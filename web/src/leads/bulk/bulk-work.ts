import { createContext, useContext, useSyncExternalStore } from 'react';

export type BulkKind = 'select' | 'assign' | 'send' | 'delete';

/** Work on many leads as it stands: `done` of `total` leads. */
export interface BulkWork {
  kind: BulkKind;
  done: number;
  total: number;
  isStopping: boolean;
}

/** How work on many leads came out: all of it, as far as it was stopped, or as far as it was refused. */
export interface BulkResult<A> {
  done: number;
  total: number;
  /** What each call answered. */
  answers: A[];
  /** What ended it early, if a call was refused. */
  error?: unknown;
}

/** The leads that go with one call, so that progress can be told and nothing runs into a time limit. */
export const leadsPerCall = 100;

/** Work on many leads. It goes on when its page is left, and is there again when one comes back. */
export interface BulkWorks {
  current: () => BulkWork | undefined;
  subscribe: (listener: () => void) => () => void;
  /** Does the steps one after the other; a refused step ends it. Refuses to begin while other work is under way. */
  run<A>(kind: BulkKind, steps: readonly BulkStep<A>[]): Promise<BulkResult<A>>;
  /** No further step begins; the one under way is finished. */
  stop(): void;
}

export interface BulkStep<A> {
  /** How many leads it is for. */
  size: number;
  act: () => Promise<A>;
}

/** Cuts ids into the calls that they go with. */
export function stepsOf<A>(ids: readonly string[], act: (ids: string[]) => Promise<A>): BulkStep<A>[] {
  return Array.from({ length: Math.ceil(ids.length / leadsPerCall) }, (_, index) => {
    const part = ids.slice(index * leadsPerCall, (index + 1) * leadsPerCall);
    return { size: part.length, act: () => act(part) };
  });
}

export function createBulkWorks(): BulkWorks {
  let work: BulkWork | undefined;
  const listeners = new Set<() => void>();
  const become = (next: BulkWork | undefined) => {
    work = next;
    for (const listener of listeners) listener();
  };
  const isStopping = () => work?.isStopping ?? false;
  // Closing the window would leave the rest undone without a word.
  const holdWindow = (event: BeforeUnloadEvent) => {
    event.preventDefault();
  };

  return {
    current: () => work,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async run(kind, steps) {
      if (work) throw new Error('Other work on leads is under way');
      const total = steps.reduce((sum, { size }) => sum + size, 0);
      let state: BulkWork = { kind, done: 0, total, isStopping: false };
      const result: BulkResult<Awaited<ReturnType<(typeof steps)[number]['act']>>> = {
        done: 0,
        total,
        answers: [],
      };
      become(state);
      window.addEventListener('beforeunload', holdWindow);
      try {
        for (const { size, act } of steps) {
          if (isStopping()) break;
          result.answers.push(await act());
          result.done += size;
          state = { ...state, done: result.done, isStopping: isStopping() };
          become(state);
        }
      } catch (error) {
        result.error = error;
      } finally {
        window.removeEventListener('beforeunload', holdWindow);
        become(undefined);
      }
      return result;
    },
    stop() {
      if (work) become({ ...work, isStopping: true });
    },
  };
}

/** One for the whole application, so that work outlives the page that began it. */
export const BulkWorksContext = createContext<BulkWorks>(createBulkWorks());

export const useBulkWorks = (): BulkWorks => useContext(BulkWorksContext);

/** The work that is under way at the moment. */
export function useBulkWork(): BulkWork | undefined {
  const { subscribe, current } = useBulkWorks();
  return useSyncExternalStore(subscribe, current);
}
