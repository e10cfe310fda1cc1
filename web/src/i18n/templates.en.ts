import { laterMessages } from './later-messages.js';

/** The words of templates: sending them, and writing them. The specification's own texts stand here letter for letter. */
export const templateMessages = {
  templates: {
    sms: 'Text Messages',
    email: 'Email Messages',
    smsHint: 'Texts you send often, one click away on a lead.',
    emailHint: 'E-mails you send often, one click away on a lead.',
    sendSms: 'SMS',
    sendEmail: 'Email',
    list: 'Templates',
    none: 'No templates',
    failed: 'Templates failed to load.',
    choose: 'Choose a template first',
    send: 'Send',
    preview: 'What goes out',
    previewFailed: 'The preview failed to load.',
    to: 'To %{to}',
    inSpanish: 'Sent in Spanish',
    onlyEnglish: 'Sent in English: this template has no Spanish text',
    missing: 'This lead has no value for: %{fields}',
    unknown: 'Unknown field: %{fields}',
    add: 'New template',
    remove: 'Remove %{name}',
    removeTitle: 'Remove template',
    removeText: 'This permanently removes “%{name}”.',
    removeAction: 'Remove',
    newTitle: 'New template',
    editTitle: 'Edit template',
    text: 'Text',
    insert: 'Insert a field',
    addSpanish: 'Add Spanish wording',
    notReady: 'Fill in the required fields first',
    save: 'Save',
    back: 'Back',
    characters:
      '%{count} characters, %{smart_count} segment |||| %{count} characters, %{smart_count} segments',
  },
};

export const useTemplateMessages = laterMessages(templateMessages);
