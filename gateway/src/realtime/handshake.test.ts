import { createTestTokens } from '@crm/platform/testing/tokens.js';
import { ManualClock } from '@crm/platform/testing/manual-clock.js';
import { uniqueActor, uniqueId } from '@crm/platform/testing/unique.js';
import { userBanned, userSessionsEnded } from '@crm/contracts/bus/events.js';
import { handshakeRefusal, openBrowser } from '../test/browser.js';
import { asksLater, startSystem, stopSystems } from '../test/system.js';
import { until } from '../test/until.js';

afterEach(stopSystems);

const agent = uniqueActor(2);
const later = () => Math.floor(Date.now() / 1000) + 3_600;

describe('a socket is let in', () => {
  test('with a live session alone: none, no token, a foreign one, an expired one are refused as over', async () => {
    const system = await startSystem();
    const foreign = createTestTokens().tokenFor(agent);
    const expired = system.tokenFor(agent, { iat: 1_000, exp: 2_000 });
    for (const token of [undefined, '', 'x', foreign, expired]) {
      expect(await handshakeRefusal(system.url, token)).toMatchObject({
        code: 'session_ended',
        http_status: 403,
      });
    }
  });

  test('not with a token that was signed out or lies below the session version', async () => {
    const system = await startSystem();
    const jti = uniqueId();
    const other = uniqueActor(2);
    system.auth.revoked.push({ jti, exp: later() });
    system.auth.versions[other.id] = 1;
    await until(
      async () =>
        (
          await fetch(`${system.url}/api/state/get-all`, {
            headers: { authorization: `Bearer ${system.tokenFor(agent, { jti })}` },
          })
        ).status === 403,
    );
    for (const token of [system.tokenFor(agent, { jti }), system.tokenFor(other)]) {
      expect(await handshakeRefusal(system.url, token)).toMatchObject({ code: 'session_ended' });
    }
    await system.browser(agent);
    await system.browser(other, 0, { sv: 1 });
  });

  test('not where nobody can say whether the session is alive', async () => {
    const clock = new ManualClock(new Date());
    const system = await startSystem({ overrides: { clock } });
    const standing = await system.browser(agent);
    await system.closeAuth();
    clock.advance(31_000);
    expect(await handshakeRefusal(system.url, system.tokenFor(agent))).toMatchObject({
      code: 'unavailable',
      http_status: 503,
    });
    // Nobody can end a session while auth is away: who is in stays, and may ask for nothing.
    expect(standing.isConnected()).toBe(true);
    expect(await standing.refusalOf('join_leads_type', { type: 'life' })).toMatchObject({
      code: 'unavailable',
    });
  });

  test('not by long polling', async () => {
    const system = await startSystem();
    const response = await fetch(`${system.url}/socket.io/?EIO=4&transport=polling`);
    expect(response.status).toBe(400);
  });

  test('not once an address has tried too many tokens', async () => {
    const system = await startSystem();
    const codes = [];
    for (let count = 0; count < 241; count += 1) codes.push((await handshakeRefusal(system.url, 'x')).code);
    expect([codes[239], codes[240]]).toEqual(['session_ended', 'too_many']);
  });

  test('and closed where it sends more than any form can', async () => {
    const system = await startSystem();
    const browser = await system.browser(agent);
    void browser.send('process-lead', { lead: { address: 'x'.repeat(200_000) } }).catch(() => undefined);
    expect(await browser.closed).toBe('transport close');
  });
});

