import {
  leadAssigned,
  leadCreated,
  leadDeleted,
  leadStatusChanged,
  leadUpdated,
} from '@crm/contracts/bus/events.js';
import { exampleLifeLead } from '@crm/contracts/entities/lead.js';
import { newsOf, newsOfKept } from './lead-updates.rules.js';

const lead_id = exampleLifeLead.id;
const agent = leadAssigned.example.to;

test.each([
  ['2026-03-08T07:59:59.999Z', '2026-03-07'],
  ['2026-03-08T08:00:00.000Z', '2026-03-08'],
  ['2026-03-09T06:59:59.999Z', '2026-03-08'],
  ['2026-03-09T07:00:00.000Z', '2026-03-09'],
  ['2026-11-01T06:59:59.999Z', '2026-10-31'],
  ['2026-11-01T07:00:00.000Z', '2026-11-01'],
  ['2026-11-02T07:59:59.999Z', '2026-11-01'],
  ['2026-11-02T08:00:00.000Z', '2026-11-02'],
])('what happens at %s happens on %s in Los Angeles', (time, day) => {
  const news = newsOfKept({ type: leadAssigned.type, time, sequence: 2, data: leadAssigned.example });
  expect(news).toEqual({ lead_id, updates: [{ is: 'assigned', agent, day }] });
});

const time = '2026-11-20T18:00:00.000Z';
const day = '2026-11-20';

test('a lead taken from an agent and given to nobody is no assignment', () => {
  const data = { ...leadAssigned.example, to: 0 };
  expect(newsOfKept({ type: leadAssigned.type, time, sequence: 2, data }).updates).toEqual([]);
});

test.each([
  ['person', [{ is: 'reached', status: 'followUp', day }]],
  ['import', []],
] as const)('a lead that came by %s got to its status when it was made: %p', (how, updates) => {
  const data = { lead: { id: lead_id, status: 'followUp' }, how };
  expect(newsOfKept({ type: leadCreated.type, time, sequence: 2, data })).toEqual({ lead_id, updates });
});

test('a status and a deletion are facts, with the kept fields alone', () => {
  expect(
    newsOfKept({ type: leadStatusChanged.type, time, sequence: 2, data: leadStatusChanged.example }).updates,
  ).toEqual([{ is: 'reached', status: 'followUp', day }]);
  expect(
    newsOfKept({ type: leadDeleted.type, time, sequence: 2, data: leadDeleted.example }).updates,
  ).toEqual([{ is: 'gone', version: 2 }]);
});

test('over the bus an event brings the lead as it is now', () => {
  const [state] = newsOf(
    { type: leadUpdated.type, time, sequence: 2, data: leadUpdated.example },
    exampleLifeLead,
  ).updates;
  expect(state).toMatchObject({
    is: 'stated',
    summary: { id: lead_id, coverage_amount: 15_000, version: 4 },
  });
});
