import { createBulkWorks, leadsPerCall, stepsOf, type BulkWork } from './bulk-work.js';

const ids = (count: number) => Array.from({ length: count }, (_, index) => String(index));

test('ids go out in calls of a hundred', () => {
  expect(stepsOf(ids(250), async () => 'ok').map(({ size }) => size)).toEqual([
    leadsPerCall,
    leadsPerCall,
    50,
  ]);
  expect(stepsOf([], async () => 'ok')).toEqual([]);
});

test('progress counts leads, and the answers come out in order', async () => {
  const works = createBulkWorks();
  const seen: (BulkWork | undefined)[] = [];
  works.subscribe(() => seen.push(works.current()));
  const result = await works.run(
    'assign',
    stepsOf(ids(150), async (part) => part.length),
  );
  expect(result).toEqual({ done: 150, total: 150, answers: [100, 50] });
  expect(seen.map((work) => work?.done)).toEqual([0, 100, 150, undefined]);
});

test('a refused call ends it and tells how far it came', async () => {
  const works = createBulkWorks();
  const refusal = new Error('held');
  const result = await works.run(
    'delete',
    stepsOf(ids(300), async (part) => {
      if (part[0] === '100') throw refusal;
    }),
  );
  expect(result).toMatchObject({ done: 100, total: 300, error: refusal });
  expect(works.current()).toBeUndefined();
});

test('stopping finishes the call under way and begins no other', async () => {
  const works = createBulkWorks();
  const result = await works.run(
    'assign',
    stepsOf(ids(300), async () => {
      works.stop();
    }),
  );
  expect(result).toMatchObject({ done: 100, total: 300 });
  expect(result.error).toBeUndefined();
});

test('two works at once are refused', async () => {
  const works = createBulkWorks();
  const first = works.run(
    'assign',
    stepsOf(ids(1), async () => undefined),
  );
  await expect(works.run('delete', [])).rejects.toThrow('under way');
  await first;
});

test('the window asks before it closes while work is under way', async () => {
  const works = createBulkWorks();
  const closing = () => {
    const event = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };
  const during: boolean[] = [];
  await works.run('assign', [{ size: 1, act: async () => during.push(closing()) }]);
  expect(during).toEqual([true]);
  expect(closing()).toBe(false);
});
