import { emailTemplates, smsTemplates } from '@crm/contracts/resources/template.js';
import { invalidField } from '@crm/platform/errors/app-error.js';
import type { Stored } from '@crm/platform/resources/records.js';
import type { MessagingContext } from '../context.js';
import { sanitiseEmail } from '../mail/sanitise-email.js';
import { unknownFields } from './merge.rules.js';
import type { EmailTemplateDoc, SmsTemplateDoc } from './template.model.js';

type Templates = Pick<MessagingContext, 'smsTemplates' | 'emailTemplates' | 'clock'>;

/** A field that there is none of is refused when it is written, not when it would have been sent. */
function refuseUnknown(words: Readonly<Record<string, string | undefined>>): void {
  for (const [field, text = ''] of Object.entries(words)) {
    const [unknown] = unknownFields(text);
    if (unknown !== undefined) throw invalidField(field, `Unknown field {{${unknown}}}`);
  }
}

/** The texts to choose from as a resource. */
export const storedSmsTemplates = ({
  smsTemplates: model,
  clock,
}: Templates): Stored<typeof smsTemplates.fields, SmsTemplateDoc> => ({
  ...{ resource: smsTemplates, model, clock },
  clean: (given) => {
    refuseUnknown({ title: given.title, text: given.text, text_es: given.text_es });
    return given;
  },
});

/** The e-mails to choose from as a resource. */
export const storedEmailTemplates = ({
  emailTemplates: model,
  clock,
}: Templates): Stored<typeof emailTemplates.fields, EmailTemplateDoc> => ({
  ...{ resource: emailTemplates, model, clock },
  clean: (given) => {
    const { title, title_es, text_es } = given;
    refuseUnknown({ title, text: given.text, title_es, text_es });
    const text = sanitiseEmail(given.text ?? '');
    if (text === undefined) throw invalidField('text', 'Required.');
    if (text_es === undefined) return { ...given, text };
    const inSpanish = sanitiseEmail(text_es) ?? '';
    // A Spanish letter below an English title looks like no letter to its reader.
    if (inSpanish !== '' && !title_es) throw invalidField('title_es', 'Enter the Spanish title, too');
    return { ...given, text, text_es: inSpanish };
  },
});
