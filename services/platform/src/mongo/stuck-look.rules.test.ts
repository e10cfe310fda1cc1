import { watchLooks, type Looks } from './stuck-look.rules.js';

type Step = 'began' | 'ended' | 'answered' | 'other began' | 'other ended';
const take: Record<Step, (looks: Looks) => void> = {
  began: (looks) => {
    looks.began('store:1');
  },
  ended: (looks) => {
    looks.ended('store:1');
  },
  'other began': (looks) => {
    looks.began('store:2');
  },
  'other ended': (looks) => {
    looks.ended('store:2');
  },
  answered: (looks) => {
    looks.othersAnswered();
  },
};

test.each<[string, Step[], boolean]>([
  ['nothing is looked at, whoever is answered', ['answered', 'answered', 'answered', 'answered'], false],
  ['a look is new', ['began', 'answered', 'answered'], false],
  [
    'others were answered again and again since it began',
    ['began', 'answered', 'answered', 'answered'],
    true,
  ],
  ['a look ended late', ['began', 'answered', 'answered', 'ended', 'answered', 'answered'], false],
  [
    'each look ends, only late',
    ['began', 'answered', 'answered', 'ended', 'began', 'answered', 'answered', 'ended', 'began', 'answered'],
    false,
  ],
  [
    'one server of two is looked at without end',
    ['began', 'other began', 'answered', 'other ended', 'answered', 'other began', 'answered'],
    true,
  ],
  ['it was without end, and ends', ['began', 'answered', 'answered', 'answered', 'ended'], false],
])('where %s', (_what, steps, isStuck) => {
  const looks = watchLooks();
  for (const step of steps) take[step](looks);
  expect(looks.isStuck).toBe(isStuck);
});
