import { callerIdOf } from './caller-id.rules.js';

const all = {
  user: '+12145550101',
  leadState: '+17135550102',
  areaState: '+16025550103',
  default: '+18005550104',
};

test.each([
  ['the agent’s own number', all, '+12145550101'],
  ['that of the lead’s state where the agent has none', { ...all, user: '' }, '+17135550102'],
  ['that of the dialled area where that state has none', { ...all, user: '', leadState: '' }, '+16025550103'],
  ['the default last', { ...all, user: '', leadState: '', areaState: '' }, '+18005550104'],
  ['none where none is set', { user: '', leadState: '', areaState: '', default: '' }, undefined],
])('a call is placed from %s', (_which, numbers, from) => {
  expect(callerIdOf(numbers)).toBe(from);
});
