import type { LeadImport } from '@crm/contracts/entities/lead-import.js';
import type { PayloadOf } from '@crm/contracts/sockets/server-events.js';

export type ImportProgress = PayloadOf<'importProgress'>;

/** Whether an import still works. */
export function isRunning({ state }: Pick<LeadImport, 'state'>): boolean {
  return state === 'receiving' || state === 'running';
}

/**
 * An import as a progress event leaves it. Events that come late change nothing; after the end the only ones that count are
 * of refused rows that were corrected. The last event tells that an import is over, not whether it failed: how it ended is
 * read from the server.
 */
export function withProgress(known: LeadImport, event: ImportProgress): LeadImport {
  if (event.import_id !== known.id) return known;
  const isRunningNow = isRunning(known);
  const isNews = isRunningNow
    ? event.read >= known.read
    : event.read === known.read && event.saved > known.saved;
  if (!isNews) return known;
  const { read, saved, refused, duplicates } = event;
  const counted = { ...known, read, saved, refused, duplicates };
  return isRunningNow ? { ...counted, state: 'running', activity: 'importing' } : counted;
}

/** How many of a file's rows are read, 0 to 100, by the very numbers that are shown; undefined until they are counted. */
export function percentDone(known: LeadImport): number | undefined {
  if (known.state === 'done') return 100;
  if (known.rows === null) return undefined;
  return known.rows === 0 ? 0 : Math.min(99, Math.floor((known.read / known.rows) * 100));
}

/** What an import does or how it ended, in a word; of what is imported with its percentage. */
export function progressWord(
  known: LeadImport,
): { word: 'running' | 'waiting' | 'counting' | 'paused' | 'done' | 'failed' } | { percent: number } {
  if (known.state === 'done' || known.state === 'failed') return { word: known.state };
  if (known.activity !== null && known.activity !== 'importing') return { word: known.activity };
  const percent = percentDone(known);
  return percent === undefined ? { word: 'running' } : { percent };
}

/** How much of an upload has left the browser, 0 to 100. */
export function percentSent({ bytes, sent }: { bytes: number; sent: number }): number {
  return bytes === 0 ? 100 : Math.floor((sent / bytes) * 100);
}

/** What a reader of the screen is told of: every tenth part, never each batch. */
export function spokenPercent(percent: number | undefined): number | undefined {
  return percent === undefined ? undefined : Math.floor(percent / 10) * 10;
}
