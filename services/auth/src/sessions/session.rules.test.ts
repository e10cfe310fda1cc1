import { isDue, isLive } from './session.rules.js';

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
