import type { Permission } from '@crm/contracts/customers/contact.js';
import { saidOfBoth } from './permission-words.rules.js';

const now = new Date('2026-11-20T13:12:00.000Z');
const zone = 'America/Chicago';
const given: Permission = {
  allowed: true,
  rule: null,
  sentence: 'May be contacted',
  next_allowed_at: null,
  override_id: null,
};
const early: Permission = {
  ...given,
  allowed: false,
  rule: 'hours',
  sentence: 'It is 7:12 AM CT there; calls may begin at 9:00 AM CT',
  next_allowed_at: '2026-11-20T15:00:00.000Z',
};
const closed: Permission = {
  ...given,
  allowed: false,
  rule: 'do_not_contact',
  sentence: 'Does not want calls, by their own word',
};

test.each<[string, Permission, Permission, string, [string, string][], string | undefined]>([
  ['both are given', given, given, 'green', [['crm.contact.callAndText', '']], undefined],
  ['both begin later', early, early, 'orange', [['crm.contact.from', '9:00 AM CT']], undefined],
  ['both are closed', closed, closed, 'red', [['crm.contact.mayNot', '']], closed.sentence],
  [
    'one is given and the other closed',
    given,
    closed,
    'orange',
    [
      ['crm.contact.call', ''],
      ['crm.contact.mayNotText', ''],
    ],
    closed.sentence,
  ],
  [
    'both begin later, each at its own time',
    early,
    { ...early, next_allowed_at: '2026-11-21T15:00:00.000Z' },
    'orange',
    [
      ['crm.contact.callsFrom', '9:00 AM CT'],
      ['crm.contact.textsFrom', 'Saturday 9:00 AM CT'],
    ],
    undefined,
  ],
  [
    'both are closed for reasons of their own',
    closed,
    { ...closed, rule: 'consent', sentence: 'None is on file' },
    'red',
    [
      ['crm.contact.mayNotCall', ''],
      ['crm.contact.mayNotText', ''],
    ],
    closed.sentence,
  ],
])('where %s the colour and the words are', (_what, call, text, hue, words, reason) => {
  const found = saidOfBoth({ call, text }, zone, now);
  expect(found.hue).toBe(hue);
  expect(found.said.map(({ word, time }) => [word, time])).toEqual(words);
  expect(found.reason).toBe(reason);
});
