import { faultOfAudio } from './audio-file.rules.js';

test.each([
  ['hello.mp3', 1_000, undefined],
  ['HELLO.WAV', 5 * 1024 * 1024, undefined],
  ['hello.wav', 5 * 1024 * 1024 + 1, 'tooLarge'],
  ['hello.ogg', 1_000, 'wrongType'],
  ['mp3', 1_000, 'wrongType'],
] as const)('of %s with %d bytes the fault is %p', (name, size, fault) => {
  expect(faultOfAudio({ name, size })).toBe(fault);
});
