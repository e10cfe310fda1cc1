import { jest } from '@jest/globals';
import fc from 'fast-check';
import {
  adStatusOf,
  joined,
  noDetails,
  numberRefusal,
  restartsAfter,
  type AttemptDetails,
} from './dialler.rules.js';

fc.configureGlobal({ seed: jest.getSeed() });

const rings: AttemptDetails = { ...noDetails, placed: true };
const human: AttemptDetails = { ...rings, answeredBy: 'human' };

describe('what a lead shows, and whether the dialler goes on', () => {
  test.each<[string, AttemptDetails, number | null, boolean]>([
    ['nothing is known yet', noDetails, null, false],
    ['it rings', rings, 1, false],
    ['busy', { ...rings, outcome: 'busy' }, 3, true],
    ['nobody answers', { ...rings, outcome: 'no-answer' }, 3, true],
    ['it fails', { ...rings, outcome: 'failed' }, 2, true],
    ['the carrier refuses it at once', { ...noDetails, outcome: 'refused' }, 2, false],
    [
      'the carrier does not answer, and nothing is ever heard',
      { ...noDetails, outcome: 'failed' },
      null,
      false,
    ],
    ['it is stopped while it rings', { ...rings, outcome: 'canceled' }, 3, false],
    ['a person answers', human, 4, false],
    ['a person answers and talks', { ...human, outcome: 'completed', talked: 40 }, 4, false],
    ['a person answers and the guide’s device is gone', { ...human, outcome: 'no-answer' }, 4, false],
    [
      'nobody can tell whether it is a person',
      { ...rings, answeredBy: 'unknown', outcome: 'completed' },
      4,
      false,
    ],
    [
      'somebody takes it, talks to the guide and hangs up before it is known who',
      { ...rings, outcome: 'completed', talked: 2 },
      4,
      false,
    ],
    [
      'somebody takes it and hangs up before the guide is there, and before it is known who',
      { ...rings, outcome: 'completed' },
      4,
      true,
    ],
    [
      'the guide hears a machine, a voicemail is left',
      { ...rings, answeredBy: 'machine', outcome: 'drop', talked: 22 },
      5,
      true,
    ],
    ['a machine answers', { ...rings, answeredBy: 'machine' }, 5, false],
    ['a machine, hung up on', { ...rings, answeredBy: 'machine', outcome: 'completed' }, 5, true],
    ['a machine, with a voicemail left', { ...rings, answeredBy: 'machine', outcome: 'drop' }, 5, true],
    ['a fax', { ...rings, answeredBy: 'fax', outcome: 'completed' }, 2, true],
  ])('%s', (_name, details, status, restarts) => {
    expect([adStatusOf(details), restartsAfter(details)]).toEqual([status, restarts]);
  });

  test('comes out the same in whatever order it is learnt, and however often', () => {
    const published: Partial<AttemptDetails>[] = [
      { placed: true },
      { placed: true, answeredBy: 'human' },
      { outcome: 'completed', talked: 12 },
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
