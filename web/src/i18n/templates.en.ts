import { laterWords } from './later-words.js';

/** The words of templates: sending them, and writing them. The specification's own texts stand here letter for letter. */
const templateWords = {
  templates: {
    sms: 'Text Messages',
    email: 'Email Messages',
    smsHint: 'What you text often, to be sent from a lead with one click.',
    emailHint: 'What you write often, to be sent from a lead with one click.',
    sendSms: 'SMS',
    sendEmail: 'Email',
    list: 'Templates',
    none: 'No templates',
    failed: 'The templates could not be read.',
    choose: 'Choose a template first',
    send: 'Send',
    preview: 'What goes out',
    previewFailed: 'What goes out could not be read.',
    to: 'To %{to}',
    missing: 'This lead has no value for: %{fields}',
    unknown: 'There is no such field: %{fields}',
    add: 'New template',
    edit: 'Edit %{name}',
    remove: 'Remove %{name}',
    removeTitle: 'Remove template',
    removeText: '“%{name}” is removed for good.',
    removeAction: 'Remove',
    newTitle: 'New template',
    editTitle: 'Edit template',
    name: 'Name',
    title: 'Title',
    text: 'Text',
    insert: 'Insert a field',
    required: 'Required.',
    notReady: 'Fill in the required fields first',
    save: 'Save',
    back: 'Back',
    characters:
      '%{count} characters, %{smart_count} segment |||| %{count} characters, %{smart_count} segments',
  },
};

export const useTemplateWords = laterWords(templateWords);
