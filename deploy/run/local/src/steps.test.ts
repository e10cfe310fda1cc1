import { createSteps } from './steps.js';

function reported() {
  const lines: string[] = [];
  let act: (() => void) | undefined;
  const steps = createSteps(
    (line) => lines.push(line),
    (_ms, again) => {
      act = again;
      return () => {
        act = undefined;
      };
    },
  );
  return { lines, steps, halfAMinute: () => act?.() };
}

test('each step has a line, and one more for every half minute it takes', () => {
  const { lines, steps, halfAMinute } = reported();
  steps.begin('Starting auth');
  steps.begin('Starting leads');
  halfAMinute();
  halfAMinute();
  steps.end();
  halfAMinute();
  expect(lines).toEqual([
    'Starting auth …',
    'Starting leads …',
    '  … Starting leads: 30 s so far',
    '  … Starting leads: 60 s so far',
  ]);
});

test('a count is told by the quarter', () => {
  const { lines, steps } = reported();
  steps.begin('Seeding the demo');
  for (let done = 100; done <= 2_000; done += 100) steps.count(done, 2_000, 'leads');
  steps.count(9, 9, 'agents');
  expect(lines).toEqual([
    'Seeding the demo …',
    '  500 of 2,000 leads',
    '  1,000 of 2,000 leads',
    '  1,500 of 2,000 leads',
    '  2,000 of 2,000 leads',
    '  9 of 9 agents',
  ]);
});
