import { leadAssigned, leadUpdated } from '@crm/contracts/bus/events.js';
import { clientEvents } from '@crm/contracts/sockets/client-events.js';
import { exampleLifeLead } from '@crm/contracts/entities/lead.js';
import { releaseHolders } from '@crm/contracts/http/holds.js';
import { openedLead } from '@crm/contracts/http/opened-lead.js';
import { exampleOpenedLead } from '@crm/contracts/http/opening.js';
import { uniqueActor, uniqueId } from '@crm/platform/testing/unique.js';
import { startSystem, stopSystems, type TestSystem } from '../test/system.js';
import { until } from '../test/until.js';

afterEach(stopSystems);

const admin = uniqueActor(1);
const agent = uniqueActor(2);
const other = uniqueActor(2);
let leadId: string;
let system: TestSystem;
beforeEach(async () => {
  leadId = uniqueId();
  system = await startSystem();
});
const changed = () =>
  system.publish(leadUpdated, { lead: { ...exampleLifeLead, id: leadId, user_id: other.id }, changed: [] });

test('opening a lead holds it for the socket, and tells what happens to it', async () => {
  const browser = await system.browser(agent);
  expect(await browser.send('busy-lead', { lead_id: leadId })).toMatchObject({
    status: 'success',
    held: true,
  });
  expect(system.leads.holds.get(leadId)).toEqual({
    lead_id: leadId,
    user_id: agent.id,
    holder: `${system.gateway.gatewayId}:${browser.id()}`,
  });
  await changed();
  expect(await browser.waitFor('UPDATE_LEAD')).toMatchObject({ id: leadId });
});

test('what its page shows comes with the hold, as leads answers it', async () => {
  const browser = await system.browser(agent);
  const answer = await browser.send('busy-lead', { lead_id: leadId, opens: true });
  const { held, opened } = clientEvents.busyLead.answer.parse(answer);
  const expected = openedLead.parse({ ...exampleOpenedLead, lead: { ...exampleLifeLead, id: leadId } });
  expect([held, openedLead.parse(opened)]).toEqual([true, expected]);
  expect(system.leads.holds.get(leadId)?.user_id).toBe(agent.id);
});

test('opening what another holds is 423, whatever else there is to show', async () => {
  await (await system.browser(other)).send('busy-lead', { lead_id: leadId });
  const browser = await system.browser(agent);
  expect(await browser.refusalOf('busy-lead', { lead_id: leadId, opens: true })).toMatchObject({
    code: 'locked',
    lead_id: leadId,
  });
});

test('leaving it releases it and ends the news', async () => {
  const browser = await system.browser(agent);
  await browser.send('busy-lead', { lead_id: leadId });
  expect(await browser.send('unbusy-lead', { lead_id: leadId })).toMatchObject({ status: 'success' });
  expect(system.leads.holds.size).toBe(0);
  await changed();
  await browser.send('connected');
  expect(browser.receivedOf('UPDATE_LEAD')).toEqual([]);
  // What was released is not renewed either.
  const renewals = system.leads.renewed.length;
  await until(() => system.leads.renewed.length > renewals + 1 || system.leads.renewed.length === renewals);
  expect(system.leads.renewed.slice(renewals).flat()).toEqual([]);
});

test('a lead that another holds is 423 for an agent, who hears nothing of it', async () => {
  await (await system.browser(other)).send('busy-lead', { lead_id: leadId });
  const browser = await system.browser(agent);
  expect(await browser.refusalOf('busy-lead', { lead_id: leadId })).toMatchObject({
    code: 'locked',
    http_status: 423,
    lead_id: leadId,
  });
  await changed();
  await browser.send('connected');
  expect(browser.receivedOf('UPDATE_LEAD')).toEqual([]);
});

test('an admin is let in beside the holder, and takes nothing along when leaving', async () => {
  const holder = await system.browser(other);
  await holder.send('busy-lead', { lead_id: leadId });
  const browser = await system.browser(admin);
  expect(await browser.send('busy-lead', { lead_id: leadId })).toMatchObject({ held: false });
  await changed();
  await browser.waitFor('UPDATE_LEAD');
  browser.close();
  await until(() => system.auth.reports.at(-1)?.users[admin.id] === undefined);
  expect(system.leads.holds.get(leadId)?.user_id).toBe(other.id);
  expect(system.leads.released).toEqual([]);
});

test('a socket that closes releases all its holds at once, and none of another', async () => {
  const browser = await system.browser(agent);
  const second = await system.browser(agent);
  const [first, next, third] = [leadId, uniqueId(), uniqueId()];
  await browser.send('busy-lead', { lead_id: first });
  await browser.send('busy-lead', { lead_id: next });
  await second.send('busy-lead', { lead_id: third });
  browser.close();
  await until(() => system.leads.holds.size === 1);
  expect(system.leads.released).toHaveLength(1);
  expect([...system.leads.holds.keys()]).toEqual([third]);
});

