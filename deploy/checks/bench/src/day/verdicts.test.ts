import { createVerdicts } from './verdicts.js';

const second = { share: 0.95, maxMs: 1_000, because: 'as agreed' } as const;

function reported() {
  const lines: string[] = [];
  return { lines, verdicts: createVerdicts((line) => lines.push(line)) };
}

describe('a figure beside its limit', () => {
  test('passes at the limit and fails above it', () => {
    const { lines, verdicts } = reported();
    verdicts.atMost('rest', 60, 60, ' s', 'as agreed');
    verdicts.atMost('rest', 60.2, 60, ' s', 'as agreed');
    expect(verdicts.counts()).toEqual({ passed: 1, failed: 1 });
    expect(lines.map((line) => line.slice(0, 6))).toEqual(['ok    ', 'FAILED']);
    expect(lines[1]).toContain('60.2 s (at most 60 s: as agreed)');
  });

  test('holds the percentile that is named, and lets slower ones be', () => {
    const { lines, verdicts } = reported();
    const took = Array.from({ length: 100 }, (_, index) => (index < 97 ? 10 : 5_000));
    verdicts.work('page', { took, failures: [] }, second);
    verdicts.work('page', { took, failures: [] }, { ...second, share: 1 });
    expect(verdicts.counts()).toEqual({ passed: 1, failed: 1 });
    expect(lines[0]).toContain('p50 10, p95 10, p99 5000, max 5000 ms');
  });

  test('fails where work failed, and tells each reason once', () => {
    const { lines, verdicts } = reported();
    verdicts.work('page', { took: [10], failures: ['502 away', '502 away', '409 taken'] }, second);
    expect(verdicts.counts()).toEqual({ passed: 1, failed: 1 });
    expect(lines.slice(2).map((line) => line.trim())).toEqual(['502 away', '409 taken']);
  });

  test('fails where a kind of work was not done at all', () => {
    const { lines, verdicts } = reported();
    verdicts.work('page', { took: [], failures: [] }, second);
    expect(verdicts.counts()).toEqual({ passed: 0, failed: 1 });
    expect(lines[0]).toContain('none was done');
  });

  test('says what is wrong where nothing may be', () => {
    const { lines, verdicts } = reported();
    verdicts.none('lost saves', []);
    verdicts.none('lost saves', ['A lead is gone']);
    expect(verdicts.counts()).toEqual({ passed: 1, failed: 1 });
    expect(lines.at(-1)).toContain('A lead is gone');
  });
});
