import { sources } from '@crm/contracts/codes/sources.js';
import { statuses } from '@crm/contracts/codes/statuses.js';
import { migrateLeads } from '@crm/contracts/http/lead-migration.js';
import { demoLeads } from './demo-leads.js';
import { demoPeople } from './demo-people.js';

const owners = demoPeople.map((person, index) => ({
  ...person,
  id: (index + 1).toString(16).padStart(24, '0'),
}));
const options = { count: 2_000, owners, now: new Date('2026-11-20T18:00:00.000Z') };
const leads = demoLeads(options);

test('every lead passes the contract', () => {
  for (let from = 0; from < leads.length; from += 500)
    migrateLeads.body?.parse({ leads: leads.slice(from, from + 500) });
});

test('all sources and statuses occur, and phone numbers are reserved ones alone', () => {
  expect(new Set(leads.map(({ lead }) => lead.source))).toEqual(new Set(sources.map(({ name }) => name)));
  expect(new Set(leads.map(({ status }) => status))).toEqual(new Set(statuses.map(({ id }) => id)));
  expect(leads.filter(({ lead }) => !/^\+1\d{3}55501\d{2}$/.test(lead.phone))).toEqual([]);
});

test('no lead changed before it was made or in the future', () => {
  const wrong = leads.filter(
    ({ created_at, changed_at }) => changed_at < created_at || changed_at > options.now.toISOString(),
  );
  expect(wrong).toEqual([]);
});

test('guides have leads that were never dialled, some of people who agreed to recorded messages; nobody is dialled', () => {
  const guides = new Set(owners.filter(({ role_id }) => role_id === 3).map(({ id }) => id));
  const theirs = leads.filter(({ agent }) => typeof agent === 'string' && guides.has(agent));
  expect(new Set(theirs.map(({ AD_status }) => AD_status))).toEqual(new Set([null, 2, 3, 4, 5]));
  expect(new Set(theirs.map(({ lead }) => lead.recorded_ok))).toEqual(new Set([0, 1]));
});

test('bought leads come with a consent that names the agency, save a few; so do those who agreed to recordings', () => {
  const bought = leads.filter(({ lead }) => ['mediaalpha', 'bulk'].includes(lead.source ?? ''));
  const proved = bought.filter(({ consent }) => consent?.seller === 'Juniper Insurance');
  expect(proved.length / bought.length).toBeGreaterThan(0.85);
  expect(proved.length).toBeLessThan(bought.length);
  expect(leads.filter(({ lead, consent }) => lead.recorded_ok === 1 && consent === undefined)).toEqual([]);
});

test('some speak Spanish, among them leads of every kind of owner', () => {
  const spanish = leads.filter(({ lead }) => lead.language === 'es');
  expect(spanish.length / leads.length).toBeCloseTo(1 / 8, 1);
  const roleOf = new Map(owners.map(({ id, role_id }) => [id, role_id]));
  const roles = spanish.map(({ agent }) => (agent === 0 ? 0 : roleOf.get(agent)));
  expect(new Set(roles)).toEqual(new Set([0, 2, 3]));
});

test('the same seed makes the same leads', () => {
  expect(demoLeads(options)).toEqual(leads);
});
