import { createUploads } from './uploads.js';

const file = { name: 'leads.csv', size: 1_000 };

/** Whether closing the window asks first. */
const windowIsHeld = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

test('an upload tells how far it is, and holds the window until it is over', async () => {
  const uploads = createUploads();
  const notified: (number | undefined)[] = [];
  uploads.subscribe(() => notified.push(uploads.current()?.sent));
  expect(windowIsHeld()).toBe(false);
  const answer = await uploads.run(file, async (onSent) => {
    onSent(400);
    // The envelope around the file is no part of it.
    onSent(1_200);
    expect(windowIsHeld()).toBe(true);
    return 'taken';
  });
  expect(answer).toBe('taken');
  expect(notified).toEqual([0, 400, 1_000, undefined]);
  expect(windowIsHeld()).toBe(false);
});

test('a refused one leaves room for the next', async () => {
  const uploads = createUploads();
  const refused = uploads.run(file, () => Promise.reject(new Error('refused')));
  await expect(refused).rejects.toThrow('refused');
  expect(uploads.current()).toBeUndefined();
  expect(windowIsHeld()).toBe(false);
  await expect(uploads.run(file, () => Promise.resolve('taken'))).resolves.toBe('taken');
});

test('there is one at a time, and cancelling ends that one', async () => {
  const uploads = createUploads();
  const first = uploads.run(
    file,
    (_onSent, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          reject(new Error('cancelled'));
        });
      }),
  );
  await expect(uploads.run(file, () => Promise.resolve())).rejects.toThrow('Another upload is under way');
  expect(uploads.current()).toMatchObject({ file: 'leads.csv' });
  uploads.cancel();
  await expect(first).rejects.toThrow('cancelled');
  expect(uploads.current()).toBeUndefined();
});
