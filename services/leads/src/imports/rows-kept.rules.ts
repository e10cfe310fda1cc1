import { refusedRowDays } from '@crm/contracts/entities/lead-import.js';

const keptMs = refusedRowDays * 24 * 3600 * 1000;

/** When the refused rows of an import that ended then are erased. */
export const rowsKeptUntil = (finishedAt: Date): Date => new Date(finishedAt.getTime() + keptMs);

/** Imports that ended by this instant are through with keeping their refused rows now. */
export const endedBefore = (now: Date): Date => new Date(now.getTime() - keptMs);
