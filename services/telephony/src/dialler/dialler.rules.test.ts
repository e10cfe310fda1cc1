import fc from 'fast-check';
import {
  adStatusOf,
  isLost,
  joined,
  noDetails,
  numberRefusal,
  type AttemptDetails,
} from './dialler.rules.js';

const rings: AttemptDetails = { ...noDetails, placed: true };
const human: AttemptDetails = { ...rings, answeredBy: 'human' };

describe('what a lead shows', () => {
  test.each<[string, AttemptDetails, number | null]>([
    ['nothing is known yet', noDetails, null],
    ['it rings', rings, 1],
    ['busy', { ...rings, outcome: 'busy' }, 3],
    ['nobody answers', { ...rings, outcome: 'no-answer' }, 3],
    ['it fails', { ...rings, outcome: 'failed' }, 2],
    ['the carrier refuses it at once', { ...noDetails, outcome: 'refused' }, 2],
    ['the carrier does not answer, and nothing is ever heard', { ...noDetails, outcome: 'failed' }, null],
    ['it is stopped while it rings', { ...rings, outcome: 'canceled' }, 3],
    ['it is stopped before it rings', { ...noDetails, outcome: 'canceled' }, null],
    ['a person answers', human, 4],
    ['a person answers and talks', { ...human, outcome: 'completed' }, 4],
    ['a person answers and the guide’s device is gone', { ...human, outcome: 'no-answer' }, 4],
    ['nobody can tell whether it is a person', { ...rings, answeredBy: 'unknown', outcome: 'completed' }, 4],
    ['somebody takes it and hangs up before it is known who', { ...rings, outcome: 'completed' }, 4],
    ['a machine answers', { ...rings, answeredBy: 'machine' }, 5],
    ['a machine, hung up on', { ...rings, answeredBy: 'machine', outcome: 'completed' }, 5],
    ['a machine, with a voicemail left', { ...rings, answeredBy: 'machine', outcome: 'drop' }, 5],
    ['a fax', { ...rings, answeredBy: 'fax', outcome: 'completed' }, 2],
  ])('%s', (_name, details, status) => {
    expect(adStatusOf(details)).toBe(status);
  });

  test('comes out the same in whatever order it is learnt, and however often', () => {
    const published: Partial<AttemptDetails>[] = [
      { placed: true },
      { placed: true, answeredBy: 'human' },
      { outcome: 'completed' },
    ];
    const inOrder = published.reduce<AttemptDetails>(joined, noDetails);
    fc.assert(
      fc.property(fc.shuffledSubarray([...published, ...published], { minLength: 6 }), (shuffled) => {
        expect(shuffled.reduce<AttemptDetails>(joined, noDetails)).toEqual(inOrder);
      }),
      { numRuns: 200 },
    );
  });
});

test.each<[string, AttemptDetails, boolean]>([
  ['the carrier never took it', { ...noDetails, outcome: 'failed' }, true],
  ['the guide stopped before anybody was rung', { ...noDetails, outcome: 'canceled' }, true],
  ['the guide stopped while it rang', { ...rings, outcome: 'canceled' }, false],
  ['the carrier took it, and it failed', { ...rings, outcome: 'failed' }, false],
  [
    'somebody answered, whatever else is known',
    { ...noDetails, answeredBy: 'human', outcome: 'failed' },
    false,
  ],
  ['a rule refused it', { ...noDetails, outcome: 'refused' }, false],
  ['it goes on', noDetails, false],
])('nobody was rung, and the lead is as it was: %s', (_name, details, expected) => {
  expect(isLost(details)).toBe(expected);
});

test.each([
  ['+12145550117', undefined],
  [undefined, 'The lead has no phone number'],
  ['+442071838750', 'Calls are only allowed to numbers in this country'],
  ['+11145550117', 'Calls are only allowed to numbers in this country'],
  ['+19005550117', 'Calls to premium-rate numbers are not allowed'],
  ['+12149765555', 'Calls to premium-rate numbers are not allowed'],
])('%s: %s', (number, refusal) => {
  expect(numberRefusal(number)).toBe(refusal);
});
