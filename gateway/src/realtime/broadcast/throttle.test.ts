import { exampleLeadRow } from '@crm/contracts/entities/lead.js';
import { createThrottledEmitter } from './throttle.js';
import { emissionOf, type Emission } from './steps.js';

/** A teller whose window ends when the test says so. */
function emitter() {
  const emitted: Emission[] = [];
  let windows: (() => void)[] = [];
  const throttled = createThrottledEmitter({
    emit: (emission) => emitted.push(emission),
    after: (ms, fn) => {
      expect(ms).toBe(250);
      windows.push(fn);
      return () => (windows = windows.filter((each) => each !== fn));
    },
  });
  return {
    throttled,
    emitted,
    take: () =>
      emitted.splice(0).map(({ event, payload, rooms, except }) => ({ event, payload, rooms, except })),
    endWindow: () => {
      for (const fn of windows.splice(0)) fn();
    },
    windows: () => windows.length,
  };
}

const row = (rooms: string[], except: string[] = []) =>
  emissionOf('updateLeads', exampleLeadRow, rooms, { except, pace: { list: 'life' } });
const hint = (room: string, count: number, except: string[] = []) => ({
  event: 'leadsChanged',
  payload: { type: 'life', count },
  rooms: [room],
  except,
});

test('twenty rows for a room go out at once, the rest is one hint when the window ends', () => {
  const { throttled, take, endWindow } = emitter();
  for (let count = 0; count < 75; count += 1) throttled.emit(row(['a']));
  expect(take().filter(({ event }) => event === 'updateLeads')).toHaveLength(20);
  endWindow();
  expect(take()).toEqual([hint('a', 55)]);
  throttled.emit(row(['a']));
  expect(take()).toMatchObject([{ event: 'updateLeads', rooms: ['a'] }]);
});

test('a quiet room hears each row still, without those who are told by the hint of a flooded one', () => {
  const { throttled, take, endWindow } = emitter();
  for (let count = 0; count < 20; count += 1) throttled.emit(row(['flooded']));
  take();
  throttled.emit(row(['flooded', 'quiet'], ['nobody']));
  expect(take()).toMatchObject([{ event: 'updateLeads', rooms: ['quiet'], except: ['nobody', 'flooded'] }]);
  endWindow();
  expect(take()).toEqual([hint('flooded', 1)]);
});

test('who is in two flooded rooms gets one hint, that of the fuller room', () => {
  const { throttled, take, endWindow } = emitter();
  for (let count = 0; count < 20; count += 1) throttled.emit(row(['small', 'big']));
  throttled.emit(row(['small']));
  for (let count = 0; count < 5; count += 1) throttled.emit(row(['big']));
  take();
  endWindow();
  expect(take()).toEqual([hint('big', 5), hint('small', 1, ['big'])]);
});

test('rows that are counted from the start are never told one by one', () => {
  const { throttled, take, endWindow } = emitter();
  const imported = emissionOf('leadsChanged', { type: 'life', count: 1 }, ['a', 'b'], {
    pace: { list: 'life' },
  });
  const other = emissionOf('leadsChanged', { type: 'health', count: 1 }, ['a'], { pace: { list: 'health' } });
  for (let count = 0; count < 3; count += 1) throttled.emit(imported);
  throttled.emit(other);
  expect(take()).toEqual([]);
  endWindow();
  expect(take()).toEqual([
    hint('a', 3),
    hint('b', 3, ['a']),
    { event: 'leadsChanged', payload: { type: 'health', count: 1 }, rooms: ['a'], except: [] },
  ]);
});

test('of a count only the first goes out at once, then the newest of each window', () => {
  const { throttled, take, endWindow } = emitter();
  const count = (agents: number) =>
    emissionOf('getOnlineAgents', { agents }, ['everyone'], { pace: 'latest' });
  for (const agents of [1, 2, 3]) throttled.emit(count(agents));
  expect(take().map(({ payload }) => payload)).toEqual([{ agents: 1 }]);
  endWindow();
  expect(take().map(({ payload }) => payload)).toEqual([{ agents: 3 }]);
  throttled.emit(count(4));
  expect(take()).toEqual([]);
  endWindow();
  endWindow();
  throttled.emit(count(5));
  expect(take().map(({ payload }) => payload)).toEqual([{ agents: 4 }, { agents: 5 }]);
});

test('what is told to one is told at once, however much is told to many', () => {
  const { throttled, take } = emitter();
  for (let count = 0; count < 30; count += 1) throttled.emit(row(['a']));
  take();
  throttled.emit(emissionOf('deleteLead', { lead_id: exampleLeadRow.id }, ['a']));
  expect(take()).toMatchObject([{ event: 'deleteLead', rooms: ['a'] }]);
});

test('a stop tells what waits, and leaves no timer behind', () => {
  const { throttled, take, windows } = emitter();
  for (let count = 0; count < 21; count += 1) throttled.emit(row(['a']));
  take();
  throttled.stop();
  expect(take()).toEqual([hint('a', 1)]);
  expect(windows()).toBe(0);
});
