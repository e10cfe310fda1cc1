import { z } from 'zod';
import type { Fields } from '@crm/contracts/fields/field.js';
import type { AnyResource } from '@crm/contracts/resources/define-resource.js';
import type { Wordings } from '@crm/contracts/messaging/wording.rules.js';
import { emailTemplates, smsTemplates } from '@crm/contracts/resources/template.js';
import { useOwnRecords } from '../resources/useOwnRecords.js';

export type TemplateKind = 'sms' | 'email';

const template = z.object({
  id: z.string(),
  name: z.string().optional(),
  title: z.string(),
  text: z.string(),
  title_es: z.string().optional(),
  text_es: z.string().default(''),
});

/** A template of either kind: a text is chosen by its title, an e-mail by its name, and its title goes out. */
export interface Template extends Wordings {
  id: string;
  name: string;
}

const resources: Record<TemplateKind, AnyResource<Fields>> = { sms: smsTemplates, email: emailTemplates };

/** The signed-in user's own templates, to send one. */
export function useTemplates(kind: TemplateKind) {
  const { records, ...query } = useOwnRecords(resources[kind]);
  const data = records?.map((record): Template => {
    const read = template.parse(record);
    return { ...read, name: read.name ?? read.title };
  });
  return { ...query, data };
}
