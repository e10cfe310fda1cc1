import fc from 'fast-check';
import { runs } from '../test/arbitrary.js';
import { SortedKeys } from './sorted-keys.js';

it('keys of several runs are merged in byte order, with duplicates', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 20_000 }),
      fc.array(fc.uint8Array({ minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 50 }),
      (count, some) => {
        const keys = Array.from({ length: count }, (_, i) => {
          const number = Buffer.alloc(4);
          number.writeUInt32BE((i * 2_654_435_761) >>> 0);
          return Buffer.concat([some[i % some.length] ?? number, number.subarray(i % 4)]);
        });
        const sorted = new SortedKeys();
        for (const key of keys) sorted.add(key);
        expect(sorted.bytes).toBe(keys.reduce((sum, key) => sum + key.length, 0));
        const out = [...sorted.drain()].map((key) => key.toString('hex'));
        expect(out).toEqual(keys.sort((a, b) => Buffer.compare(a, b)).map((key) => key.toString('hex')));
      },
    ),
    runs(20),
  );
});