test('holds of live sockets are renewed, all in one call', async () => {
  const browsers = [await system.browser(agent), await system.browser(other)];
  const ids = [leadId, uniqueId()];
  for (const [index, browser] of browsers.entries()) await browser.send('busy-lead', { lead_id: ids[index] });
  const renewal = await until(() => system.leads.renewed.find((holds) => holds.length === 2));
  expect(renewal.map(({ lead_id }) => lead_id).sort()).toEqual([...ids].sort());
});

test('a hold that was lost is told to its socket, which leaves nothing behind', async () => {
  const browser = await system.browser(agent);
  await browser.send('busy-lead', { lead_id: leadId });
  system.leads.holds.set(leadId, { lead_id: leadId, user_id: other.id, holder: 'elsewhere:1' });
  expect(await browser.waitFor('HOLD_LOST')).toEqual({ lead_id: leadId });
  await changed();
  await browser.send('connected');
  expect(browser.receivedOf('UPDATE_LEAD')).toEqual([]);
  browser.close();
  await until(() => system.auth.reports.at(-1)?.users[agent.id] === undefined);
  expect(system.leads.released).toEqual([]);
  expect(browser.receivedOf('HOLD_LOST')).toHaveLength(1);
});

test('a lead that goes to another is gone for who has it open, and no longer told', async () => {
  const [loser, onlooker] = [await system.browser(agent), await system.browser(admin)];
  await loser.send('busy-lead', { lead_id: leadId });
  await onlooker.send('busy-lead', { lead_id: leadId });
  const lead = { ...exampleLifeLead, id: leadId, user_id: other.id, version: 6 };
  await system.publish(leadAssigned, { lead_id: leadId, from: agent.id, to: other.id, how: 'manual', lead });
  const gone = { lead_id: leadId, version: 6 };
  expect(await loser.waitFor('DELETE_LEAD')).toEqual(gone);
  await changed();
  await until(() => onlooker.receivedOf('UPDATE_LEAD').length === 2);
  await loser.send('connected');
  expect([loser.receivedOf('UPDATE_LEAD'), loser.receivedOf('DELETE_LEAD')]).toEqual([[], [gone]]);
});

test('holds and releases of one socket happen in the order they were asked for', async () => {
  const browser = await system.browser(agent);
  const asked = ['busy-lead', 'unbusy-lead', 'busy-lead', 'unbusy-lead', 'busy-lead'];
  await Promise.all(asked.map((event) => browser.send(event, { lead_id: leadId })));
  expect(system.leads.holds.get(leadId)?.user_id).toBe(agent.id);
});

test('a gateway that stops releases everything it held in one call', async () => {
  const browsers = [await system.browser(agent), await system.browser(other)];
  for (const browser of browsers) await browser.send('busy-lead', { lead_id: uniqueId() });
  await system.gateway.stop();
  expect(system.leads.holds.size).toBe(0);
  expect(system.leads.released.map((holds) => holds.length)).toEqual([2]);
  expect(releaseHolders.access).toBe('internal');
});

describe('who is here', () => {
  test('is told to auth when it changes and every little while, per user and by count', async () => {
    const browsers = [await system.browser(agent), await system.browser(agent), await system.browser(other)];
    await until(() => system.auth.reports.at(-1)?.users[other.id] === 1);
    expect(system.auth.reports.at(-1)).toEqual({
      gateway: system.gateway.gatewayId,
      users: { [agent.id]: 2, [other.id]: 1 },
    });
    browsers[0]?.close();
    await until(() => system.auth.reports.at(-1)?.users[agent.id] === 1);
    const reports = system.auth.reports.length;
    await until(() => system.auth.reports.length > reports + 1);
    expect(system.auth.reports.at(-1)?.users).toEqual({ [agent.id]: 1, [other.id]: 1 });
  });

  test('is nobody, when the gateway stops', async () => {
    await system.browser(agent);
    await until(() => system.auth.reports.at(-1)?.users[agent.id] === 1);
    await system.gateway.stop();
    expect(system.auth.reports.at(-1)?.users).toEqual({});
  });

  test('is told again when auth was away meanwhile', async () => {
    const browser = await system.browser(agent);
    await until(() => system.auth.reports.at(-1)?.users[agent.id] === 1);
    expect(browser.isConnected()).toBe(true);
    await system.closeAuth();
    await system.lines.waitFor('presence could not be reported');
    const reports = system.auth.reports.length;
    const newcomer = await system.browser(other);
    await system.reopenAuth();
    await until(() => system.auth.reports.length > reports);
    expect(system.auth.reports.at(-1)?.users).toEqual({ [agent.id]: 1, [other.id]: 1 });
    expect(newcomer.isConnected()).toBe(true);
  });
});
