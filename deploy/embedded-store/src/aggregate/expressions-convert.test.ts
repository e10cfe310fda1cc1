import { cases, double } from './expression-cases.js';
import { Decimal128, MinKey, ObjectId, Timestamp } from '../values/values.js';

const id = new ObjectId('65937f40a1b2c3d4e5f60718');

describe('types', () => {
  cases([
    [{ $eq: [{ $type: '$a' }, 'missing'] }, true],
    [{ $type: null }, 'null'],
    [{ $type: 1 }, 'int'],
    [{ $type: 1n }, 'long'],
    [{ $type: 1.5 }, 'double'],
    [{ $type: new Decimal128('1') }, 'decimal'],
    [{ $type: [[1]] }, 'array'],
    [{ $type: new MinKey() }, 'minKey'],
    [{ $type: id }, 'objectId'],
    [{ $isNumber: new Decimal128('1') }, true],
    [{ $isNumber: '1' }, false],
  ]);
});

describe('to numbers', () => {
  cases([
    [{ $toInt: '12' }, 12],
    [{ $toInt: '-7' }, -7],
    [{ $toInt: 1.9 }, 1],
    [{ $toInt: -1.9 }, -1],
    [{ $toInt: true }, 1],
    [{ $toInt: new Decimal128('5.5') }, 5],
    [{ $toInt: null }, null],
    [{ $toInt: '$none' }, null],
    [{ $toInt: '1.5' }, 'error 241'],
    [{ $toInt: ' 1' }, 'error 241'],
    [{ $toInt: '' }, 'error 241'],
    [{ $toInt: 3000000000n }, 'error 241'],
    [{ $toInt: double(NaN) }, 'error 241'],
    [{ $toInt: new Date(0) }, 'error 241'],
    [{ $toLong: '9223372036854775807' }, 9223372036854775807n],
    [{ $toLong: '9223372036854775808' }, 'error 241'],
    [{ $toLong: 7 }, 7n],
    [{ $toLong: new Date(5) }, 5n],
    [{ $toLong: new Decimal128('9007199254740993') }, 9007199254740993n],
    [{ $toDouble: '1e3' }, double(1000)],
    [{ $toDouble: '-Infinity' }, double(-Infinity)],
    [{ $toDouble: '0x1' }, 'error 241'],
    [{ $toDouble: '1.5x' }, 'error 241'],
    [{ $toDouble: 1 }, double(1)],
    [{ $toDouble: new Date(5) }, double(5)],
    [{ $toDecimal: 1 }, 'error 238'],
  ]);
});

describe('to other types', () => {
  cases([
    [{ $toString: 1 }, '1'],
    [{ $toString: 1.5 }, '1.5'],
    [{ $toString: double(1) }, '1'],
    [{ $toString: 12n }, '12'],
    [{ $toString: true }, 'true'],
    [{ $toString: id }, '65937f40a1b2c3d4e5f60718'],
    [{ $toString: new Date(0) }, '1970-01-01T00:00:00.000Z'],
    [{ $toString: { a: 1 } }, 'error 241'],
    [{ $toString: null }, null],
    [{ $toBool: 'false' }, true],
    [{ $toBool: 0 }, false],
    [{ $toBool: double(NaN) }, true],
    [{ $toBool: null }, null],
    [{ $toDate: 0n }, new Date(0)],
    [{ $toDate: 1.9 }, new Date(1)],
    [{ $toDate: 5 }, 'error 241'],
    [{ $toDate: '2024-01-02' }, new Date('2024-01-02')],
    [{ $toDate: '2024-01-02T03:04:05+02:00' }, new Date('2024-01-02T01:04:05Z')],
    [{ $toDate: 'tomorrow' }, 'error 241'],
    [{ $toDate: id }, id.getTimestamp()],
    [{ $toDate: new Timestamp({ t: 10, i: 1 }) }, new Date(10000)],
    [{ $toObjectId: '65937f40a1b2c3d4e5f60718' }, id],
    [{ $toObjectId: 'xyz' }, 'error 241'],
    [{ $toObjectId: 1 }, 'error 241'],
  ]);
});

describe('$convert', () => {
  cases([
    [{ $convert: { input: '5', to: 'int' } }, 5],
    [{ $convert: { input: '5', to: 18 } }, 5n],
    [{ $convert: { input: 'x', to: 'int', onError: 'bad' } }, 'bad'],
    [{ $convert: { input: 'x', to: 'int', onError: '$none' } }, 'missing'],
    [{ $convert: { input: '$none', to: 'int', onNull: 0 } }, 0],
    [{ $convert: { input: '$none', to: 'int' } }, null],
    [{ $convert: { input: '1', to: '$none' } }, null],
    [{ $convert: { input: 'x', to: 'array', onError: 'bad' } }, 'bad'],
    [{ $convert: { input: 'x', to: 'nonsense' } }, 'error 2'],
    [{ $convert: { input: 'x' } }, 'error 9'],
    [{ $convert: { input: 1, to: 'decimal' } }, 'error 238'],
  ]);
});
