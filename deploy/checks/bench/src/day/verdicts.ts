import { percentile } from '../percentile.js';
import type { Tally } from './tallies.js';

/** Prints figures with their limits and counts which meet them. */
export interface Verdicts {
  /** A figure with its maximum and the reason for it. */
  atMost(what: string, figure: number, limit: number, unit: string, because: string): void;
  /** A list of violations, which must be empty. */
  none(what: string, wrong: readonly string[]): void;
  /** A kind of action with its percentiles, one of which has a limit; none may fail. */
  work(what: string, tally: Tally, limit: { share: 0.5 | 0.95 | 1; maxMs: number; because: string }): void;
  counts(): { passed: number; failed: number };
}

const nameOf = { 0.5: 'p50', 0.95: 'p95', 1: 'max' } as const;
const shownReasons = 3;

export function createVerdicts(log: (line: string) => void): Verdicts {
  const counts = { passed: 0, failed: 0 };
  const judge = (holds: boolean, text: string) => {
    counts[holds ? 'passed' : 'failed'] += 1;
    log(`${holds ? 'ok    ' : 'FAILED'} ${text}`);
  };
  const reportReasons = (reasons: readonly string[]) => {
    for (const reason of [...new Set(reasons)].slice(0, shownReasons))
      log(`         ${reason.slice(0, 300)}`);
  };
  const none = (what: string, wrong: readonly string[]) => {
    judge(wrong.length === 0, `${what.padEnd(44)} ${String(wrong.length)} (none)`);
    reportReasons(wrong);
  };
  return {
    atMost: (what, figure, limit, unit, because) => {
      const shown = Number.isInteger(limit) && figure >= 100 ? figure.toFixed(0) : figure.toFixed(1);
      judge(
        figure <= limit,
        `${what.padEnd(44)} ${shown}${unit} (at most ${String(limit)}${unit}: ${because})`,
      );
    },
    none,
    work: (what, { took, failures }, { share, maxMs, because }) => {
      const heading = `${what.padEnd(34)} ${String(took.length).padStart(6)} `;
      if (took.length === 0) judge(false, `${heading} none was done`);
      else {
        const at = (which: number) => percentile(took, which).toFixed(0);
        judge(
          percentile(took, share) <= maxMs,
          `${heading} p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}, max ${at(1)} ms; ${String(failures.length)} failed   (${nameOf[share]} at most ${String(maxMs)} ms: ${because})`,
        );
      }
      if (failures.length > 0) none(`${what}: failures`, failures);
    },
    counts: () => counts,
  };
}
