import type { ComponentProps } from 'react';
import {
  emailTemplates,
  smsTemplates,
  type EmailTemplate,
  type SmsTemplate,
} from '@crm/contracts/resources/template.js';
import { FieldInput } from '../fields/FieldInput.js';
import { LaterRichText } from '../fields/LaterRichText.js';
import { useTemplateMessages } from '../i18n/templates.en.js';
import type { OwnRecordsView } from '../resources/OwnRecordsDialog.js';
import { plainText } from '../rich-text/plain-text.js';
import { InsertField } from './InsertField.js';
import { InSpanish } from './InSpanish.js';
import { SmsBody } from './SmsBody.js';

/** What both kinds of templates say. */
function useTemplateWords() {
  const translate = useTemplateMessages();
  return {
    list: translate('crm.templates.list'),
    none: translate('crm.templates.none'),
    failed: translate('crm.templates.failed'),
    words: {
      add: translate('crm.templates.add'),
      addTitle: translate('crm.templates.newTitle'),
      changeTitle: translate('crm.templates.editTitle'),
      create: translate('crm.templates.save'),
      update: translate('crm.templates.save'),
      back: translate('crm.templates.back'),
      deleteTitle: translate('crm.templates.removeTitle'),
      deleteNow: translate('crm.templates.removeAction'),
      deleteText: (name: string) => translate('crm.templates.removeText', { name }),
      delete: (name: string) => translate('crm.templates.remove', { name }),
    },
    notReady: translate('crm.templates.notReady'),
  };
}

/** How the user's texts to choose from look (rule T4). */
export function useSmsTemplateView(): OwnRecordsView<typeof smsTemplates.fields> {
  const translate = useTemplateMessages();
  const { notReady, ...words } = useTemplateWords();
  return {
    ...words,
    resource: smsTemplates,
    title: translate('crm.templates.sms'),
    subtitle: translate('crm.templates.smsHint'),
    nameOf: ({ title }: SmsTemplate) => title,
    lineOf: ({ text }: SmsTemplate) => text,
    form: ['title', 'text', 'text_es'],
    inputs: {
      text: <SmsBody key="text" source="text" field={smsTemplates.fields.text} />,
      text_es: (
        <InSpanish key="text_es" sources={['text_es']}>
          <SmsBody source="text_es" field={smsTemplates.fields.text_es} />
        </InSpanish>
      ),
    },
    reasonOf: (values) =>
      smsTemplates.change.omit({ version: true }).safeParse(values).success ? undefined : notReady,
  };
}

/** What an e-mail says, in one of its languages. */
const EmailBody = ({ source, field }: Pick<ComponentProps<typeof LaterRichText>, 'source' | 'field'>) => (
  <LaterRichText
    source={source}
    field={field}
    minHeight={180}
    tools={(editor) => (
      <InsertField
        onInsert={(written) => {
          editor.chain().focus().insertContent(written).run();
        }}
      />
    )}
  />
);

/** The same of e-mails, whose text is formatted. */
export function useEmailTemplateView(): OwnRecordsView<typeof emailTemplates.fields> {
  const translate = useTemplateMessages();
  const { notReady, ...words } = useTemplateWords();
  return {
    ...words,
    resource: emailTemplates,
    title: translate('crm.templates.email'),
    subtitle: translate('crm.templates.emailHint'),
    nameOf: ({ name }: EmailTemplate) => name,
    lineOf: ({ title, text }: EmailTemplate) => `${title} · ${plainText(text)}`,
    form: ['name', 'title', 'text', 'title_es', 'text_es'],
    inputs: {
      text: <EmailBody key="text" source="text" field={emailTemplates.fields.text} />,
      title_es: (
        <InSpanish key="title_es" sources={['title_es', 'text_es']}>
          <FieldInput source="title_es" field={emailTemplates.fields.title_es} />
          <EmailBody source="text_es" field={emailTemplates.fields.text_es} />
        </InSpanish>
      ),
      // With its title, above.
      text_es: <></>,
    },
    reasonOf: (values) =>
      emailTemplates.change.omit({ version: true }).safeParse(values).success ? undefined : notReady,
  };
}
