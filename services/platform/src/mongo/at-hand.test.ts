import { atHand } from './at-hand.js';

const keptMs = 1_000;

/** Something that is read as often as it changes, each time when a test says so. */
function given() {
  const has = { at: 0, value: 'first', reads: 0, fails: false };
  const waiting: (() => void)[] = [];
  const hand = atHand<string>(
    () => {
      has.reads += 1;
      const { value, fails } = has;
      return new Promise((resolve, reject) => {
        waiting.push(() => {
          if (fails) reject(new Error('The store is gone'));
          else resolve(value);
        });
      });
    },
    keptMs,
    () => has.at,
  );
  const answer = async () => {
    for (const each of waiting.splice(0)) each();
    await Promise.resolve();
    await Promise.resolve();
  };
  const get = async () => {
    const found = hand.get();
    await answer();
    return found;
  };
  return { has, hand, get, answer };
}

test('it is read once for all who ask within half of its time', async () => {
  const { has, hand, get } = given();
  const [one, other] = [hand.get(), hand.get()];
  expect(await get()).toBe('first');
  expect(await Promise.all([one, other])).toEqual(['first', 'first']);
  has.at = keptMs / 2;
  await get();
  expect(has.reads).toBe(1);
});

test('from then on it is read beside whoever asks, once, and nobody waits', async () => {
  const { has, hand, get, answer } = given();
  await get();
  has.at = keptMs / 2 + 1;
  has.value = 'second';
  expect(await hand.get()).toBe('first');
  expect(await hand.get()).toBe('first');
  expect(has.reads).toBe(2);
  await answer();
  expect(await hand.get()).toBe('second');
});

test('once it is too old it is waited for, and so is what is being read already', async () => {
  const { has, hand, get } = given();
  await get();
  has.at = keptMs + 1;
  has.value = 'second';
  expect(await get()).toBe('second');
  has.at += keptMs / 2 + 1;
  has.value = 'third';
  expect(await hand.get()).toBe('second');
  has.at += keptMs;
  expect(await get()).toBe('third');
  expect(has.reads).toBe(3);
});

test('what was forgotten does not come back with what was being read before', async () => {
  const { has, hand, get, answer } = given();
  await get();
  has.at = keptMs / 2 + 1;
  await hand.get();
  hand.forget();
  await answer();
  has.value = 'second';
  expect(await get()).toBe('second');
});

test('what could not be read is told to whoever waits, and asked for again', async () => {
  const { has, get } = given();
  has.fails = true;
  await expect(get()).rejects.toThrow('The store is gone');
  has.fails = false;
  expect(await get()).toBe('first');
});
