import type { z } from 'zod';
import { emailLength, emailTitleLength, textLength, textTooLong } from '../codes/message-lengths.js';
import { longText, text } from '../fields/text-kinds.js';
import { laterField } from '../fields/later-field.js';
import { person } from '../fields/kept-kinds.js';
import { richText } from '../fields/rich-text-kind.js';
import { defineResource } from './define-resource.js';

const needed = { required: true, none: 'Required.' } as const;
const inSpanish = 'Sent to leads whose language is Spanish. If empty, they are sent the English one';
const user_id = person({ label: 'User', example: '66f0a1b2c3d4e5f601020304' });

/** What templates of either kind are alike in (rule T4). */
const template = {
  service: 'messaging',
  callsAs: 'rest',
  owner: 'user_id',
  rights: { read: 'owner', create: 'self', change: 'owner', remove: 'owner' },
  sortsCaseless: true,
  most: { count: 200, sentence: 'At most 200 templates, please remove one first' },
  says: { created: 'Template saved', changed: 'Template saved', removed: 'Template removed' },
} as const;

/** A text to choose from. Names after which nothing of the kind is in `mergeFields` are refused, so that none is ever sent. */
export const smsTemplates = defineResource({
  ...template,
  name: 'sms-templates',
  one: 'SMS template',
  about: 'reference',
  many: 'SMS templates',
  fields: {
    user_id,
    title: text({
      ...needed,
      label: 'Title',
      max: 100,
      tooLong: 'At most 100 characters',
      example: 'Missed you',
    }),
    text: longText({
      ...needed,
      label: 'Text',
      max: textLength,
      tooLong: textTooLong,
      example: 'Hello {{lead.first_name}}, this is {{agent.first_name}}. When may I call you?',
    }),
    text_es: laterField(
      longText({
        label: 'Spanish text',
        max: textLength,
        tooLong: textTooLong,
        help: inSpanish,
        example: 'Hola, {{lead.first_name}}, le escribe {{agent.first_name}}. ¿Cuándo puedo llamarle?',
      }),
    ),
  },
  sort: ['title', 'ASC'],
  search: ['title', 'text'],
});
export type SmsTemplate = z.infer<typeof smsTemplates.record>;

/** An e-mail to choose from; its text is HTML, sanitised, and its title goes out. */
export const emailTemplates = defineResource({
  ...template,
  name: 'email-templates',
  one: 'email template',
  about: 'reference',
  many: 'email templates',
  fields: {
    user_id,
    name: text({
      ...needed,
      label: 'Name',
      max: 100,
      tooLong: 'At most 100 characters',
      example: 'Quote',
    }),
    title: text({
      ...needed,
      label: 'Title',
      max: emailTitleLength,
      tooLong: 'At most 200 characters',
      example: 'Your quote, {{lead.first_name}}',
    }),
    text: richText({
      ...needed,
      label: 'Text',
      max: emailLength,
      tooLong: 'At most 50,000 characters',
      example: '<p>Good morning {{lead.fullname}},</p><p>here is what we spoke of.</p>',
    }),
    title_es: laterField(
      text({
        label: 'Spanish title',
        max: emailTitleLength,
        tooLong: 'At most 200 characters',
        help: inSpanish,
        example: 'Su cotización, {{lead.first_name}}',
      }),
    ),
    text_es: laterField(
      richText({
        label: 'Spanish text',
        max: emailLength,
        tooLong: 'At most 50,000 characters',
        example: '<p>Buenos días, {{lead.fullname}}:</p><p>le envío lo que conversamos.</p>',
      }),
    ),
  },
  sort: ['name', 'ASC'],
  search: ['name', 'title'],
});
export type EmailTemplate = z.infer<typeof emailTemplates.record>;
