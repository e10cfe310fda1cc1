import { jest } from '@jest/globals';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '../errors/app-error.js';
import { logLines } from '../testing/log-lines.js';
import { linePackets } from './line-packets.js';
import { areaLogger, createLogger } from './logger.js';
import { maskPhone, maskPhones } from './redact.js';
import { contextActor, currentContext, runWithContext } from './request-context.js';

test('names the service and, in a child, the area', () => {
  const { log, all } = logLines('leads');
  areaLogger(log, 'imports').info({ rows: 3 }, 'import read');
  expect(all()).toEqual([
    expect.objectContaining({
      level: 'info',
      service: 'leads',
      area: 'imports',
      rows: 3,
      msg: 'import read',
    }),
  ]);
});

test('adds the context at hand, also after something was awaited', async () => {
  const { log, all } = logLines();
  const actor = contextActor({ id: '66f0a1b2c3d4e5f601020304', role: 2 });
  await runWithContext({ correlationId: 'request-1', causationId: 'event-7', actor }, async () => {
    await Promise.resolve();
    log.info('inside');
  });
  log.info('outside');
  expect(all()[0]).toMatchObject({ correlationId: 'request-1', causationId: 'event-7', actorId: actor.id });
  expect(all()[1]).not.toHaveProperty('correlationId');
  expect(currentContext()).toBeUndefined();
});

test('takes secrets and message bodies out, however deep they sit and however they are spelled', () => {
  const { log, text, all } = logLines();
  log.info(
    {
      password: 'hunter2-a',
      user: { new_password: 'hunter2-b', email_credentials: { clientSecret: 'hunter2-c' } },
      headers: { Authorization: 'Bearer hunter2-d', cookie: 'hunter2-e', 'Set-Cookie': ['hunter2-f'] },
      list: [{ refreshToken: 'hunter2-g' }],
      sms: { body: 'hunter2-h', text_message: 'hunter2-i', sid: 'SM1' },
      hasToken: true,
      token: undefined,
    },
    'kept out',
  );
  expect(text()).not.toContain('hunter2');
  expect(all()[0]).toMatchObject({ password: '[redacted]', sms: { sid: 'SM1' }, hasToken: true });
});

test('leaves four digits of a phone number, in fields, in messages and in errors', () => {
  const { log, text } = logLines();
  log.info({ phone: '+12145550117', to: ['(214)555-0118', '214.555.0119'] }, 'text to +12145550120 sent');
  log.error(new Error('no such number +1 214 555 0121', { cause: new Error('12145550122') }));
  // A line's own instant may have these digits.
  expect(text().replaceAll(/"time":"[^"]*"/g, '')).not.toMatch(/555/);
  for (const last of ['0117', '0118', '0119', '0120', '0121', '0122']) expect(text()).toContain(`***${last}`);
});

test('leaves of an API key what tells it apart', () => {
  const { log, text } = logLines();
  const id = '66f0a1b2c3d4e5f6010204aa';
  const key = `crm_live_${id}_${'s3cret-_'.repeat(5)}abc`;
  log.info({ url: `/x?key=${key}` }, `used ${key}`);
  log.error(new Error(`no such key ${key}`));
  expect(text()).not.toMatch(/s3cret/);
  expect(text().split(`crm_live_${id}_[redacted]`).length).toBeGreaterThan(3);
});

test('leaves ids, instants and versions whole', () => {
  for (const kept of [
    '661234567890123456789012',
    '6612345678abcdef01234567',
    '0192f1c4-1234-7567-8901-234567890123',
    '2026-11-20T17:41:00.000Z',
    'CA12345678901234567890123456789012',
    'lead 66f0a1b2c3d4e5f601020304',
  ]) {
    expect(maskPhones(kept)).toBe(kept);
  }
  expect(maskPhone('+12145550117')).toBe('***0117');
});

test('writes an error with its stack, code, details and causes', () => {
  const { log, all } = logLines();
  log.error(
    { err: new AppError('locked', 'Held', { details: { lead_id: 'a' }, cause: new Error('why') }) },
    'told',
  );
  expect(all()[0]).toMatchObject({
    msg: 'told',
    err: {
      type: 'AppError',
      message: 'Held',
      code: 'locked',
      details: { lead_id: 'a' },
      stack: expect.stringContaining('logger.test') as unknown,
      cause: { type: 'Error', message: 'why' },
    },
  });
});

test('survives what refers to itself', () => {
  const { log, all } = logLines();
  const circular: Record<string, unknown> = {};
  circular['self'] = circular;
  const error = new Error('first');
  error.cause = error;
  log.info({ circular, err: error }, 'still written');
  expect(all()[0]?.msg).toBe('still written');
});

test('says when, to the millisecond, across the turn of a second', () => {
  jest.useFakeTimers({ now: Date.parse('2026-01-31T10:15:00.042Z') });
  try {
    const { log, all } = logLines();
    log.info('first');
    jest.setSystemTime(Date.parse('2026-01-31T10:15:00.999Z'));
    log.info('second');
    jest.setSystemTime(Date.parse('2026-01-31T10:15:01.000Z'));
    log.info('third');
    expect(all().map((line) => line['time'])).toEqual([
      '2026-01-31T10:15:00.042Z',
      '2026-01-31T10:15:00.999Z',
      '2026-01-31T10:15:01.000Z',
    ]);
  } finally {
    jest.useRealTimers();
  }
});

describe('lines in packets', () => {
  let folder: string;
  let fd: number;
  const written = () => readFileSync(join(folder, 'log'), 'utf8').split('\n').slice(0, -1);
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'log-'));
    fd = openSync(join(folder, 'log'), 'a');
  });
  afterEach(() => {
    closeSync(fd);
    rmSync(folder, { recursive: true });
  });

  test('wait for others, and are out by themselves soon after', async () => {
    createLogger({ service: 'leads', level: 'info', stream: linePackets(fd) }).info('waits');
    expect(written()).toEqual([]);
    while (written().length === 0) await pause(10);
    expect(written()).toEqual([expect.stringContaining('"msg":"waits"')]);
  });

  test('come out whole and in order, however many and however long', () => {
    const packets = linePackets(fd);
    const lines = Array.from({ length: 300 }, (_, index) => `${String(index)} ${'ä'.repeat(index * 40)}`);
    for (const line of lines) packets.write(`${line}\n`);
    packets.flushSync();
    expect(written()).toEqual(lines);
  });

  test('do not wait behind a fatal one', () => {
    const log = createLogger({ service: 'leads', level: 'info', stream: linePackets(fd) });
    log.info('before');
    log.fatal('the end');
    expect(written()).toEqual([
      expect.stringContaining('"msg":"before"'),
      expect.stringContaining('"msg":"the end"'),
    ]);
  });
});
