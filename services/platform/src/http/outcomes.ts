import type { Outcome } from '@crm/contracts/errors.js';

/** What an answer says in green. */
export const success = (message: string): Outcome => ({ status: 'success', message });

/** What an answer says in blue. */
export const info = (message: string): Outcome => ({ status: 'info', message });

/** What an answer says where not all of it could be done. */
export const warning = (message: string): Outcome => ({ status: 'warning', message });
