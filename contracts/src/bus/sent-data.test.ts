import { sentData } from './envelope.js';

test('a message has what consumers of the last release ask for, empty, at any depth', () => {
  const data = { id: '1', followup: { id: '2', priority: 1 } };
  expect(sentData(data, { body: '', followup: { description: '' } })).toEqual({
    id: '1',
    body: '',
    followup: { id: '2', priority: 1, description: '' },
  });
  expect(data).toEqual({ id: '1', followup: { id: '2', priority: 1 } });
});

test('a message of which nothing is emptied is itself', () => {
  const data = { id: '1' };
  expect(sentData(data, undefined)).toBe(data);
});
