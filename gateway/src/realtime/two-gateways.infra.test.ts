import {
  leadAssigned,
  leadCreated,
  leadOffered,
  leadUpdated,
  userBanned,
  userSessionsEnded,
} from '@crm/contracts/bus/events.js';
import { exampleLifeLead } from '@crm/contracts/entities/lead.js';
import { isOutdated, type LeadStanding } from '@crm/contracts/leads/lead-order.rules.js';
import { id } from '@crm/contracts/ids.js';
import { z } from 'zod';
import { signIn } from '@crm/contracts/http/auth.js';
import { listStates } from '@crm/contracts/http/code-lists.js';
import { httpClient } from '@crm/platform/testing/http-client.js';
import { uniqueActor, uniqueId } from '@crm/platform/testing/unique.js';
import type { Browser } from '../test/browser.js';
import { wrongPassword } from '../test/fake-services.js';
import { redisUrl, useRedis, type TestRedis } from '../test/redis.js';
import { asksLater, startSystem, stopSystems, type SystemOptions, type TestSystem } from '../test/system.js';
import { until } from '../test/until.js';

/** What every live event of a lead says of it. */
const leadNews = z.object({ id: id.optional(), lead_id: id.optional(), version: z.int() });

const admin = uniqueActor(1);
const life = { type: 'life' } as const;

