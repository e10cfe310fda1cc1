import { exampleEnvelope } from './example-envelope.js';
import { batchToBytes, contentTypeOf, eventsIn, toBytes } from './wire-form.js';

const [one, other] = [exampleEnvelope({ type: 'lead.created' }), exampleEnvelope({ type: 'lead.created' })];
const batch = 'application/cloudevents-batch+json';
const single = 'application/cloudevents+json';

test('a message is one event, or several by its content type', () => {
  expect(eventsIn(toBytes(one), single)).toEqual([one]);
  expect(eventsIn(toBytes(one), undefined)).toEqual([one]);
  expect(eventsIn(batchToBytes([one, other]), batch)).toEqual([one, other]);
});

test('the step of a trace is no part of either', () => {
  const traced = { ...one, traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' };
  expect(eventsIn(toBytes(traced), single)).toEqual([one]);
  expect(eventsIn(batchToBytes([traced, other]), batch)).toEqual([one, other]);
});

test.each([
  ['no JSON', Buffer.from('{"half": '), single, 'not JSON'],
  ['no array', toBytes(one), batch, 'not a batch of events'],
  ['a batch where one event is wanted', batchToBytes([one]), single, 'not an envelope'],
  ['one that is no envelope', Buffer.from('[{}]'), batch, 'not an envelope: specversion'],
])('a message that is %s is refused', (_is, bytes, contentType, reason) => {
  expect(() => eventsIn(bytes, contentType)).toThrow(reason);
});

test('what a message says that it is shows in how it begins', () => {
  expect(contentTypeOf(toBytes(one))).toBe(single);
  expect(contentTypeOf(batchToBytes([one]))).toBe(batch);
});
