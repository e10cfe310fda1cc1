import { cases, double } from './expression-cases.js';
import { BSONRegExp } from '../values/values.js';

describe('joining, cases and measuring', () => {
  cases([
    [{ $concat: ['a', 'b', '$c'] }, 'abc', { c: 'c' }],
    [{ $concat: ['a', '$c'] }, null],
    [{ $concat: [] }, ''],
    [{ $concat: ['a', 1] }, 'error 16702'],
    [{ $toUpper: 'abé' }, 'ABé'],
    [{ $toUpper: null }, ''],
    [{ $toUpper: 12 }, '12'],
    [{ $toLower: 'ABÉ' }, 'abÉ'],
    [{ $toLower: [[1]] }, 'error 16007'],
    [{ $strLenCP: 'a😀é' }, 3],
    [{ $strLenBytes: 'a😀é' }, 7],
    [{ $strLenCP: '$a' }, 'error 34471'],
    [{ $strLenBytes: 5 }, 'error 34473'],
    [{ $strcasecmp: ['ABC', 'abd'] }, -1],
    [{ $strcasecmp: ['ABC', 'abc'] }, 0],
    [{ $strcasecmp: ['a', null] }, 1],
  ]);
});

describe('parts of strings', () => {
  cases([
    [{ $substrCP: ['a😀bc', 1, 2] }, '😀b'],
    [{ $substrCP: ['abc', 5, 2] }, ''],
    [{ $substrCP: [null, 0, 2] }, ''],
    [{ $substrCP: [1234, 1, 2] }, '23'],
    [{ $substrCP: ['abc', -1, 2] }, 'error 34455'],
    [{ $substrCP: ['abc', 0, -1] }, 'error 34454'],
    [{ $substrBytes: ['héllo', 0, 3] }, 'hé'],
    [{ $substrBytes: ['héllo', 0, 2] }, 'error 28657'],
    [{ $substrBytes: ['héllo', 2, 2] }, 'error 28656'],
    [{ $substrBytes: ['hello', 2, -1] }, 'llo'],
    [{ $substrBytes: ['hello', -1, 1] }, 'error 50752'],
    [{ $substr: ['hello', 1, 3] }, 'ell'],
    [{ $substr: ['hello', 9, 3] }, ''],
    [{ $split: ['a-b-c', '-'] }, ['a', 'b', 'c']],
    [{ $split: ['-a', '-'] }, ['', 'a']],
    [{ $split: ['abc', 'x'] }, ['abc']],
    [{ $split: [null, '-'] }, null],
    [{ $split: ['a', ''] }, 'error 40087'],
    [{ $split: [1, '-'] }, 'error 40085'],
    [{ $trim: { input: ' \t a b\n' } }, 'a b'],
    [{ $trim: { input: 'xyaxbyx', chars: 'xy' } }, 'axb'],
    [{ $ltrim: { input: '  a ' } }, 'a '],
    [{ $rtrim: { input: '  a ' } }, '  a'],
    [{ $trim: { input: null } }, null],
    [{ $trim: { input: 'a', chars: null } }, null],
    [{ $trim: { input: 5 } }, 'error 50699'],
    [{ $trim: { chars: 'a' } }, 'error 50695'],
    [{ $trim: 'a' }, 'error 50696'],
  ]);
});

describe('finding and replacing', () => {
  cases([
    [{ $indexOfCP: ['a😀bc', 'b'] }, 2],
    [{ $indexOfBytes: ['a😀bc', 'b'] }, 5],
    [{ $indexOfCP: ['abcabc', 'b', 2] }, 4],
    [{ $indexOfCP: ['abcabc', 'b', 2, 4] }, -1],
    [{ $indexOfCP: ['abc', 'z'] }, -1],
    [{ $indexOfCP: ['abc', ''] }, 0],
    [{ $indexOfCP: ['abc', 'a', 9] }, -1],
    [{ $indexOfCP: [null, 'a'] }, null],
    [{ $indexOfCP: [1, 'a'] }, 'error 40093'],
    [{ $indexOfCP: ['a', '$none'] }, 'error 40094'],
    [{ $indexOfCP: ['a', 'a', -1] }, 'error 40097'],
    [{ $indexOfBytes: ['a', 1] }, 'error 40092'],
    [{ $replaceOne: { input: 'aXbX', find: 'X', replacement: { $literal: '$&' } } }, 'a$&bX'],
    [{ $replaceAll: { input: 'aXbX', find: 'X', replacement: '-' } }, 'a-b-'],
    [{ $replaceAll: { input: '$none', find: 'X', replacement: '-' } }, null],
    [{ $replaceOne: { input: 'a', find: 1, replacement: '' } }, 'error 51745'],
    [{ $replaceOne: { input: 'a', find: 'a' } }, 'error 51747'],
  ]);
});

describe('regular expressions', () => {
  const word = new BSONRegExp('(b+)(c)?', 'i');
  const match = (text: string, idx: number, captures: Array<string | null>) => ({
    match: text,
    idx,
    captures,
  });
  cases([
    [{ $regexMatch: { input: 'aBBx', regex: word } }, true],
    [{ $regexMatch: { input: 'xyz', regex: 'b' } }, false],
    [{ $regexMatch: { input: 'ABC', regex: 'b', options: 'i' } }, true],
    [{ $regexMatch: { input: null, regex: 'b' } }, false],
    [{ $regexFind: { input: '😀aBBx', regex: word } }, match('BB', 2, ['BB', null])],
    [{ $regexFind: { input: 'x', regex: word } }, null],
    [{ $regexFind: { input: '$none', regex: word } }, null],
    [
      { $regexFindAll: { input: 'bc-bb', regex: word } },
      [match('bc', 0, ['b', 'c']), match('bb', 3, ['bb', null])],
    ],
    [{ $regexFindAll: { input: 'ab', regex: '' } }, [match('', 0, []), match('', 1, []), match('', 2, [])]],
    [{ $regexFindAll: { input: null, regex: 'a' } }, []],
    [{ $regexMatch: { input: 'a', regex: word, options: 'i' } }, 'error 51107'],
    [{ $regexMatch: { input: 5, regex: 'a' } }, 'error 51104'],
    [{ $regexMatch: { input: 'a', regex: 5 } }, 'error 51105'],
    [{ $regexMatch: { input: 'a', regex: 'a', options: 'q' } }, 'error 51108'],
    [{ $regexMatch: { input: 'a', regex: '(' } }, 'error 51091'],
    [{ $regexMatch: { regex: 'a' } }, 'error 31022'],
  ]);
});

describe('text of numbers', () => {
  cases([
    [{ $toUpper: double(1) }, '1'],
    [{ $toUpper: new Date('2024-01-02T03:04:05.006Z') }, '2024-01-02T03:04:05.006Z'],
  ]);
});
