import { goodLine, withWarning, wordsOfLine, type Line } from './line-trouble.rules.js';

const warned = (...names: readonly string[]): Line =>
  names.reduce((line, name) => withWarning(line, name, true), goodLine);

test.each<[string, Line, boolean, string | undefined]>([
  ['a good line', goodLine, false, undefined],
  ['a weak one', warned('high-jitter'), false, 'weak'],
  ['the worst of several', warned('low-mos', 'low-bytes-sent', 'low-bytes-received'), false, 'noSound'],
  ['nobody hears', warned('low-mos', 'low-bytes-sent'), false, 'notHeard'],
  ['a silent microphone', warned('constant-audio-input-level'), false, 'silentMicrophone'],
  ['one that is muted', warned('constant-audio-input-level'), true, undefined],
  ['muted on a weak line', warned('constant-audio-input-level', 'high-rtt'), true, 'weak'],
  ['what means nothing to a person', warned('constant-audio-output-level'), false, undefined],
  ['a lost one, whatever else', { ...warned('low-mos'), isReconnecting: true }, false, 'reconnecting'],
])('%s', (_what, line, isMuted, key) => {
  expect(wordsOfLine({ line, isMuted })).toBe(key && `crm.calls.line.${key}`);
});

test('a warning that comes twice ends once', () => {
  expect(withWarning(warned('low-mos', 'low-mos'), 'low-mos', false)).toEqual(goodLine);
});
