import { isDue, isLive, expiryOf, isOpen, isReused, reachedLimit, renewedAfter } from './session.rules.js';

const claims = {
  jti: 'token-1',
  sub: '66f0a1b2c3d4e5f601020304',
  role: 2,
  subroles: [1, 2],
  name: 'Dana Reyes',
  sv: 3,
  iat: 1_000_000,
  exp: 1_043_200,
} satisfies Parameters<typeof isDue>[0];
const user = { role_id: 2, subroles: [2, 1], fullname: 'Dana Reyes', session_version: 3 } as const;
const secondsAfter = (seconds: number) => new Date((claims.iat + seconds) * 1000);

describe('a token is live', () => {
  test('while it was signed under the session version that stands', () => {
    expect(isLive(claims, { banned: 0, session_version: 3 })).toBe(true);
    expect(isLive(claims, { banned: 0, session_version: 4 })).toBe(false);
  });

  test('below it when it is the one that was kept', () => {
    const kept_session = { jti: 'token-1', exp: claims.exp };
    expect(isLive(claims, { banned: 0, session_version: 4, kept_session })).toBe(true);
    expect(isLive({ ...claims, jti: 'token-2' }, { banned: 0, session_version: 4, kept_session })).toBe(
      false,
    );
  });

  test('never for somebody who is banned, kept or not', () => {
    const kept_session = { jti: 'token-1', exp: claims.exp };
    expect(isLive(claims, { banned: 1, session_version: 3, kept_session })).toBe(false);
  });
});

describe('a token gets a successor', () => {
  test('past half of its life and not before', () => {
    expect(isDue(claims, user, secondsAfter(6 * 3600))).toBe(false);
    expect(isDue(claims, user, secondsAfter(6 * 3600 + 1))).toBe(true);
  });

  test.each([
    ['another role', { ...user, role_id: 3 as const }],
    ['another name', { ...user, fullname: 'Dana Smith' }],
    ['one sub-role more or less', { ...user, subroles: [1] as const }],
    ['a newer session version', { ...user, session_version: 4 }],
  ])('when its bearer has %s by now', (_what, changed) => {
    expect(isDue(claims, changed, secondsAfter(1))).toBe(true);
  });
});

const minute = 60_000;
const day = 24 * 60 * minute;
const limits = { session_idle_minutes: 60, session_days: 30 };
const start = new Date('2026-11-20T12:00:00.000Z');
const after = (ms: number) => new Date(start.getTime() + ms);

describe('the limits of a session', () => {
  test.each([
    ['a click just now', 5 * day, 5 * day, undefined],
    ['a minute less than the limit without a click', 0, 59 * minute, undefined],
    ['the limit without a click', 0, 60 * minute, 'idle'],
    ['a click a minute ago on the last day', 30 * day - minute, 30 * day - 1, undefined],
    ['a click a minute ago after thirty days', 30 * day - minute, 30 * day, 'too-old'],
  ])('%s', (_name, activeAfter, now, reached) => {
    const session = { started_at: start, active_at: after(activeAfter) };
    expect(reachedLimit(session, limits, after(now))).toBe(reached);
  });

  test.each([
    ['at once', 0, 12 * 60 * minute],
    ['on the last day with six hours left', 30 * day - 6 * 60 * minute, 30 * day],
  ])('a token signed %s expires no later than its session', (_name, now, expires) => {
    expect(expiryOf(start, limits, after(now))).toBe(after(expires).getTime() / 1000);
  });
});

describe('a token that was renewed', () => {
  const renewed = [{ jti: 'old', at: start }];
  test.each([
    ['old', 2 * minute, false],
    ['old', 2 * minute + 1, true],
    ['new', 60 * minute, false],
  ])('%s, %i ms later, is reused: %s', (jti, ms, reused) => {
    expect(isReused({ renewed }, jti, after(ms))).toBe(reused);
  });

  test('is remembered by its first renewal, until it would have expired', () => {
    expect(renewedAfter(renewed, 'old', after(minute))).toEqual(renewed);
    expect(renewedAfter(renewed, 'new', after(minute))).toEqual([
      ...renewed,
      { jti: 'new', at: after(minute) },
    ]);
    expect(renewedAfter(renewed, 'new', after(12 * 60 * minute))).toEqual([
      { jti: 'new', at: after(12 * 60 * minute) },
    ]);
  });
});

describe('a session on record', () => {
  const session = {
    _id: 'one',
    open: true as const,
    sv: 2,
    exp: after(12 * 60 * minute).getTime() / 1000,
    ...{ active_at: start, started_at: start },
  };
  const user = { banned: 0 as const, session_version: 2 };
  test.each([
    ['is open under the version of its user', {}, user, true],
    ['is over once it ended', { open: undefined }, user, false],
    ['is over below the version', { sv: 1 }, user, false],
    [
      'lives on below it where it was kept',
      { sv: 1 },
      { ...user, kept_session: { jti: 'x', exp: 1, sid: 'one' } },
      true,
    ],
    [
      'is over where another was kept',
      { sv: 1 },
      { ...user, kept_session: { jti: 'x', exp: 1, sid: 'two' } },
      false,
    ],
    ['is over for a banned user', {}, { ...user, banned: 1 as const }, false],
    ['is over with its last token', { exp: start.getTime() / 1000 }, user, false],
    ['is over when idle', { active_at: after(-2 * 60 * minute) }, user, false],
  ])('%s', (_name, changes, whose, open) => {
    const { open: isStillOpen, ...rest } = { ...session, ...changes };
    const stored = isStillOpen === undefined ? rest : { ...rest, open: isStillOpen };
    expect(isOpen(stored, whose, limits, start)).toBe(open);
  });
});
