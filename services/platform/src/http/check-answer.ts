import type { Endpoint } from '@crm/contracts/endpoint/endpoint.js';
import type { Logger } from '../log/logger.js';
import { fieldErrors } from '../errors/field-errors.js';

export type AnswerCheck = 'strict' | 'logged';

/** An answer of ours that breaks its contract: a fault, named by the fields at fault. */
export class WrongAnswerError extends Error {
  constructor(name: string, problems: readonly string[]) {
    super(`The answer of ${name} breaks its contract: ${problems.join('; ')}`);
    this.name = 'WrongAnswerError';
  }
}

/** Collects the paths that an answer has and its parsed form has not: fields that the contract does not name. */
function findUnnamed(answer: unknown, parsed: unknown, path: string, found: string[]): void {
  if (typeof answer !== 'object' || answer === null || typeof parsed !== 'object' || parsed === null) return;
  for (const key of Object.keys(answer)) {
    const value: unknown = Reflect.get(answer, key);
    if (value === undefined) continue;
    const isNamed = key in parsed;
    // Most fields are named and plain: only the others are worth a path.
    if (isNamed && (typeof value !== 'object' || value === null)) continue;
    const at = path === '' ? key : `${path}.${key}`;
    if (isNamed) findUnnamed(value, Reflect.get(parsed, key), at, found);
    else found.push(at);
  }
}

function problemsOf(endpoint: Endpoint, answer: unknown): string[] {
  const read = endpoint.answer.safeParse(answer);
  if (!read.success) {
    return Object.entries(fieldErrors(read.error, 'answer')).map(([path, message]) => `${path}: ${message}`);
  }
  const unnamed: string[] = [];
  findUnnamed(answer, read.data, '', unnamed);
  return unnamed.map((path) => `${path}: not named by the contract`);
}

/**
 * Holds an answer against its contract: wrong or missing fields, and fields that it does not name, which is how a
 * secret gets out. Strict throws; logged tells and lets the answer go, as people cannot be made to wait for a fix.
 */
export function checkAnswer(
  endpoint: Endpoint,
  answer: unknown,
  options: { answers: AnswerCheck; log: Logger },
): void {
  const problems = problemsOf(endpoint, answer);
  if (problems.length === 0) return;
  const error = new WrongAnswerError(endpoint.name, problems);
  if (options.answers === 'strict') throw error;
  options.log.error({ err: error, endpoint: endpoint.name }, 'response violates its contract');
}
