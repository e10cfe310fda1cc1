import { events } from '@crm/contracts/bus/events.js';
import { withheldEvents } from '@crm/contracts/bus/withheld-events.js';
import { deliveredTypes, webhookEventTypes } from '@crm/contracts/codes/webhook-events.js';
import { deliveryId, leadIdsOf } from './delivery.rules.js';

const [first, second] = ['66f0a1b2c3d4e5f6010203a1', '66f0a1b2c3d4e5f6010203a2'];

test.each([
  [{ lead_id: first }, 'text/1', [first]],
  [{ lead_id: null }, 'call/1', []],
  [{ lead_ids: [first, second] }, 'contact/1', [first, second]],
  [{ lead: { id: first } }, `lead/${first}`, [first]],
  [{ followup: { lead_id: first }, lead_name: 'Raymond' }, 'followup/1', [first]],
  [{ call: { lead_id: first } }, 'call/1', [first]],
  [{ call: null }, 'call/1', []],
  [{ text_message: { lead_id: first } }, 'text/1', [first]],
  [{}, `lead/${second}`, [second]],
  [{}, `lead/${second}/hold`, [second]],
  ['nothing', 'import/1', []],
])('the leads of %j about %s are %j', (data, subject, ids) => {
  expect(leadIdsOf({ data, subject })).toEqual(ids);
});

test('of every event with the data of a lead, its deliveries are found', () => {
  const example = JSON.stringify;
  const missed = events
    .filter(({ type }) => webhookEventTypes.some((wanted) => wanted === type))
    .filter(({ example: data }) => /"lead_id":"[0-9a-f]{24}"/.test(example(data)))
    .filter(({ example: data }) => leadIdsOf({ data, subject: 'test' }).length === 0);
  expect(missed.map(({ type }) => type)).toEqual([]);
});

test('every event of the bus is either for webhooks or withheld, and none is both', () => {
  const decided = [...webhookEventTypes, ...Object.keys(withheldEvents)];
  expect(decided.toSorted()).toEqual(events.map(({ type }) => type).toSorted());
  expect(deliveredTypes).toEqual([...webhookEventTypes, 'webhook.test']);
});

test('a delivery has one id for its webhook and its event', () => {
  expect(deliveryId('a', 'b')).toMatch(/^[0-9a-f]{24}$/);
  expect(deliveryId('a', 'b')).toBe(deliveryId('a', 'b'));
  expect(new Set([deliveryId('a', 'b'), deliveryId('b', 'a'), deliveryId('a', 'c')]).size).toBe(3);
});
