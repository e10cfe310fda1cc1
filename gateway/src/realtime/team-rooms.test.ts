import { floorTileChanged } from '@crm/contracts/bus/floor-events.js';
import { callHelpAsked } from '@crm/contracts/bus/call-events.js';
import { recordChanged } from '@crm/contracts/bus/record-events.js';
import { serverEvents } from '@crm/contracts/sockets/server-events.js';
import { uniqueActor, uniqueId } from '@crm/platform/testing/unique.js';
import type { Browser } from '../test/browser.js';
import { startSystem, stopSystems, type TestSystem } from '../test/system.js';
import { until } from '../test/until.js';

let system: TestSystem;
beforeEach(async () => {
  system = await startSystem();
});
afterEach(stopSystems);

const [lead, member, stranger] = [uniqueActor(4), uniqueId(), uniqueId()];
const tile = serverEvents.floorTile.name;

const publishTile = (user_id: string) =>
  system.publish(floorTileChanged, { ...floorTileChanged.example, user_id });
const tilesOf = (browser: Browser) =>
  browser.receivedOf(tile).map((payload) => serverEvents.floorTile.payload.parse(payload).user_id);

/** The account of somebody changed, as auth tells it. */
const accountChanged = () =>
  system.publish(recordChanged, { resource: 'agents', id: member, change: 'updated', user_id: null });

/** Publishes tiles until the browser is told of one, which shows that it is in the room. */
async function follows(browser: Browser, user_id: string): Promise<void> {
  await until(async () => {
    await publishTile(user_id);
    return tilesOf(browser).includes(user_id);
  });
}

test('a team lead is told what the people of the team do, and nothing of others', async () => {
  system.auth.teams[lead.id] = [member];
  const browser = await system.browser(lead);
  await follows(browser, member);
  await publishTile(stranger);
  const call_id = uniqueId();
  await system.publish(callHelpAsked, { call_id, user_id: stranger, lead_id: null, asked: true });
  await system.publish(callHelpAsked, { call_id, user_id: member, lead_id: null, asked: true });
  await browser.waitFor(serverEvents.helpAsked.name);
  expect(tilesOf(browser)).not.toContain(stranger);
  expect(browser.receivedOf(serverEvents.helpAsked.name)).toHaveLength(1);
});

test('opening the floor shows a team lead no more of it than the team', async () => {
  system.auth.teams[lead.id] = [member];
  const browser = await system.browser(lead);
  await browser.send('join_floor');
  await follows(browser, member);
  await publishTile(stranger);
  await publishTile(member);
  expect(tilesOf(browser)).not.toContain(stranger);
});

test('a change of teams is followed without a new connection, in both directions', async () => {
  system.auth.teams[lead.id] = [member];
  const browser = await system.browser(lead);
  await follows(browser, member);
  system.auth.teams[lead.id] = [stranger];
  await accountChanged();
  await follows(browser, stranger);
  const before = tilesOf(browser).filter((id) => id === member).length;
  await publishTile(member);
  await publishTile(stranger);
  await until(() => tilesOf(browser).filter((id) => id === stranger).length > 1);
  expect(tilesOf(browser).filter((id) => id === member)).toHaveLength(before);
});

test('an agent is in no such room', async () => {
  const agent = uniqueActor(2);
  system.auth.teams[agent.id] = [member];
  const browser = await system.browser(agent);
  await accountChanged();
  await publishTile(member);
  await publishTile(agent.id);
  await browser.waitFor(serverEvents.agentState.name);
  expect(tilesOf(browser)).toEqual([]);
});
