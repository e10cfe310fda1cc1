import { commands } from '@crm/contracts/bus/commands.js';
import { endpoints } from '@crm/contracts/http/all.js';
import { isRecordNoun, isWorded } from './audit.en.js';

const rules = endpoints.flatMap(({ access, audit }) =>
  access === 'internal' || audit === undefined || audit === 'none' ? [] : [audit],
);
/** Entries that are left by no call: of the alarm itself, of audio that is streamed, of commands of the bus. */
const besides = [
  'alarm.bulk-reading',
  'recording.played',
  'session.expired',
  'session.token-reused',
  ...commands.map(({ type }) => `command.${type}`),
];

test('every action of the catalogue has its words', () => {
  const actions = [...rules.map(({ action }) => action), ...besides];
  expect(actions.length).toBeGreaterThan(200);
  expect(actions.filter((action) => !isWorded(action))).toEqual([]);
});

test('every record that an action is done to has its word', () => {
  const nouns = rules.flatMap(({ subject }) => {
    const noun = subject?.split('/')[0] ?? '';
    return noun === '' || noun.startsWith('{') ? [] : [noun];
  });
  expect(nouns.filter((noun) => !isRecordNoun(noun))).toEqual([]);
});
