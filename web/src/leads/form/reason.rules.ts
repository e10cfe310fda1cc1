import { requiredMessages } from '@crm/contracts/field-sentences.js';
import type { MessageKey } from '../../i18n/useTranslate.js';

type Messages = (key: MessageKey, values?: Record<string, string | number>) => string;

/** Whether nothing is wrong with a form but that fields are empty. */
export const isToFill = (errors: Readonly<Record<string, string | undefined>>): boolean =>
  Object.values(errors).every((message) => message === undefined || requiredMessages.has(message));

/** Why a form cannot be saved: its first wrong field by name, what is wrong with it, and how many more there are. */
export function reasonOf(
  { field, message, count }: { field: string; message: string; count: number },
  translate: Messages,
): string {
  if (count <= 1) return translate('crm.form.wrong', { field, message });
  return translate('crm.form.wrongAndMore', { field, message, smart_count: count - 1 });
}
