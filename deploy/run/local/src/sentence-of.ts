import { ConfigError } from '@crm/platform/config/load-config.js';
import { AppError } from '@crm/platform/errors/app-error.js';
import { CannotStart } from './data-folder.js';

/** What a person is told of a start that came to nothing: a sentence, and the stack of what nobody foresaw alone. */
export function sentenceOf(error: unknown): string {
  if (error instanceof CannotStart || error instanceof ConfigError) return error.message;
  if (error instanceof AppError) return `Could not start: ${error.message}.`;
  return `Could not start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}
