import { cases, double } from './expression-cases.js';
import { Decimal128 } from '../values/values.js';

const day = (text: string) => new Date(text);

describe('sums and differences', () => {
  cases([
    [{ $add: [1, 2] }, 3],
    [{ $add: [] }, 0],
    [{ $add: [1, 2n] }, 3n],
    [{ $add: [1, double(2)] }, double(3)],
    [{ $add: [2147483647, 1] }, 2147483648n],
    [{ $add: [9223372036854775807n, 1] }, double(2 ** 63)],
    [{ $add: [9007199254740993n, 1n] }, 9007199254740994n],
    [{ $add: ['$a', 1] }, null],
    [{ $add: ['$a', 1] }, null, { a: null }],
    [{ $add: [double(NaN), 1] }, double(NaN)],
    [{ $add: [double(Infinity), 1] }, double(Infinity)],
    [{ $add: [day('2024-01-01'), 1000] }, day('2024-01-01T00:00:01Z')],
    [{ $add: [1.5, day('2024-01-01')] }, day('2024-01-01T00:00:00.002Z')],
    [{ $add: [day('2024-01-01'), day('2024-01-01')] }, 'error 16612'],
    [{ $add: ['a', 1] }, 'error 14'],
    [{ $add: [new Decimal128('1'), 1] }, 'error 238'],
    [{ $subtract: [5, 7] }, -2],
    [{ $subtract: [-2147483648, 1] }, -2147483649n],
    [{ $subtract: [5n, 5] }, 0n],
    [{ $subtract: [1.5, 1] }, 0.5],
    [{ $subtract: [day('2024-01-02'), day('2024-01-01')] }, 86400000n],
    [{ $subtract: [day('2024-01-02'), 86400000] }, day('2024-01-01')],
    [{ $subtract: [1, day('2024-01-01')] }, 'error 14'],
    [{ $subtract: [null, 1] }, null],
    [{ $subtract: [1] }, 'error 16020'],
  ]);
});

describe('products and quotients', () => {
  cases([
    [{ $multiply: [3, 4] }, 12],
    [{ $multiply: [65536, 65536] }, 4294967296n],
    [{ $multiply: [4294967296n, 4294967296n] }, double(2 ** 64)],
    [{ $multiply: [2, 1.5] }, double(3)],
    [{ $multiply: [2, null] }, null],
    [{ $multiply: ['x', 1] }, 'error 14'],
    [{ $divide: [4, 2] }, double(2)],
    [{ $divide: [1, 0] }, 'error 2'],
    [{ $divide: [1, '$a'] }, null],
    [{ $divide: ['1', 1] }, 'error 14'],
    [{ $mod: [7, 3] }, 1],
    [{ $mod: [-7, 3] }, -1],
    [{ $mod: [7n, 3] }, 1n],
    [{ $mod: [7.5, 2] }, 1.5],
    [{ $mod: [7, double(2)] }, 1],
    [{ $mod: [7, 0] }, 'error 16610'],
    [{ $mod: ['a', 1] }, 'error 16611'],
    [{ $pow: [2, 10] }, 1024],
    [{ $pow: [2, 31] }, 2147483648n],
    [{ $pow: [2, 63] }, double(2 ** 63)],
    [{ $pow: [-2, 63] }, -9223372036854775808n],
    [{ $pow: [2, -1] }, 0.5],
    [{ $pow: [-1, -3] }, -1],
    [{ $pow: [0, -1] }, 'error 28764'],
    [{ $pow: [2, 0.5] }, Math.SQRT2],
    [{ $pow: ['a', 1] }, 'error 28762'],
    [{ $sqrt: 16 }, double(4)],
    [{ $sqrt: -1 }, 'error 28714'],
    [{ $exp: 0 }, double(1)],
    [{ $ln: 1 }, double(0)],
    [{ $ln: 0 }, 'error 28766'],
    [{ $log: [8, 2] }, double(3)],
    [{ $log: [8, 1] }, 'error 28759'],
    [{ $log: [0, 2] }, 'error 28758'],
    [{ $log10: 100 }, double(2)],
    [{ $log10: null }, null],
  ]);
});

describe('rounding', () => {
  cases([
    [{ $abs: -3 }, 3],
    [{ $abs: -2147483648 }, 2147483648n],
    [{ $abs: -9223372036854775808n }, 'error 28680'],
    [{ $abs: -1.5 }, 1.5],
    [{ $abs: 'a' }, 'error 28765'],
    [{ $abs: '$a' }, null],
    [{ $ceil: 1.2 }, double(2)],
    [{ $ceil: 3 }, 3],
    [{ $floor: -1.2 }, double(-2)],
    [{ $floor: 3n }, 3n],
    [{ $round: 2.5 }, double(2)],
    [{ $round: 3.5 }, double(4)],
    [{ $round: -0.4 }, -0],
    [{ $round: [1.005, 2] }, double(1)],
    [{ $round: [1.125, 2] }, 1.12],
    [{ $round: [19.25, 1] }, 19.2],
    [{ $round: [1234, -2] }, 1200],
    [{ $round: [1250, -2] }, 1200],
    [{ $round: [1234.5, -2] }, double(1200)],
    [{ $round: [7, 2] }, 7],
    [{ $round: [1.5, 101] }, 'error 51083'],
    [{ $round: 'a' }, 'error 51081'],
    [{ $round: [1.5, '$a'] }, null],
    [{ $trunc: [-1.99, 1] }, -1.9],
    [{ $trunc: 7.9 }, double(7)],
    [{ $trunc: [1299, -2] }, 1200],
  ]);
});

describe('sums, means and extremes of lists', () => {
  cases([
    [{ $sum: '$a' }, 6, { a: [1, 2, 3] }],
    [{ $sum: '$a' }, 0, { a: ['x', null] }],
    [{ $sum: '$a' }, 0],
    [{ $sum: ['$a', '$b', 1] }, 1, { a: [5], b: 'x' }],
    [{ $sum: [0.1, 0.2, 0.3] }, 0.6],
    [{ $sum: '$a.b' }, 3, { a: [{ b: 1 }, { b: 2 }, { c: 5 }] }],
    [{ $avg: '$a' }, 1.5, { a: [1, 2, 'x'] }],
    [{ $avg: '$a' }, null, { a: [] }],
    [{ $avg: [1, 2] }, 1.5],
    [{ $min: '$a' }, 1, { a: [3, null, 1] }],
    [{ $max: '$a' }, 'x', { a: [3, 'x', 1] }],
    [{ $max: ['$a', '$b'] }, 4, { b: 4 }],
    [{ $min: '$a' }, null],
  ]);
});
