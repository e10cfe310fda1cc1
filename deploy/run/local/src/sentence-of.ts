import { ConfigError } from '@crm/platform/config/load-config.js';
import { AppError } from '@crm/platform/errors/app-error.js';
import { StoreIsNewer } from '@crm/platform/migrations/schema-versions.js';
import { CannotStart } from './data-folder.js';

/** The message of a failed start: one sentence, with a stack trace only for unexpected errors. */
export function sentenceOf(error: unknown): string {
  if (error instanceof CannotStart || error instanceof ConfigError || error instanceof StoreIsNewer)
    return error.message;
  if (error instanceof AppError) return `Could not start: ${error.message}.`;
  return `Could not start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}
