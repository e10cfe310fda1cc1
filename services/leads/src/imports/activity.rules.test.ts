import { activityOf } from './activity.rules.js';

const now = new Date('2026-11-20T17:00:00.000Z');
const held = { by: 'a worker', until: new Date('2026-11-20T17:00:10.000Z') };
const ended = { by: 'a worker that is gone', until: now };
const layout = { delimiter: ',', encoding: 'utf-8' as const, columns: [] };
const running = { state: 'running', lease: held, layout, rows: 10 } as const;

test.each([
  ['nobody has taken up', { ...running, lease: null, layout: null }, 'waiting'],
  ['was taken up and not looked into yet', { ...running, layout: null }, 'waiting'],
  ['a worker handed on', { ...running, lease: null }, 'waiting'],
  ['has rows that are being counted', { ...running, rows: undefined }, 'counting'],
  ['is under way', running, 'importing'],
  ['was left by its worker', { ...running, lease: ended }, 'paused'],
  ['was left before it was looked into', { ...running, layout: null, lease: ended }, 'paused'],
  ['is done', { ...running, state: 'done' as const, lease: null }, null],
  ['failed', { ...running, state: 'failed' as const, lease: null, layout: null }, null],
])('an import that %s', (_what, doc, activity) => {
  expect(activityOf(doc, now)).toBe(activity);
});
