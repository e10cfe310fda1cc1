import { secondsOf, strainOf } from './strain.js';

describe('the strain of a process', () => {
  test.each([
    ['00:07', 7],
    ['01:02:03', 3_723],
    ['2-01:00:00', 176_400],
    ['3:04.59', 184],
  ])('reads %s as %d seconds of processor time', (time, seconds) => {
    expect(secondsOf(time)).toBe(seconds);
  });

  test('is told by name, and of processes that are there alone', async () => {
    const strain = await strainOf(
      new Map([
        ['this', process.pid],
        ['gone', 999_999_999],
      ]),
    );
    expect([...strain.keys()]).toEqual(['this']);
    expect(strain.get('this')?.megabytes).toBeGreaterThan(20);
  });
});
