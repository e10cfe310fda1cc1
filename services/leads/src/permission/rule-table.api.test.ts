import { recordChanged } from '@crm/contracts/bus/record-events.js';
import { adoptContactRules, contactRuleTable } from '@crm/contracts/http/contact-rule-table.js';
import { contactRules, type ContactRuleId } from '@crm/contracts/resources/contact-rule.js';
import { startLeads, type LeadsServer } from '../test/leads-server.js';
import { ruleTable } from './contact-rules.seed.js';
import { rowText } from './rule-table.rules.js';
import { rulesOfStates } from './rules-at-hand.js';

let server: LeadsServer;
beforeEach(async () => {
  server = await startLeads();
});
afterEach(() => server.stop());

const { version } = ruleTable;
const stored = (id: string) => server.service.ctx.contactRules.findById(id).lean();
const offered = async () => (await server.admin.client.call(contactRuleTable, {})).answer;
const offeredIds = async () => (await offered()).rows.map(({ id }) => id);
const adopt = (rows: { id: ContactRuleId; version: number | null }[], of = version) =>
  server.admin.client.call(adoptContactRules, { body: { version: of, rows } });

/** Makes the store one that began before tables had versions, without Oregon and with an older Florida. */
async function olderStore(): Promise<void> {
  const { contactRules: model } = server.service.ctx;
  await model.updateMany(
    {},
    {
      $unset: {
        table: 1,
        began_with: 1,
        attempts_per_person: 1,
        customer_months: 1,
        no_automated_dialling: 1,
        counsel: 1,
      },
    },
  );
  await model.deleteOne({ _id: 'OR' });
  await model.updateOne({ _id: 'TX' }, { $set: { max_attempts: 9 } });
  await server.replica();
}

/** Changes a rule as an admin does on its page. */
async function edit(id: 'KY' | 'TX', max_attempts: number): Promise<void> {
  const { calls } = contactRules;
  const { answer } = await server.admin.client.call(calls.one, { params: { id } });
  const { id: _id, state: _state, ...body } = answer;
  const { status } = await server.admin.client.call(calls.change, {
    params: { id },
    body: { ...body, max_attempts },
  });
  expect(status).toBe(200);
}

test('a new store has the table, with its version, and is offered nothing; what an admin edits is not offered back', async () => {
  expect(await offered()).toEqual({ version, rows: [] });
  expect(await stored('FL')).toMatchObject({ began_with: version, table: { version } });
  await edit('TX', 5);
  expect(await offeredIds()).toEqual([]);
});

test('a start changes nothing in a store that began with another table; every difference is offered', async () => {
  await olderStore();
  expect(await stored('OR')).toBeNull();
  expect(await stored('TX')).toMatchObject({ max_attempts: 9, version: 1 });
  const { rows } = await offered();
  // The older rules say the same as the table where only what is empty is new.
  expect(rows.map(({ id }) => id).sort()).toEqual(
    ['AL', 'CT', 'FL', 'OR', 'TX', 'UT', 'PA', 'WY', 'default'].sort(),
  );
  expect(rows.find(({ id }) => id === 'OR')).toMatchObject({
    yours: null,
    is_edited: false,
    offered: { max_attempts: 3 },
  });
  expect(rows.find(({ id }) => id === 'FL')).toMatchObject({
    yours: { attempts_per_person: 0, version: 1 },
    offered: { state: 'FL', attempts_per_person: 1 },
  });
});

test('an admin adopts some rows: they hold at once, the row before stays in the history, and readers are told', async () => {
  await olderStore();
  const { answer } = await adopt([
    { id: 'FL', version: 1 },
    { id: 'OR', version: null },
  ]);
  expect(answer).toEqual({ status: 'success', message: '2 rules adopted', adopted: ['FL', 'OR'] });
  const florida = await stored('FL');
  expect(florida).toMatchObject({ attempts_per_person: 1, version: 2, table: { version } });
  expect(florida?.history).toMatchObject([
    { by: server.admin.user.fullname, adopted: version, before: { id: 'FL', attempts_per_person: 0 } },
  ]);
  expect(await stored('OR')).toMatchObject({ max_attempts: 3, created_by: server.admin.user.fullname });
  await server.probe.waitFor(recordChanged, ({ data }) => data.id === 'FL' && data.change === 'updated');
  await server.probe.waitFor(recordChanged, ({ data }) => data.id === 'OR' && data.change === 'created');
  const [oregon] = await rulesOfStates(server.service.ctx.contactRules, ['OR']);
  expect(oregon).toMatchObject({ id: 'OR', customer_months: 18 });
  expect(await offeredIds()).not.toContain('FL');
  // The same again changes nothing.
  expect((await adopt([{ id: 'FL', version: 1 }])).answer.adopted).toEqual([]);
  expect(await stored('FL')).toMatchObject({ version: 2 });
  await server.replica();
  expect(await stored('TX')).toMatchObject({ max_attempts: 9 });
});

test('a rule that an admin edited is offered only where the table says something new of it, and marked', async () => {
  await edit('KY', 7);
  await edit('TX', 5);
  const { contactRules: model } = server.service.ctx;
  const older = { version: '2026-01-01' };
  const before = ruleTable.rows.find(({ id }) => id === 'TX');
  await model.updateOne(
    { _id: 'TX' },
    { $set: { table: { ...older, row: rowText({ ...before, max_attempts: 1 }) } } },
  );
  await model.updateOne({ _id: 'KY' }, { $set: { 'table.version': older.version } });
  expect((await offered()).rows).toMatchObject([{ id: 'TX', is_edited: true, yours: { max_attempts: 5 } }]);
});

test('what changed since the admin looked, and another table, are refused before anything is written', async () => {
  await olderStore();
  await edit('TX', 4);
  const late = await adopt([
    { id: 'FL', version: 1 },
    { id: 'TX', version: 1 },
  ]);
  expect([late.status, late.refusal.message]).toEqual([
    409,
    'Someone else has just changed one of these rules',
  ]);
  expect(await stored('FL')).toMatchObject({ version: 1 });
  expect((await adopt([{ id: 'FL', version: 1 }], '2026-01-01')).status).toBe(409);
  expect((await adopt([])).status).toBe(422);
  const agent = await server.signIn();
  const body = { version, rows: [{ id: 'FL' as const, version: 1 }] };
  expect((await agent.client.call(adoptContactRules, { body })).status).toBe(403);
  expect((await agent.client.call(contactRuleTable, {})).status).toBe(403);
});
