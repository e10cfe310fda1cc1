import type { Limits } from './http-call.js';

export type Failure = 'ct' | 'rt' | '4xx' | '5xx';

export interface Overrides extends Limits {
  retries: number;
  retried: ReadonlySet<Failure>;
}

const all: readonly Failure[] = ['ct', 'rt', '4xx', '5xx'];

const bounded = (text: string | null, fallback: number, least: number, most: number) => {
  const value = text === null ? NaN : Number(text);
  return Number.isFinite(value) ? Math.min(most, Math.max(least, value)) : fallback;
};

/**
 * Connection overrides in the fragment of a webhook URL: `rc` retries, for the failures in `rp`, and the timeouts
 * `ct`, `rt` and `tt` in milliseconds. By default one retry, only if no connection was established.
 */
export function readOverrides(fragment: string): Overrides {
  const given = new URLSearchParams(fragment.replace(/^#/, ''));
  const policy = given.get('rp')?.split(',') ?? ['ct'];
  const retried = policy.includes('all') ? all : all.filter((failure) => policy.includes(failure));
  return {
    retries: bounded(given.get('rc'), 1, 0, 5),
    retried: new Set(retried),
    connectMs: bounded(given.get('ct'), 5_000, 100, 10_000),
    readMs: bounded(given.get('rt'), 15_000, 100, 15_000),
    totalMs: bounded(given.get('tt'), 15_000, 100, 15_000),
  };
}

/** How a response failed, if it did. */
export function failureOf(status: number): Failure | undefined {
  if (status >= 500) return '5xx';
  return status >= 400 ? '4xx' : undefined;
}
