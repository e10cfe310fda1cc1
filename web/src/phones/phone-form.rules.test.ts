import { exampleStatePhone } from '@crm/contracts/entities/telephony.js';
import { changesOf, formOf, readCodes } from './phone-form.rules.js';

test.each([
  ['214 469', ['214', '469'], undefined],
  [' 214,469;972 ', ['214', '469', '972'], undefined],
  ['', [], undefined],
  ['214 46', ['214', '46'], { is: 'wrongCode', code: '46' }],
  ['114', ['114'], { is: 'wrongCode', code: '114' }],
  ['214 469 214', ['214', '469', '214'], { is: 'twice', code: '214' }],
])('the codes of %p are %j', (text, codes, fault) => {
  expect(readCodes(text)).toEqual({ codes, fault });
});

test('what was not changed is not sent', () => {
  const form = formOf(exampleStatePhone);
  expect(changesOf(form, exampleStatePhone)).toEqual({});
  expect(changesOf({ ...form, codes: '214, 469  972' }, exampleStatePhone)).toEqual({});
  expect(changesOf({ phone: '', codes: '214', announce: false }, exampleStatePhone)).toEqual({
    phone: '',
    codes: ['214'],
    announce: 0,
  });
});
