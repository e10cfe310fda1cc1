import { emailTemplateFields, smsTemplateFields } from '@crm/contracts/http/templates.js';
import type { Template, TemplateKind } from './useTemplates.js';

export type TemplateForm = Omit<Template, 'id'>;
export type TemplateErrors = Partial<Record<keyof TemplateForm, string>>;

/** A text is chosen by its title, which stands in the form as the name of it. */
const fieldOf = {
  sms: { title: 'name', text: 'text' },
  email: { name: 'name', title: 'title', text: 'text' },
} as const;

const inForm = (kind: TemplateKind, field: string): keyof TemplateForm | undefined =>
  Object.entries(fieldOf[kind]).find(([name]) => name === field)?.[1];

/** What speaks against saving a template, by the fields of the form. */
export function faultsOf(kind: TemplateKind, { name, title, text }: TemplateForm): TemplateErrors {
  const checked =
    kind === 'sms'
      ? smsTemplateFields.safeParse({ title: name, text })
      : emailTemplateFields.safeParse({ name, title, text });
  return errorsInForm(
    kind,
    checked.error?.issues.map(({ path, message }) => [String(path[0]), message] as const) ?? [],
  );
}

/** Errors by the names of the contract, by the fields of the form; the first of each field stands. */
export function errorsInForm(
  kind: TemplateKind,
  errors: readonly (readonly [string, string])[],
): TemplateErrors {
  const found: TemplateErrors = {};
  for (const [name, message] of errors) {
    const field = inForm(kind, name);
    if (field !== undefined) found[field] ??= message;
  }
  return found;
}
