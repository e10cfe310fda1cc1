import type { LeadImport } from '@crm/contracts/entities/lead-import.js';
import type { useRawLeadMessages } from '../i18n/raw-leads.en.js';
import { progressWord } from './import-progress.rules.js';

/** What an import does or how it ended, in words. */
export function shownProgress(translate: ReturnType<typeof useRawLeadMessages>, known: LeadImport): string {
  const said = progressWord(known);
  return 'percent' in said
    ? translate('crm.imports.runningShort', { percent: said.percent })
    : translate(`crm.imports.${said.word}`);
}
