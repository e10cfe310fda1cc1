import { readInches, readPounds } from './measures.rules.js';

test.each([
  ['70', 70],
  ['70 in', 70],
  ['70"', 70],
  ["5'10", 70],
  ['5\'10"', 70],
  ['5’10”', 70],
  ['5 ft 10 in', 70],
  ['5 feet 10 inches', 70],
  ['5-10', 70],
  ["6'", 72],
  ["5'13", undefined],
  ['510', undefined],
  ['-70', undefined],
  ['1.78 m', undefined],
  ['tall', undefined],
  ['', undefined],
])('height %p is %p inches', (text, inches) => {
  expect(readInches(text)).toBe(inches);
});

test.each([
  ['184', 184],
  ['184 lbs', 184],
  ['184lb.', 184],
  ['184 pounds', 184],
  ['184.5', undefined],
  ['1840', undefined],
  ['-184', undefined],
  ['83 kg', undefined],
  ['0', undefined],
  ['', undefined],
])('weight %p is %p pounds', (text, pounds) => {
  expect(readPounds(text)).toBe(pounds);
});
