import { healthConditions } from '../codes/health-lists.js';
import {
  conditionsOfFlags,
  isMajorConditionFlag,
  majorConditionFields,
  majorConditionFlags,
} from './major-conditions.rules.js';

test('every condition of the list has one flag of its own', () => {
  const names = Object.keys(majorConditionFields);
  expect(names).toEqual(healthConditions.map(({ value }) => `major_condition_${value}`));
  expect(Object.keys(majorConditionFlags([]))).toEqual(names);
});

test.each([
  ['none chosen', [], []],
  ['two chosen', ['asthma', 'stroke'], ['asthma', 'stroke']],
  ['one that an admin added has no flag', ['asthma', 'gout'], ['asthma']],
])('%s: those flags are 1 and every other is 0', (_what, chosen, expected) => {
  const flags = majorConditionFlags(chosen);
  const on = Object.entries(flags).filter(([, flag]) => flag === 1);
  expect(on.map(([name]) => name)).toEqual(expected.map((code) => `major_condition_${code}`));
  expect(new Set(Object.values(flags))).toEqual(new Set(expected.length > 0 ? [0, 1] : [0]));
  expect(conditionsOfFlags(flags)).toEqual(expected);
});

test('fields without a flag say nothing of conditions', () => {
  expect(conditionsOfFlags({ fullname: 'Nora', tobacco: 1 })).toBeUndefined();
  expect(conditionsOfFlags({ major_condition_asthma: 0 })).toEqual([]);
});

test.each([
  ['major_condition_asthma', true],
  ['major_condition_gout', false],
  ['medications', false],
])('%s is a flag: %s', (field, expected) => {
  expect(isMajorConditionFlag(field)).toBe(expected);
});
