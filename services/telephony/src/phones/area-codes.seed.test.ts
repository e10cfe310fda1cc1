import { stateCode } from '@crm/contracts/codes/states.js';
import { statePhones } from '@crm/contracts/resources/state-phone.js';
import { areaCodesOf } from './area-codes.seed.js';

test('every state begins with area codes, and each belongs to one state', () => {
  const all = stateCode.options.flatMap((state) => {
    const codes = areaCodesOf(state);
    expect(codes).not.toHaveLength(0);
    expect(statePhones.fields.codes.wire.parse(codes)).toEqual([...codes].sort());
    return codes;
  });
  expect(new Set(all).size).toBe(all.length);
});

test.each([
  ['TX', '214'],
  ['NY', '212'],
  ['CA', '310'],
  ['AK', '907'],
  ['CO', '983'],
] as const)('%s has %s', (state, code) => {
  expect(areaCodesOf(state)).toContain(code);
});
