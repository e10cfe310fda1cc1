import { auditActions, isRecordNoun } from '../i18n/audit.en.js';

/** Nouns of records with several actions, which can be asked for together. */
export const actionNouns: readonly string[] = [
  ...new Set(auditActions.map((action) => action.split('.')[0] ?? '')),
].filter(
  (noun) => isRecordNoun(noun) && auditActions.filter((action) => action.startsWith(`${noun}.`)).length > 1,
);
