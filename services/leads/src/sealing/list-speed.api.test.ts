import type { StateCode } from '@crm/contracts/codes/states.js';
import { restListLeads } from '@crm/contracts/http/lead-lists.js';
import { lifeInput } from '../test/builders.js';
import { startLeads, type LeadsServer } from '../test/leads-server.js';

let server: LeadsServer;
beforeAll(async () => {
  server = await startLeads();
});
afterAll(() => server.stop());

const rows = 50;
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Leads that are no raw ones any more, of a state; and what is stored of leads. */
async function givenRows(state: StateCode) {
  for (let index = 0; index < rows; index += 1) await server.givenLead(lifeInput({ state }));
  const { db } = server.service.ctx.leads.db;
  if (db === undefined) throw new Error('The store is not connected');
  return db.collection('leads');
}

const page = async (state: string) =>
  (
    await server.admin.client.call(restListLeads, {
      query: { range: `[0, ${String(rows - 1)}]`, filter: JSON.stringify({ type: 2, state: [state] }) },
    })
  ).answer;

test('a row whose sealed fields cannot be opened is in its list all the same: only those of raw leads are read', async () => {
  const leads = await givenRows('NV');
  const [one, other] = await leads.find({ state: 'NV' }).limit(2).toArray();
  await leads.updateOne({ _id: one?._id }, { $set: { birth_date: other?.['birth_date'] } });
  const answer = await page('NV');
  expect(answer).toHaveLength(rows);
  expect(answer.filter(({ birth_date }) => birth_date !== null)).toEqual([]);
});

test('a page of sealed rows takes at most half as long again as one in clear, in the same run', async () => {
  await givenRows('TX');
  const leads = await givenRows('CA');
  await leads.updateMany({ state: { $in: ['TX', 'CA'] } }, { $set: { empty: 1 } });
  await leads.updateMany({ state: 'CA' }, { $set: { birth_date: '1957-06-02' } });
  const timed = async (state: string) => {
    const start = performance.now();
    const answer = await page(state);
    const took = performance.now() - start;
    expect(answer.filter(({ birth_date }) => birth_date !== null)).toHaveLength(rows);
    return took;
  };
  const took: { sealed: number[]; clear: number[] } = { sealed: [], clear: [] };
  for (let round = 0; round < 40; round += 1) {
    took.sealed.push(await timed('TX'));
    took.clear.push(await timed('CA'));
  }
  expect(median(took.sealed) / median(took.clear)).toBeLessThan(1.5);
});
