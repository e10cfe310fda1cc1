import { z } from 'zod';
import { ConfigError, loadConfig } from './load-config.js';

const schema = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  SERVICE_KEY: z.string().min(32, 'must have at least 32 characters'),
  AUTH_URL: z.url('must be a url'),
});
const whole = { SERVICE_KEY: 'x'.repeat(32), AUTH_URL: 'http://127.0.0.1:4001' };

function problemsOf(env: Record<string, string | undefined>): readonly string[] {
  try {
    loadConfig(schema, env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

test('reads typed settings and leaves the rest of the environment alone', () => {
  expect(loadConfig(schema, { ...whole, PORT: '4001', HOME: '/root' })).toEqual({ ...whole, PORT: 4001 });
});

test('takes an empty value for one that is not set', () => {
  expect(loadConfig(schema, { ...whole, PORT: '' }).PORT).toBe(0);
});

test('names every problem at once, in words to act on', () => {
  expect(problemsOf({ PORT: '99999', AUTH_URL: 'nowhere' })).toEqual([
    expect.stringMatching(/^PORT: /),
    'SERVICE_KEY: is required and is not set',
    'AUTH_URL: must be a url',
  ]);
});

test('never repeats a value: it may be a secret', () => {
  expect(problemsOf({ ...whole, SERVICE_KEY: 'hunter2' }).join()).not.toContain('hunter2');
});

test('lists the problems one to a line', () => {
  expect(new ConfigError(['A: is required', 'B: must be a url']).message).toBe(
    'Invalid configuration:\n  - A: is required\n  - B: must be a url',
  );
});