function describeTwoGateways(server: URL) {
  describe('two gateways that share Redis', () => {
    let redis: TestRedis;
    beforeEach(async () => {
      redis = await useRedis(server);
    });
    afterEach(async () => {
      await stopSystems();
      await redis.close();
    });
    const start = (options: SystemOptions = {}) =>
      startSystem({ ...options, gateways: 2, env: { ...redis.env, ...options.env } });

    /** Until every browser of a user heard one last event from either gateway: what came before them has come. */
    async function settle(system: TestSystem, userId: string, browsers: readonly Browser[]) {
      const marks = [uniqueId(), uniqueId()];
      for (const lead_id of marks)
        await system.publish(leadOffered, { lead_id, user_id: userId, why: 'dialler' });
      const hasHeard = (browser: Browser) => {
        const ids = idsOf(browser, 'ADD_LEAD_ID');
        return marks.every((mark) => ids.includes(mark));
      };
      await until(() => browsers.every(hasHeard), 'the last events');
      return new Set(marks);
    }
    const idsOf = (browser: Browser, event: string) =>
      browser.receivedOf(event).map((payload) => {
        const { id, lead_id } = payload as { id?: string; lead_id?: string };
        return id ?? lead_id ?? '';
      });

    /** Until an event that either gateway takes reaches all browsers again. */
    async function untilTogether(system: TestSystem, userId: string, browsers: readonly Browser[]) {
      const pairs: string[][] = [];
      await until(async () => {
        const pair = [uniqueId(), uniqueId()];
        pairs.push(pair);
        for (const lead_id of pair)
          await system.publish(leadOffered, { lead_id, user_id: userId, why: 'dialler' });
        const received = browsers.map((browser) => new Set(idsOf(browser, 'ADD_LEAD_ID')));
        return pairs.some((ids) => received.every((its) => ids.every((id) => its.has(id))));
      }, 'the gateways finding each other');
    }

    test('tell each browser every event once, whichever of them took it from the bus', async () => {
      const system = await start();
      const agent = uniqueActor(2);
      const browsers = [
        await system.browser(agent, 0),
        await system.browser(agent, 1),
        await system.browser(agent, 1),
      ];
      const emitted = Array.from({ length: 60 }, () => uniqueId());
      for (const lead_id of emitted)
        await system.publish(leadOffered, { lead_id, user_id: agent.id, why: 'dialler' });
      const marks = await settle(system, agent.id, browsers);
      for (const browser of browsers) {
        const received = idsOf(browser, 'ADD_LEAD_ID').filter((id) => !marks.has(id));
        expect(received.sort()).toEqual([...emitted].sort());
      }
    });

    test('tell a row of several lists once to who looks at all of them', async () => {
      const system = await start();
      const browsers = [await system.browser(admin, 0), await system.browser(admin, 1)];
      for (const browser of browsers) {
        await browser.send('join_manual_leads', life);
        await browser.send('join_leads_type', life);
        await browser.send('join_raw_leads');
      }
      const ids = [uniqueId(), uniqueId(), uniqueId(), uniqueId()];
      for (const id of ids) {
        const lead = { ...exampleLifeLead, id, source: 'manual' as const, user_id: 0 as const };
        await system.publish(leadCreated, { lead: { ...lead, agent_fullname: null }, how: 'person' });
      }
      await settle(system, admin.id, browsers);
      for (const browser of browsers) expect(idsOf(browser, 'CREATE_LEAD').sort()).toEqual([...ids].sort());
    });

    test('take who lost a lead out of its room, on whichever of them the socket hangs', async () => {
      const system = await start();
      const [loser, winner] = [uniqueActor(2), uniqueActor(2)];
      const browsers = [await system.browser(loser, 0), await system.browser(loser, 1)];
      // Each gateway takes every other event: both of them take one of these.
      const leads = [uniqueId(), uniqueId()];
      for (const [index, browser] of browsers.entries())
        await browser.send('busy-lead', { lead_id: leads[index] });
      for (const id of [...leads, ...[...leads].reverse()]) {
        const lead = { ...exampleLifeLead, id, user_id: winner.id };
        await system.publish(leadAssigned, {
          lead_id: id,
          from: loser.id,
          to: winner.id,
          how: 'manual',
          lead,
        });
      }
      await settle(system, loser.id, browsers);
      for (const id of [...leads, ...leads]) {
        const lead = { ...exampleLifeLead, id, user_id: winner.id };
        await system.publish(leadUpdated, { lead, changed: [] });
      }
      await settle(system, loser.id, browsers);
      for (const [index, browser] of browsers.entries()) {
        expect(idsOf(browser, 'DELETE_LEAD')).toContain(leads[index]);
        expect(browser.receivedOf('UPDATE_LEAD')).toEqual([]);
      }
    });

    test('tell of a lead by its version, so that events in another order leave the newest', async () => {
      const system = await start();
      const [agent, other] = [uniqueActor(2), uniqueActor(2)];
      const browsers = [await system.browser(agent, 0), await system.browser(agent, 1)];
      const room = { source: 1, type: 'life', user_id: agent.id };
      for (const browser of browsers) await browser.send('join_agent_leads', room);
      const [back, gone] = [uniqueId(), uniqueId()];
      const assigned = (id: string, version: number, from: string, to: string) =>
        system.publish(leadAssigned, {
          ...{ lead_id: id, from, to, how: 'manual' },
          lead: { ...exampleLifeLead, id, user_id: to, version },
        });
      // It went and came back; told the other way round.
      await assigned(back, 7, other.id, agent.id);
      await assigned(back, 6, agent.id, other.id);
      // It was changed and then went; told the other way round.
      await assigned(gone, 7, agent.id, other.id);
      const changed = { ...exampleLifeLead, id: gone, user_id: agent.id, version: 6 };
      await system.publish(leadUpdated, { lead: changed, changed: [] });
      await settle(system, agent.id, browsers);
      for (const browser of browsers) {
        const standing = (id: string) => {
          let known: LeadStanding | undefined;
          for (const { event, payload } of browser.received) {
            if (!['CREATE_LEAD', 'UPDATE_LEADS', 'DELETE_LEAD'].includes(event)) continue;
            const emitted = leadNews.parse(payload);
            const news = { version: emitted.version, isGone: event === 'DELETE_LEAD' };
            if ((emitted.id ?? emitted.lead_id) === id && !isOutdated(news, known)) known = news;
          }
          return known;
        };
        expect(standing(back)).toEqual({ version: 7, isGone: false });
        expect(standing(gone)).toEqual({ version: 7, isGone: true });
      }
    });

    test('tell the count of online agents to the browsers of both', async () => {
      const system = await start();
      const agent = uniqueActor(2);
      const [sender, onlooker] = [await system.browser(agent, 0), await system.browser(admin, 1)];
      system.auth.agents = 9;
      await sender.send('agent-online', { user_id: agent.id, online: 1 });
      expect(await onlooker.waitFor('GET_ONLINE_AGENTS')).toEqual({ agents: 9 });
    });

    test('end a banned user’s sockets on both as soon as an event tells of it, each told why, once', async () => {
      const system = await start({ overrides: { timings: asksLater } });
      const agent = uniqueActor(2);
      const browsers = [await system.browser(agent, 0), await system.browser(agent, 1)];
      // The event alone: whoever asks auth meanwhile ends them too, which tells nothing of why.
      await system.publish(userBanned, { user_id: agent.id });
      for (const browser of browsers) {
        expect(await browser.closed).toBe('io server disconnect');
        expect(browser.received).toEqual([{ event: 'banned', payload: { user_id: agent.id } }]);
      }
    });

    test('end the sockets of a session that is over on both as soon as an event tells of it', async () => {
      const system = await start({ overrides: { timings: asksLater } });
      const agent = uniqueActor(2);
      const browsers = [await system.browser(agent, 0), await system.browser(agent, 1)];
      // As auth does: the raised version for whoever asks, and the event.
      system.auth.versions[agent.id] = 1;
      await system.publish(userSessionsEnded, { user_id: agent.id, session_version: 1 });
      await Promise.all(browsers.map((browser) => browser.closed));
    });

    test('end the sockets of a session of which no event told when they ask next', async () => {
      const system = await start({ overrides: { timings: { pollMs: 100 } } });
      const agent = uniqueActor(2);
      const browsers = [await system.browser(agent, 0), await system.browser(agent, 1)];
      system.auth.versions[agent.id] = 1;
      for (const browser of browsers) expect(await browser.closed).toBe('io server disconnect');
    });

    test('count a user together', async () => {
      const system = await start({ env: { RATE_USER_PER_MINUTE: '4' } });
      const token = system.tokenFor(uniqueActor(2));
      const statuses = [];
      for (let count = 0; count < 6; count += 1) {
        const url = system.gateways[count % 2]?.url ?? '';
        statuses.push((await httpClient(url, token).call(listStates, {})).status);
      }
      expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
    });

    test('know together behind which address people work', async () => {
      const system = await start({ env: { RATE_ADDRESS_PER_MINUTE: '3' } });
      const [here, there] = system.gateways.map(({ url }) => url);
      const body = { email: 'a@example.com', password: wrongPassword };
      const signInAt = async (url: string | undefined) =>
        (await httpClient(url ?? '').call(signIn, { body })).status;
      const work = () => httpClient(here ?? '', system.tokenFor(uniqueActor(2))).call(listStates, {});
      for (const url of [here, there, here]) expect(await signInAt(url)).toBe(401);
      expect(await signInAt(there)).toBe(429);
      expect((await work()).status).toBe(200);
      await until(async () => (await signInAt(there)) === 401, 'the other gateway knowing');
    });

    test('go on by themselves while Redis is away, and have lists read again once it is back', async () => {
      const system = await start({ env: { RATE_USER_PER_MINUTE: '20' } });
      const agent = uniqueActor(2);
      const browsers = [await system.browser(agent, 0), await system.browser(agent, 1)];
      redis.cut();
      await system.lines.waitFor('redis unreachable');

      const token = system.tokenFor(uniqueActor(2));
      const startedAt = performance.now();
      for (let count = 0; count < 10; count += 1) {
        expect((await httpClient(system.url, token).call(listStates, {})).status).toBe(200);
      }
      // No call waits for Redis.
      expect(performance.now() - startedAt).toBeLessThan(2_000);

      // Two events, one for each gateway: each reaches the sockets of its own.
      const emitted = [uniqueId(), uniqueId()];
      for (const lead_id of emitted)
        await system.publish(leadOffered, { lead_id, user_id: agent.id, why: 'dialler' });
      await until(() => browsers.every((browser) => idsOf(browser, 'ADD_LEAD_ID').length === 1));
      expect(browsers.flatMap((browser) => idsOf(browser, 'ADD_LEAD_ID')).sort()).toEqual(
        [...emitted].sort(),
      );

      redis.mend();
      for (const browser of browsers) {
        expect(await browser.waitFor('LEADS_CHANGED')).toEqual({ type: 'life', count: 0 });
      }
      // And everybody hears everything again.
      await untilTogether(system, agent.id, browsers);
    });

    test('find each other again after Redis was silent for so long that they gave their connections up', async () => {
      const system = await start();
      const agent = uniqueActor(2);
      const browsers = [await system.browser(agent, 0), await system.browser(agent, 1)];
      redis.freeze();
      await until(
        () => system.lines.all().filter(({ msg }) => msg === 'redis unreachable').length === 2,
        'both of them noticing',
      );
      redis.mend();
      for (const browser of browsers) await browser.waitFor('LEADS_CHANGED');
      await untilTogether(system, agent.id, browsers);
    });

    test('start without Redis, and find each other once it is there', async () => {
      redis.cut();
      const system = await start();
      const agent = uniqueActor(2);
      const browsers = [await system.browser(agent, 0), await system.browser(agent, 1)];
      redis.mend();
      for (const browser of browsers) await browser.waitFor('LEADS_CHANGED');
      await untilTogether(system, agent.id, browsers);
    });
  });
}

const server = await redisUrl();
if (server === undefined) {
  describe.skip('two gateways (skipped: no Redis answers at REDIS_URL or 127.0.0.1:6379)', () => {
    it('were not tested', () => undefined);
  });
} else {
  describeTwoGateways(server);
}
