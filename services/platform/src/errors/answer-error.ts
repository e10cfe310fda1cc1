import { z } from 'zod';
import { sentences, type ErrorAnswer } from '@crm/contracts/errors.js';
import {
  AppError,
  alreadyExists,
  conflict,
  invalid,
  routeUnknown,
  tooLarge,
  unavailable,
} from './app-error.js';

export interface AnsweredError {
  /** The HTTP status. */
  status: number;
  body: ErrorAnswer;
  /** Headers that go with it: Retry-After where the answer says when to come back. Never a Location. */
  headers: Readonly<Record<string, string>>;
  /** False for a fault of ours: the edge logs it with its stack. */
  expected: boolean;
}

interface Thrown {
  name?: unknown;
  code?: unknown;
  type?: unknown;
  status?: unknown;
}

const storeOutOfReach = new Set([
  'MongoClientClosedError',
  'MongoServerSelectionError',
  'MongooseServerSelectionError',
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoNotConnectedError',
  'MongoPoolClearedError',
  'MongoTopologyClosedError',
  'MongoWaitQueueTimeoutError',
]);

/** What the body parser says of a body that it stopped reading: `expected` bytes where its length was said before. */
const oversized = z.object({ limit: z.number(), expected: z.number().optional() });

/** What express's body parser calls its refusals. */
function fromBodyParser(type: unknown, thrown: object): AppError | undefined {
  switch (type) {
    case 'entity.too.large': {
      const { limit, expected } = oversized.parse(thrown);
      return tooLarge(limit, { sent: expected });
    }
    case 'entity.parse.failed':
      return invalid({}, 'The body is not valid JSON');
    case 'encoding.unsupported':
    case 'charset.unsupported':
    case 'request.size.invalid':
    case 'request.aborted':
      return invalid({}, 'The body could not be read');
    default:
      return undefined;
  }
}

/** What the store throws where no use case gave it a meaning of its own. */
function fromStore({ name, code }: Thrown, cause: unknown): AppError | undefined {
  if (code === 11000) return alreadyExists('This already exists');
  if (name === 'VersionError') return conflict();
  if (typeof name === 'string' && storeOutOfReach.has(name)) {
    return unavailable('The database is unreachable, please try again', cause);
  }
  return undefined;
}

/** What express and its router refuse by themselves: an address with a broken escape, say. */
function fromExpress(status: unknown): AppError | undefined {
  return status === 400 || status === 404 ? routeUnknown() : undefined;
}

/** The refusal that anything thrown amounts to, or undefined where it is a fault of ours. */
function asAppError(thrown: unknown): AppError | undefined {
  if (thrown instanceof AppError) return thrown.code === 'server_error' ? undefined : thrown;
  if (typeof thrown !== 'object' || thrown === null) return undefined;
  const read: Thrown = thrown;
  return fromBodyParser(read.type, thrown) ?? fromStore(read, thrown) ?? fromExpress(read.status);
}

/**
 * Turns anything thrown, an AppError or a string or null, into the refusal of the contract (rule A20). A zod error
 * that reaches the edge comes from data of our own, since what is asked is parsed before: like every
 * other unknown thing it answers 500 'Server Error' and nothing of its text leaves the house.
 */
export function answerError(thrown: unknown, requestId?: string): AnsweredError {
  const known = asAppError(thrown);
  const error = known ?? new AppError('server_error', sentences.serverError);
  const retryAfter = error.details.retry_after;
  return {
    status: error.httpStatus,
    headers: retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) },
    expected: known !== undefined,
    body: {
      status: error.status,
      message: error.message,
      code: error.code,
      ...error.details,
      ...(requestId === undefined ? {} : { request_id: requestId }),
    },
  };
}
