import { joinedWrites } from './joined-writes.js';

/** A write that waits until it is released, and what was written at one go each. */
function heldWrites(refuses: (item: number) => boolean = () => false) {
  const written: number[][] = [];
  const held: (() => void)[] = [];
  const put = joinedWrites(async (items: readonly number[]) => {
    await new Promise<void>((resolve) => held.push(resolve));
    if (items.some(refuses)) throw new Error(`Refused ${items.filter(refuses).join()}`);
    written.push([...items]);
  });
  const release = async () => {
    while (held.length > 0) {
      held.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { put, written, release };
}

test('writes at once what comes alone, and joins what comes while a write is under way', async () => {
  const { put, written, release } = heldWrites();
  const all = Promise.all([put([1]), put([2]), put([3, 4]), put([5])]);
  await release();
  await all;
  expect(written).toEqual([[1], [2, 3, 4, 5]]);
});

test('answers nobody before their own items are written', async () => {
  const { put, written, release } = heldWrites();
  const seen: number[][][] = [];
  const first = put([1]).then(() => seen.push([...written]));
  const second = put([2]).then(() => seen.push([...written]));
  expect(seen).toEqual([]);
  await release();
  await Promise.all([first, second]);
  expect(seen).toEqual([[[1]], [[1], [2]]]);
});

test('writes no more than fifty calls at one go', async () => {
  const { put, written, release } = heldWrites();
  const all = Promise.all(Array.from({ length: 120 }, (_, number) => put([number])));
  await release();
  await all;
  expect(written.map(({ length }) => length)).toEqual([1, 50, 50, 19]);
  expect(written.flat()).toEqual(Array.from({ length: 120 }, (_, number) => number));
});

test('joins no more than fifty items of several calls, and leaves what one call brings together', async () => {
  const { put, written, release } = heldWrites();
  const brought = (count: number) => Array.from({ length: count }, (_, index) => index);
  const all = Promise.all([put([1]), put(brought(30)), put(brought(20)), put(brought(20)), put(brought(60))]);
  await release();
  await all;
  expect(written.map(({ length }) => length)).toEqual([1, 50, 20, 60]);
});

test('fails to whoever brought what cannot be written, and to nobody else', async () => {
  const { put, written, release } = heldWrites((item) => item === 3);
  const outcomes = Promise.allSettled([put([1]), put([2]), put([3]), put([4])]);
  await release();
  expect((await outcomes).map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
  expect(written.flat().sort()).toEqual([1, 2, 4]);
});

test('goes on after a failure', async () => {
  const { put, written, release } = heldWrites((item) => item === 1);
  const failing = expect(put([1])).rejects.toThrow('Refused 1');
  await release();
  await failing;
  const next = put([2]);
  await release();
  await next;
  expect(written).toEqual([[2]]);
});
