import { statusCode } from '@crm/contracts/codes/statuses.js';
import {
  keyOfStatus,
  maySaveStatus,
  statusAfterArrow,
  statusColumns,
  statusOfKey,
} from './status-keys.rules.js';

const columns = statusColumns('followUp');

test('the columns are the four groups of the specification', () => {
  expect(columns.map(({ group, codes }) => [group, codes.length])).toEqual([
    ['Pre-Contact', 6],
    ['Pre-Quote', 3],
    ['After Quote', 5],
    ['After Submitted', 7],
  ]);
});

test('purchased shows only while the lead has it', () => {
  expect(columns.flatMap(({ codes }) => codes)).not.toContain('purchased');
  expect(statusColumns('purchased').flatMap(({ codes }) => codes)).toContain('purchased');
});

test('every status has a key of its own', () => {
  expect(new Set(Object.values(keyOfStatus)).size).toBe(statusCode.options.length);
});

test.each([
  ['t', 'thinkingAboutIt'],
  ['T', 'thinkingAboutIt'],
  ['1', 'contactAttempt1'],
  ['R', undefined],
  ['Enter', undefined],
] as const)('the key %s chooses %s', (key, code) => {
  expect(statusOfKey(key, columns)).toBe(code);
});

test.each([
  ['newLead', 'ArrowDown', 'contactAttempt1'],
  ['newLead', 'ArrowUp', 'wrongPhoneNumber'],
  ['cancelled', 'ArrowDown', 'underwriting'],
  ['doNotCall', 'ArrowRight', 'priceTooHigh'],
  ['underwriting', 'ArrowRight', 'newLead'],
  ['newLead', 'ArrowLeft', 'underwriting'],
  ['contactAttempt4', 'ArrowRight', 'followUp'],
] as const)('from %s %s leads to %s', (from, arrow, to) => {
  expect(statusAfterArrow(from, arrow, columns)).toBe(to);
});

test('newLead cannot be saved, any other status can', () => {
  expect(statusCode.options.filter((code) => !maySaveStatus(code))).toEqual(['newLead']);
});
