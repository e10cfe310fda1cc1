import { z } from 'zod';
import { errorAnswer, errorCode, httpStatusOf, sentences, type ErrorCode } from '@crm/contracts/errors.js';
import { answerError } from './answer-error.js';
import {
  AppError,
  alreadyExists,
  conflict,
  forbidden,
  invalid,
  keyInvalid,
  invalidField,
  locked,
  notFound,
  routeUnknown,
  secondStep,
  sessionEnded,
  tooLarge,
  tooMany,
  unavailable,
  upstreamFailed,
  workUnfinished,
  wrongCredentials,
} from './app-error.js';

const lead = { id: '66f0a1b2c3d4e5f601020304', fullname: 'Maribel Dunne' };
const named = (name: string, fields: object = {}) =>
  Object.assign(new Error('inner words'), { name, ...fields });

describe('every refusal answers as the contract has it', () => {
  const refusals: Record<Exclude<ErrorCode, 'server_error'>, AppError> = {
    invalid: invalid({ 'lead.email': 'Invalid Email address', fname: 'Required.' }),
    wrong_credentials: wrongCredentials('Wrong e-mail or password'),
    key_invalid: keyInvalid(),
    second_step: secondStep({
      token: 'Vf3n8Q0m2sYtKc5bXh7rLw9pZd1uJ4aEgT6iNoRkMyQ',
      methods: ['totp', 'recovery'],
      must_enroll: false,
      expires_at: '2026-11-20T17:46:00.000Z',
    }),
    session_ended: sessionEnded(),
    forbidden: forbidden(),
    not_found: notFound('Lead'),
    route_unknown: routeUnknown(),
    work_unfinished: workUnfinished(lead),
    conflict: conflict({
      version: 4,
      changed_by: null,
      fields: [{ field: 'fname', yours: 'A', theirs: 'B' }],
    }),
    already_exists: alreadyExists('This e-mail is taken', 'email'),
    locked: locked(lead, 'Somebody works this lead'),
    too_large: tooLarge(1024),
    too_many: tooMany(2.1),
    unavailable: unavailable('The store is out of reach'),
    upstream_failed: upstreamFailed(),
  };

  test.each(errorCode.options.filter((code) => code !== 'server_error'))('%s', (code) => {
    const { status, body, expected } = answerError(refusals[code], 'request-1');
    expect(status).toBe(httpStatusOf[code]);
    expect(expected).toBe(true);
    expect(errorAnswer.parse(body)).toEqual(body);
    expect(body).toMatchObject({ code, request_id: 'request-1', ...refusals[code].details });
  });

  test('with the first wrong field as the message where it has none of its own', () => {
    expect(answerError(refusals.invalid).body).toEqual({
      status: 'error',
      code: 'invalid',
      message: 'Invalid Email address',
      errors: { 'lead.email': 'Invalid Email address', fname: 'Required.' },
    });
    expect(invalidField('fname', 'Required.').details).toEqual({ errors: { fname: 'Required.' } });
  });

  test.each([
    [tooLarge(1024 ** 2, { sent: 10 * 1024 ** 2 }), 'What was sent is larger than 1 MB (10 MB)'],
    [tooLarge(200), 'What was sent is larger than 200 bytes'],
    [tooLarge(16 * 1024, { what: 'The file', sent: 17_000 }), 'The file is larger than 16 KB (16.6 KB)'],
  ])('413 with the limit, and with what came', (refusal, message) => {
    expect(answerError(refusal).body.message).toBe(message);
  });

  test('307 without a Location, and 429 with a Retry-After in whole seconds', () => {
    expect(answerError(refusals.work_unfinished).headers).toEqual({});
    expect(answerError(refusals.too_many).headers).toEqual({ 'retry-after': '3' });
    expect(answerError(refusals.too_many).body.retry_after).toBe(3);
  });
});

describe('what express and the store throw becomes a refusal', () => {
  test.each<[string, unknown, ErrorCode]>([
    ['a body that is no JSON', named('SyntaxError', { type: 'entity.parse.failed', status: 400 }), 'invalid'],
    [
      'a body over the limit',
      named('PayloadTooLargeError', { type: 'entity.too.large', status: 413, limit: 1000 }),
      'too_large',
    ],
    ['an unknown charset', named('Error', { type: 'charset.unsupported', status: 415 }), 'invalid'],
    ['an unknown encoding', named('Error', { type: 'encoding.unsupported', status: 415 }), 'invalid'],
    ['an upload broken off', named('BadRequestError', { type: 'request.aborted', status: 400 }), 'invalid'],
    ['a broken escape in the address', named('URIError', { status: 400 }), 'route_unknown'],
    ['a unique value that is taken', named('MongoServerError', { code: 11000 }), 'already_exists'],
    ['a save from an old version', named('VersionError'), 'conflict'],
    ['a store that is gone', named('MongoServerSelectionError'), 'unavailable'],
    ['a store that does not answer', named('MongoNetworkTimeoutError'), 'unavailable'],
  ])('%s', (_what, thrown, code) => {
    const { body, status, expected } = answerError(thrown);
    expect([body.code, status, expected]).toEqual([code, httpStatusOf[code], true]);
    expect(body.message).not.toContain('inner words');
  });
});

describe("anything else is a fault of ours, told as 'Server Error' and nothing more", () => {
  const zodError = z.object({ secret: z.string() }).safeParse({}).error;
  test.each<[string, unknown]>([
    ['an error', new Error('inner words')],
    ['a string', 'inner words'],
    ['null', null],
    ['undefined', undefined],
    ['a number', 42],
    ['an empty object', {}],
    ['an object with a status', { status: 500, message: 'inner words' }],
    ['an object without a prototype', Object.create(null)],
    ['a symbol', Symbol('inner words')],
    ['a zod error of our own data', zodError],
    ['a cast error of mongoose', named('CastError')],
    ['an AppError of another service', new AppError('server_error', 'inner words')],
  ])('%s', (_what, thrown) => {
    expect(answerError(thrown, 'request-1')).toEqual({
      status: 500,
      headers: {},
      expected: false,
      body: {
        status: 'error',
        message: sentences.serverError,
        code: 'server_error',
        request_id: 'request-1',
      },
    });
  });
});
