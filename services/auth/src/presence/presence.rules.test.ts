import { isPresent } from '../user/user.rules.js';
import { absent, countsAsOnlineAgent, nextPresence, settingDenialReason } from './presence.rules.js';

const online = { active: 1, online: 1, in_call: 0, AD_Status: 0, away_reason: null } as const;
const waiting = { active: 1, online: 0, in_call: 0, AD_Status: 0, away_reason: null } as const;
const calling = { active: 1, online: 0, in_call: 1, AD_Status: 0, away_reason: null } as const;
const dialling = { ...online, AD_Status: 1 } as const;
const atLunch = { ...absent, away_reason: 'lunch' } as const;

test.each([
  ['switching on with a socket is online at once', absent, { field: 'active', value: 1 }, true, online],
  ['switching on without one waits for it', absent, { field: 'active', value: 1 }, false, waiting],
  ['the socket that arrives brings online', waiting, 'arrived', true, online],
  ['a socket of somebody switched off brings nothing', absent, 'arrived', true, absent],
  ['a call takes online away and leaves the switch', online, { field: 'in_call', value: 1 }, true, calling],
  ['hanging up restores it', calling, { field: 'in_call', value: 0 }, true, online],
  [
    'hanging up with no socket left does not',
    calling,
    { field: 'in_call', value: 0 },
    false,
    { ...calling, in_call: 0 },
  ],
  [
    'hanging up after switching off stays offline',
    { ...calling, active: 0 },
    { field: 'in_call', value: 0 },
    true,
    absent,
  ],
  ['a missing socket alone does not blink', online, { field: 'active', value: 1 }, false, online],
  ['the wish to be online is the switch', absent, { field: 'online', value: 1 }, true, online],
  ['the wish to be offline, too', dialling, { field: 'online', value: 0 }, true, absent],
  ['offline during a call is no wish of its own', calling, { field: 'online', value: 0 }, true, calling],
  ['switching off ends dialling', dialling, { field: 'active', value: 0 }, true, absent],
  ['the autodialler alone changes nothing else', online, { field: 'AD_Status', value: 1 }, true, dialling],
  ['switching off may say why', online, { field: 'active', value: 0, reason: 'lunch' }, true, atLunch],
  [
    'another reason is the newer one',
    atLunch,
    { field: 'active', value: 0, reason: 'break' },
    true,
    { ...absent, away_reason: 'break' },
  ],
  ['plain offline has no reason', atLunch, { field: 'active', value: 0 }, true, absent],
  ['switching on ends the reason', atLunch, { field: 'active', value: 1 }, true, online],
  ['so does the wish to be online', atLunch, { field: 'online', value: 1 }, true, online],
  [
    'a call of somebody who is away leaves the reason',
    atLunch,
    { field: 'in_call', value: 1 },
    true,
    { ...atLunch, in_call: 1 },
  ],
  ['whoever is gone is not at lunch any more', atLunch, 'gone', false, absent],
  ['gone is nothing at all', { ...calling, AD_Status: 1 }, 'gone', true, absent],
] as const)('%s', (_what, before, change, socketAlive, after) => {
  expect(nextPresence(before, change, socketAlive)).toEqual(after);
});

test('admins have no switch; the dialler is for guides, and anybody may have it off', () => {
  for (const field of ['active', 'online'] as const) {
    expect(settingDenialReason(1, field, 1)).toBe('Admins have no Online/Offline switch');
    expect(settingDenialReason(2, field, 1)).toBeUndefined();
  }
  expect(settingDenialReason(2, 'AD_Status', 1)).toBe('Only guides have the autodialler');
  expect(settingDenialReason(1, 'AD_Status', 1)).toBe('Only guides have the autodialler');
  expect(settingDenialReason(2, 'AD_Status', 0)).toBeUndefined();
  expect(settingDenialReason(3, 'AD_Status', 1)).toBeUndefined();
  expect(settingDenialReason(1, 'in_call', 1)).toBeUndefined();
});

test('online agents are role 2, online and not banned', () => {
  expect(countsAsOnlineAgent({ role_id: 2, online: 1, banned: 0 })).toBe(true);
  expect(countsAsOnlineAgent({ role_id: 3, online: 1, banned: 0 })).toBe(false);
  expect(countsAsOnlineAgent({ role_id: 2, online: 0, banned: 0 })).toBe(false);
  expect(countsAsOnlineAgent({ role_id: 2, online: 1, banned: 1 })).toBe(false);
});

test('anything that is on, or a reason, counts as present', () => {
  expect(isPresent(absent)).toBe(false);
  expect(isPresent(atLunch)).toBe(true);
  for (const field of ['active', 'online', 'in_call', 'AD_Status'] as const) {
    expect(isPresent({ ...absent, [field]: 1 })).toBe(true);
  }
});
