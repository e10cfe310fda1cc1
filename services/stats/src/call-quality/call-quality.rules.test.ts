import { callQuality } from '@crm/contracts/bus/call-events.js';
import { addedParts, byTrouble, noParts, qualityOf, rowOfPart } from './call-quality.rules.js';

const part = callQuality.data.parse(callQuality.example);
const figures = part.figures ?? undefined;
const measured = (mos: number, given: Partial<typeof part> = {}) =>
  rowOfPart({ ...part, ...given, figures: figures ? { ...figures, mos } : null });

test.each([
  ['a score below 3.5 is low', measured(3.49), { calls: 1, low: 1 }],
  ['one of 3.5 is not', measured(3.5), { calls: 1, low: 0 }],
  [
    'a thumb without figures is no measured call',
    rowOfPart({ ...part, figures: null }),
    { calls: 0, mos: 0, low: 0, thumbs_down: 1 },
  ],
  ['a thumb up', measured(4, { thumb: 'good' }), { thumbs_up: 1, thumbs_down: 0 }],
  ['no thumb', measured(4, { thumb: null }), { thumbs_up: 0, thumbs_down: 0 }],
  [
    'a call of the last hour of a day in Los Angeles',
    measured(4, { started_at: '2026-11-21T07:59:59.000Z' }),
    { day: '2026-11-20' },
  ],
])('%s', (_what, row, counted) => {
  expect(row).toMatchObject(counted);
});

test('averages are over measured calls, each counted once; of none there is none', () => {
  const all = [measured(3), measured(4.25), rowOfPart({ ...part, figures: null })].reduce(
    addedParts,
    noParts,
  );
  expect(qualityOf(all)).toMatchObject({ calls: 2, mos: 3.63, low: 50, thumbs_down: 3 });
  expect(qualityOf(noParts)).toEqual({
    ...noParts,
    mos: null,
    jitter: null,
    loss: null,
    rtt: null,
    low: null,
  });
});

test('whoever has most to complain of comes first', () => {
  const rows = [
    { ...noParts, calls: 9 },
    { ...noParts, calls: 4, thumbs_down: 1, low: 1 },
    { ...noParts, calls: 7, low: 1 },
    { ...noParts, calls: 30 },
  ];
  expect(rows.sort(byTrouble).map(({ calls }) => calls)).toEqual([4, 7, 30, 9]);
});