describe('a socket dies with its session', () => {
  test('when its token expires', async () => {
    const clock = new ManualClock(new Date());
    const system = await startSystem({ overrides: { clock } });
    const soon = await system.browser(agent, 0, { exp: Math.floor(clock.now().getTime() / 1000) + 10 });
    const longer = await system.browser(agent);
    clock.advance(11_000);
    expect(await soon.closed).toBe('io server disconnect');
    expect(longer.isConnected()).toBe(true);
  });

  test('as soon as an event tells that its token is signed out or its session version is over', async () => {
    const system = await startSystem({ overrides: { timings: asksLater } });
    const jti = uniqueId();
    const changed = uniqueActor(2);
    const [first, second, other] = [
      await system.browser(agent, 0, { jti }),
      await system.browser(changed),
      await system.browser(agent),
    ];
    // As auth does: it knows, and publishes the event.
    system.auth.revoked.push({ jti, exp: later() });
    system.auth.versions[changed.id] = 1;
    await system.publish(userSessionsEnded, { user_id: agent.id, jti, exp: later() });
    await system.publish(userSessionsEnded, { user_id: changed.id, session_version: 1 });
    expect(await Promise.all([first.closed, second.closed])).toEqual([
      'io server disconnect',
      'io server disconnect',
    ]);
    expect(other.isConnected()).toBe(true);
  });

  test('when its session ends, whichever of its tokens each has, and no other session; told twice, once', async () => {
    const system = await startSystem({ overrides: { timings: asksLater } });
    const sid = uniqueId();
    const [first, renewed, other] = [
      await system.browser(agent, 0, { sid, jti: sid }),
      await system.browser(agent, 0, { sid }),
      await system.browser(agent, 0, { sid: uniqueId() }),
    ];
    const ended = { user_id: agent.id, sid, exp: later() };
    system.auth.ended.push({ sid, exp: ended.exp });
    await system.publish(userSessionsEnded, ended);
    await system.publish(userSessionsEnded, ended);
    expect(await Promise.all([first.closed, renewed.closed])).toEqual([
      'io server disconnect',
      'io server disconnect',
    ]);
    // Nor does a token that is renewed in it later open another one.
    expect(await handshakeRefusal(system.url, system.tokenFor(agent, { sid }))).toMatchObject({
      code: 'session_ended',
    });
    expect(other.isConnected()).toBe(true);
  });

  test('when auth is asked next, where no event arrived', async () => {
    const system = await startSystem({ overrides: { timings: { pollMs: 100 } } });
    const jti = uniqueId();
    const [first, other] = [await system.browser(agent, 0, { jti }), await system.browser(agent)];
    system.auth.revoked.push({ jti, exp: later() });
    expect(await first.closed).toBe('io server disconnect');
    expect(other.isConnected()).toBe(true);
  });

  test('and may ask for nothing in the moment between', async () => {
    const system = await startSystem({ overrides: { timings: asksLater } });
    const browser = await system.browser(agent);
    await system.publish(userSessionsEnded, { user_id: agent.id, session_version: 1 });
    expect(await browser.refusalOf('join_leads_type', { type: 'life' })).toMatchObject({
      code: 'session_ended',
    });
    expect(await browser.closed).toBe('io server disconnect');
  });

  test('when its user is banned, and is told so first', async () => {
    const system = await startSystem({ overrides: { timings: asksLater } });
    const other = await system.browser(uniqueActor(2));
    const browsers = [await system.browser(agent), await system.browser(agent)];
    await system.publish(userBanned, { user_id: agent.id });
    for (const browser of browsers) {
      expect(await browser.closed).toBe('io server disconnect');
      expect(browser.received.at(-1)).toEqual({ event: 'banned', payload: { user_id: agent.id } });
    }
    expect([other.isConnected(), other.receivedOf('banned')]).toEqual([true, []]);
    expect(
      await handshakeRefusal(system.url, system.tokenFor(agent, { iat: Math.floor(Date.now() / 1000) - 60 })),
    ).toMatchObject({ code: 'session_ended' });
  });
});

test('a gateway that stops lets its browsers go in a way that makes them connect again', async () => {
  const system = await startSystem();
  const browser = await system.browser(agent);
  await system.gateway.stop();
  expect(await browser.closed).toBe('transport close');
});

test('a socket that never says who it is stays out of every room', async () => {
  const system = await startSystem();
  const nobody = openBrowser(system.url, undefined);
  await expect(nobody.connected).rejects.toThrow('Session ended');
  expect(nobody.received).toEqual([]);
});
