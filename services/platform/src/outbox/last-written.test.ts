import { Types } from 'mongoose';
import { createLastWritten } from './last-written.js';

const id = () => new Types.ObjectId();

test('a document is taken once, as it was kept last', () => {
  const written = createLastWritten<{ _id: Types.ObjectId; version: number }>(() => false);
  const _id = id();
  written.keep({ _id, version: 1 });
  written.keep({ _id, version: 2 });
  expect(written.take(_id)).toEqual({ _id, version: 2 });
  expect(written.take(_id)).toBeUndefined();
});

test('one that is looked at stays kept', () => {
  const written = createLastWritten<{ _id: Types.ObjectId }>();
  const _id = id();
  expect(written.peek(_id)).toBeUndefined();
  written.keep({ _id });
  expect(written.peek(_id)).toEqual({ _id });
  expect(written.take(_id)).toEqual({ _id });
});

test('one that is taken can still be looked at, until it is kept anew', () => {
  const written = createLastWritten<{ _id: Types.ObjectId; version: number }>();
  const _id = id();
  written.keep({ _id, version: 1 });
  written.take(_id);
  expect(written.peek(_id)).toEqual({ _id, version: 1 });
  written.keep({ _id, version: 2 });
  expect(written.peek(_id)).toEqual({ _id, version: 2 });
  expect(written.take(_id)).toEqual({ _id, version: 2 });
});

test('one that is over is not kept', () => {
  const written = createLastWritten<{ _id: Types.ObjectId; isOver: boolean }>(({ isOver }) => isOver);
  const _id = id();
  written.keep({ _id, isOver: true });
  expect(written.take(_id)).toBeUndefined();
});

test('of too many the one that was written longest ago is forgotten', () => {
  const written = createLastWritten<{ _id: Types.ObjectId }>(() => false, 2);
  const [first, second, third] = [id(), id(), id()];
  for (const _id of [first, second, third]) written.keep({ _id });
  expect([first, second, third].map((_id) => written.take(_id) !== undefined)).toEqual([false, true, true]);
});
