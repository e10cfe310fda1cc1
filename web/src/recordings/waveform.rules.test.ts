import { loudnessOf } from './waveform.rules.js';

const table: [string, number[], number, number[]][] = [
  ['each part by its loudest sample, the loudest of all as 1', [0.1, -0.5, 0.25, 0], 2, [1, 0.5]],
  ['silence as nothing', [0, 0, 0, 0], 2, [0, 0]],
  ['more parts than samples: what is missing is silent', [0.5], 3, [1, 0, 0]],
  ['no samples', [], 2, [0, 0]],
  ['a last part that is shorter', [0.2, 0.2, 0.4], 2, [0.5, 1]],
];
test.each(table)('%s', (_what, samples, count, expected) => {
  expect(loudnessOf(new Float32Array(samples), count)).toEqual(
    expected.map((each): unknown => expect.closeTo(each, 5)),
  );
});
