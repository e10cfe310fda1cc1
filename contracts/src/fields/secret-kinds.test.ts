import { z } from 'zod';
import { password, secret, writeOnly } from './secret-kinds.js';
import { text } from './text-kinds.js';

const typedPassword = password({
  label: 'Password',
  of: z.string().min(8, 'At least 8 characters'),
  again: { label: 'Again', differs: 'Password must be the same' },
  none: 'Required.',
  example: 'k2Vw9tQpZr4m',
});

describe('a password that is typed twice', () => {
  test.each<[string, { first: string; again: string }, boolean, Record<string, string>]>([
    [
      'is needed twice of what is new',
      { first: '', again: '' },
      true,
      { first: 'Required.', again: 'Required.' },
    ],
    ['is not needed of what is there', { first: '', again: '' }, false, {}],
    [
      'is needed twice where there is one',
      { first: 'k2Vw9tQpZr4m', again: '' },
      false,
      { again: 'Required.' },
    ],
    [
      'is the same both times',
      { first: 'k2Vw9tQpZr4m', again: 'other' },
      true,
      { again: 'Password must be the same' },
    ],
    ['is long enough', { first: 'short', again: 'short' }, true, { first: 'At least 8 characters' }],
    ['that is right has no faults', { first: 'k2Vw9tQpZr4m', again: 'k2Vw9tQpZr4m' }, true, {}],
  ])('%s', (_what, typed, isNew, faults) => {
    expect(typedPassword.typed.faults?.(typed, isNew)).toEqual(faults);
  });

  test('is one on the wire, and nothing where none is typed', () => {
    expect(typedPassword.typed.toWire({ first: 'k2Vw9tQpZr4m', again: 'k2Vw9tQpZr4m' })).toBe('k2Vw9tQpZr4m');
    expect(typedPassword.typed.toWire({ first: '', again: '' })).toBeUndefined();
  });
});

describe('a field that is never read back', () => {
  const fields = {
    id: writeOnly(text({ label: 'Client ID', max: 10, example: 'a' })),
    token: secret({ label: 'Token', max: 10, example: 'b' }),
  };
  test.each(Object.entries(fields))(
    '%s begins empty in every form, and left empty says nothing',
    (_key, { typed }) => {
      expect(typed.ofWire('anything')).toBe('');
      expect(typed.toWire(' ')).toBeUndefined();
      expect(typed.toWire('new')).toBe('new');
    },
  );
});
