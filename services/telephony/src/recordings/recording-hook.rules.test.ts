import { recordingDetails } from './recording-hook.rules.js';

const sid = `RE${'0a'.repeat(16)}`;
const hook = {
  AccountSid: `AC${'1b'.repeat(16)}`,
  RecordingSid: sid,
  RecordingStatus: 'completed',
  RecordingDuration: '123',
  RecordingUrl: 'http://169.254.169.254/latest/meta-data',
  RecordingStartTime: 'Fri, 20 Nov 2026 17:40:20 +0000',
};

test('a completed recording is read, and its posted address is not', () => {
  expect(recordingDetails(hook)).toEqual({ sid, duration: 123, startedAt: new Date('2026-11-20T17:40:20Z') });
});

test.each([
  ['absent', { ...hook, RecordingStatus: 'absent' }],
  ['in progress', { ...hook, RecordingStatus: 'in-progress' }],
  ['of no name', { ...hook, RecordingSid: '' }],
  ['of a name that is a path', { ...hook, RecordingSid: `../${sid}` }],
  ['said nothing of', {}],
])('one that is %s is none', (_what, fields) => {
  expect(recordingDetails(fields)).toBeUndefined();
});

test.each([
  ['122.9', 122],
  ['0', 0],
  ['', 0],
  ['-1', 0],
  ['long', 0],
])('a duration of %p is %p seconds', (RecordingDuration, duration) => {
  expect(recordingDetails({ ...hook, RecordingDuration })?.duration).toBe(duration);
});

test('a start that cannot be read is none', () => {
  expect(recordingDetails({ ...hook, RecordingStartTime: 'yesterday' })?.startedAt).toBeNull();
});
