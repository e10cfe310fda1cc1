import type { ConnectionReport } from './connection-test.js';
import { verdictOf, verdictOfFailure } from './verdict.rules.js';

const report = (sound: Partial<NonNullable<ConnectionReport['sound']>> = {}, isRelayed = false) => ({
  sound: { mos: 4.3, jitter: 4, rtt: 60, loss: 0.1, ...sound },
  edge: 'ashburn',
  isRelayed,
});

test.each<[string, ConnectionReport, string, string[]]>([
  ['as it should be', report(), 'good', []],
  ['relayed, and good all the same', report({}, true), 'good', []],
  ['some words lost', report({ loss: 1.1 }), 'usable', ['loss']],
  ['many words lost', report({ loss: 3.1, mos: 3.2 }), 'unusable', ['loss']],
  ['uneven and far away', report({ jitter: 31, rtt: 251 }), 'usable', ['jitter', 'delay']],
  ['too far away', report({ rtt: 401 }, true), 'unusable', ['delay', 'relayed']],
  ['a score that no single figure explains', report({ mos: 3.4 }), 'unusable', []],
  ['a score between', report({ mos: 3.5 }), 'usable', []],
  ['no sound at all', { ...report(), sound: null }, 'unusable', ['noSound']],
])('%s', (_what, measured, grade, troubles) => {
  expect(verdictOf(measured)).toEqual({ grade, troubles, report: measured });
});

test.each([
  ['a refused microphone', { code: 31401 }, 'microphoneRefused'],
  ['no microphone', { code: 31402 }, 'noMicrophone'],
  ['a provider out of reach', { code: 53000 }, 'unreachable'],
  ['sound that a firewall stops', { code: 53405 }, 'noSound'],
  ['whatever else', new Error('no'), 'unreachable'],
])('a test that fails: %s', (_what, error, trouble) => {
  expect(verdictOfFailure(error)).toEqual({ grade: 'unusable', troubles: [trouble], report: null });
});
