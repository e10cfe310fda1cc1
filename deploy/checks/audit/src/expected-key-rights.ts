import type { KeyScope } from '@crm/contracts/codes/key-scopes.js';

/** What an API key may with each scope, written by hand: every other call is refused, 403. */
export const expectedKeyRights: readonly (readonly [KeyScope, readonly string[]])[] = [
  ['leads:create', ['createLeadByKey']],
  ['leads:read', ['listLeadsByKey', 'getLeadByKey']],
  // Of what is read it shows more, and reads nothing by itself.
  ['leads:read-sealed', []],
  ['leads:status', ['setStatusByKey', 'addNoteByKey']],
  ['messages:read', ['listMessagesByKey']],
  ['do-not-contact:write', ['addDoNotContactByKey']],
];

/** Whether a key with one scope alone is let in. */
export const mayByKey = (scope: KeyScope, call: string): boolean =>
  expectedKeyRights.some(([each, calls]) => each === scope && calls.includes(call));
