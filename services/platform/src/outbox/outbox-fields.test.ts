import mongoose, { Schema } from 'mongoose';
import { exampleEnvelope } from '../bus/example-envelope.js';
import { addOutbox, alive, insertWithEvents, tombstone, waitingEvent, withEvents } from './outbox-fields.js';

const now = new Date('2026-11-20T17:00:00.000Z');
const first = exampleEnvelope({ sequence: 4 });
const second = exampleEnvelope({ sequence: 4 });
const [firstWaits, secondWaits] = [first, second].map((event) => ({
  id: event.id,
  event: JSON.stringify(event),
}));

describe('an update with events', () => {
  test('raises the version and appends the events in the one write', () => {
    expect(withEvents({ $set: { fullname: 'Dana' } }, [first, second], now)).toEqual({
      $set: { fullname: 'Dana' },
      $inc: { version: 1 },
      $push: { outbox: { $each: [firstWaits, secondWaits] } },
      $min: { outboxAt: now },
    });
  });

  test('without events raises the version all the same', () => {
    expect(withEvents({ $set: { fullname: 'Dana' } }, [], now)).toEqual({
      $set: { fullname: 'Dana' },
      $inc: { version: 1 },
    });
  });

  test('keeps what the caller counts, appends and lowers', () => {
    const update = { $inc: { calls: 2 }, $push: { notes: 'n' }, $min: { price: 3 }, $unset: { phone: 1 } };
    expect(withEvents(update, [first], now)).toEqual({
      $inc: { calls: 2, version: 1 },
      $push: { notes: 'n', outbox: { $each: [firstWaits] } },
      $min: { price: 3, outboxAt: now },
      $unset: { phone: 1 },
    });
    expect(update.$inc).toEqual({ calls: 2 });
  });
});

describe('a new document', () => {
  test('is version 1 and carries its first events', () => {
    expect(insertWithEvents({ fullname: 'Dana' }, [first], now)).toEqual({
      fullname: 'Dana',
      version: 1,
      outbox: [firstWaits],
      outboxAt: now,
    });
  });

  test('without events has no outbox, and the relay does not look at it', () => {
    expect(insertWithEvents({ fullname: 'Dana' }, [], now)).toEqual({ fullname: 'Dana', version: 1 });
  });
});

test('an event is read from a document as it was put into it, and as it stood in documents of old', () => {
  const { outbox } = insertWithEvents({}, [first], now);
  expect(outbox?.map(waitingEvent)).toEqual([first]);
  expect(waitingEvent(first)).toBe(first);
});

describe('a tombstone', () => {
  const connection = mongoose.createConnection();
  const schema = new Schema(
    { fullname: String, address: { city: String, zip: String }, list: [String] },
    { timestamps: true, discriminatorKey: 'kind' },
  );
  addOutbox(schema);
  const model = connection.model('Person', schema);
  model.discriminator('Patient', new Schema({ tobacco: Boolean, 'height.cm': Number }));
  afterAll(() => connection.close());

  test('drops every field of the model and of its discriminators, personal data first of all', () => {
    const { $unset } = tombstone(model, [first], now);
    expect(Object.keys($unset).sort()).toEqual(['address', 'fullname', 'height', 'list', 'tobacco']);
  });

  test('keeps what the relay needs, appends the last event and is marked', () => {
    expect(tombstone(model, [first], now)).toMatchObject({
      $set: { deletedAt: now },
      $inc: { version: 1 },
      $push: { outbox: { $each: [firstWaits] } },
      $min: { outboxAt: now },
    });
  });

  test('is left out of queries by one filter', () => {
    expect(alive({ fullname: 'Dana' })).toEqual({ fullname: 'Dana', deletedAt: null });
  });
});

test('reads do not load the outbox unless they ask for it', () => {
  const schema = new Schema({ fullname: String });
  addOutbox(schema);
  for (const field of ['outbox', 'outboxAt', 'purgeAt']) {
    expect(schema.path(field).options).toMatchObject({ select: false });
  }
  expect(schema.indexes()).toEqual([
    [{ outboxAt: 1 }, expect.objectContaining({ sparse: true })],
    [{ purgeAt: 1 }, expect.objectContaining({ sparse: true })],
  ]);
});
