import { loggedErrors, stands } from './after-day.js';

test('errors are found among what services log, and nothing else is taken for one', () => {
  const error = JSON.stringify({ level: 'error', msg: 'request failed' });
  const fatal = JSON.stringify({ level: 'fatal', msg: 'cannot go on' });
  const lines = [error, fatal, JSON.stringify({ level: 'warn', msg: 'slow' }), 'Debugger attached', ''];
  expect(loggedErrors(lines)).toEqual([error, fatal]);
});

describe('a save', () => {
  const reported = { address: '3 Elm Street', version: 3 };
  test.each([
    ['stands as it was told', { ...reported }, [], true],
    ['is lost with its lead', undefined, [], false],
    ['is lost where an older one stands', { address: '2 Elm Street', version: 2 }, [], false],
    [
      'is lost where something else stands at its version',
      { address: '2 Elm Street', version: 3 },
      [],
      false,
    ],
    [
      'gave way to a later one that nobody heard of',
      { address: '4 Elm Street', version: 4 },
      ['4 Elm Street'],
      true,
    ],
    [
      'gave way to nothing that anybody saved',
      { address: '5 Elm Street', version: 4 },
      ['4 Elm Street'],
      false,
    ],
  ])('%s', (_how, kept, unheard, isThere) => {
    expect(stands(kept, reported, unheard)).toBe(isThere);
  });
});
