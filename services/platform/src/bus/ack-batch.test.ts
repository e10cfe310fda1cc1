import { jest } from '@jest/globals';
import { IllegalOperationError, type ConsumeMessage } from 'amqplib';
import { createAckBatch, type AckBatch } from './ack-batch.js';

let published: string[];
let isClosing: boolean;
let acks: AckBatch;

function messageOf(deliveryTag: number): ConsumeMessage {
  return {
    content: Buffer.from(''),
    fields: { deliveryTag, redelivered: false, exchange: '', routingKey: '', consumerTag: '' },
    properties: {},
  } as ConsumeMessage;
}

function speak(what: string): void {
  if (isClosing) throw new IllegalOperationError('Channel closing', '');
  published.push(what);
}

const channel = {
  ack: ({ fields }: ConsumeMessage, upTo = false) => {
    speak(`ack ${upTo ? 'up to ' : ''}${String(fields.deliveryTag)}`);
  },
  nack: ({ fields }: ConsumeMessage) => {
    speak(`give back ${String(fields.deliveryTag)}`);
  },
};
const done = (...tags: number[]) => {
  for (const tag of tags) acks.done(messageOf(tag));
};

beforeEach(() => {
  jest.useFakeTimers();
  published = [];
  isClosing = false;
  acks = createAckBatch(channel, 40);
});
afterEach(() => {
  jest.useRealTimers();
});

test('what is done is acknowledged together, 5 ms after the first of it', () => {
  done(1, 2, 3);
  jest.advanceTimersByTime(4);
  expect(published).toEqual([]);
  jest.advanceTimersByTime(1);
  expect(published).toEqual(['ack up to 3']);
});

test('a quarter of the prefetch is acknowledged at once', () => {
  done(1, 2, 3, 4, 5, 6, 7, 8, 9);
  expect(published).toEqual([]);
  done(10);
  expect(published).toEqual(['ack up to 10']);
  jest.advanceTimersByTime(100);
  expect(published).toHaveLength(1);
});

test('where only one may be under way, each is acknowledged at once', () => {
  acks = createAckBatch(channel, 1);
  done(1);
  expect(published).toEqual(['ack up to 1']);
});

test('what is done behind one that is not is acknowledged by itself, and never again', () => {
  done(1, 3, 4);
  acks.flush();
  expect(published).toEqual(['ack up to 1', 'ack 3', 'ack 4']);
  published = [];
  done(2, 5);
  acks.flush();
  expect(published).toEqual(['ack up to 5']);
});

test('what was given back is not acknowledged with the others', () => {
  acks.giveBack(messageOf(1));
  done(2);
  acks.flush();
  expect(published).toEqual(['give back 1', 'ack up to 2']);
});

test('a channel that is lost or closing is told nothing more', () => {
  done(1);
  acks.forget();
  jest.advanceTimersByTime(100);
  done(2);
  acks.flush();
  acks.giveBack(messageOf(3));
  expect(published).toEqual([]);

  acks = createAckBatch(channel, 40);
  isClosing = true;
  done(1);
  expect(() => {
    acks.flush();
  }).not.toThrow();
  isClosing = false;
  acks.flush();
  expect(published).toEqual([]);
});
