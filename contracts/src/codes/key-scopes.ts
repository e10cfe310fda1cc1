import { z } from 'zod';

/** What an API key may be let do, each with the words of its form. A call says which of them opens it; most are opened by none. */
export const keyScopes = [
  { id: 'leads:create', name: 'Create leads' },
  { id: 'leads:read', name: 'Read leads' },
  /** Opens no call: with it, what is read has health data and birth dates as well. */
  { id: 'leads:read-sealed', name: 'Read health data and birth dates too' },
  { id: 'leads:status', name: 'Set the status of leads, add notes' },
  { id: 'messages:read', name: 'Read texts, e-mails and notes' },
  { id: 'do-not-contact:write', name: 'Add to the do-not-contact list' },
] as const satisfies readonly { id: string; name: string }[];

export const keyScope = z.enum(keyScopes.map(({ id }) => id));
export type KeyScope = z.infer<typeof keyScope>;

/** What every API key begins with. Its id follows, by which it is found and told apart, then its secret. */
export const apiKeyPrefix = 'crm_live_';
