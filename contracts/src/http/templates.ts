import { z } from 'zod';
import { emailLength, emailTitleLength } from '../codes/message-lengths.js';
import { exampleSentEmail, exampleText, sentEmail, textMessage } from '../entities/messaging.js';
import { outcome } from '../errors.js';
import { id } from '../ids.js';
import { defineEndpoint } from '../endpoint/endpoint.js';
import { emailTemplates, smsTemplates } from '../resources/template.js';
import { clickKey } from './messaging.js';

const leadId = '66f0a1b2c3d4e5f601020399';
const saved = { status: 'success', message: smsTemplates.says.changed } as const;
const removed = { status: 'success', message: smsTemplates.says.removed } as const;

/** The templates as the given calls have them: the Spanish wording is none of theirs, and stays as it is. */
const smsInSpanish = { text_es: true } as const;
const emailInSpanish = { title_es: true, text_es: true } as const;
const unversioned = { version: true, user_id: true } as const;
export const smsTemplate = smsTemplates.record.omit({ ...unversioned, ...smsInSpanish });
export const emailTemplate = emailTemplates.record.omit({ ...unversioned, ...emailInSpanish });
const { user_id: userId } = smsTemplates.example;
const exampleSmsTemplate = smsTemplate.parse(smsTemplates.example);
const exampleEmailTemplate = emailTemplate.parse(emailTemplates.example);

/** What is changed of one, by its id in the body. */
const changed = { version: true } as const;

const listOf = { params: z.object({ userId: id }), subject: { in: 'params', key: 'userId' } } as const;
const ofUser = { in: 'body', key: 'user_id' } as const;
const bodyLimit = 256 * 1024;

export const listSmsTemplates = defineEndpoint({
  name: 'listSmsTemplates',
  method: 'GET',
  path: '/api/templates/sms/{userId}',
  service: 'messaging',
  access: 'self',
  given: true,
  audit: 'none',
  summary: "A user's text templates, by title.",
  ...listOf,
  answer: z.object({ templates: z.array(smsTemplate) }),
  example: { params: { userId }, answer: { templates: [exampleSmsTemplate] } },
});

export const listEmailTemplates = defineEndpoint({
  name: 'listEmailTemplates',
  method: 'GET',
  path: '/api/templates/emails/{userId}',
  service: 'messaging',
  access: 'self',
  given: true,
  audit: 'none',
  summary: "A user's e-mail templates, by name.",
  ...listOf,
  answer: z.object({ templates: z.array(emailTemplate) }),
  example: { params: { userId }, answer: { templates: [exampleEmailTemplate] } },
});

export const createSmsTemplate = defineEndpoint({
  name: 'createSmsTemplate',
  method: 'POST',
  path: '/api/templates/sms/create',
  service: 'messaging',
  access: 'self',
  given: true,
  audit: { action: 'sms-template.created', subject: 'sms-template/{answer.template.id}' },
  summary: 'Adds a text template; at most 200 per user.',
  subject: ofUser,
  body: smsTemplates.creation.omit(smsInSpanish),
  answer: outcome.extend({ template: smsTemplate }),
  example: {
    body: { user_id: userId, title: exampleSmsTemplate.title, text: exampleSmsTemplate.text },
    answer: { ...saved, template: exampleSmsTemplate },
  },
});

export const updateSmsTemplate = defineEndpoint({
  name: 'updateSmsTemplate',
  method: 'POST',
  path: '/api/templates/sms/update',
  service: 'messaging',
  access: 'owner',
  given: true,
  audit: { action: 'sms-template.updated', subject: 'sms-template/{body.id}' },
  summary: 'Changes a text template.',
  body: smsTemplates.change.omit({ ...changed, ...smsInSpanish }).extend({ id }),
  answer: outcome.extend({ template: smsTemplate }),
  example: { body: exampleSmsTemplate, answer: { ...saved, template: exampleSmsTemplate } },
});

export const removeSmsTemplate = defineEndpoint({
  name: 'removeSmsTemplate',
  method: 'POST',
  path: '/api/templates/sms/remove',
  service: 'messaging',
  access: 'owner',
  given: true,
  audit: { action: 'sms-template.deleted', subject: 'sms-template/{body.id}' },
  summary: 'Removes a text template.',
  body: z.object({ id }),
  answer: outcome,
  example: { body: { id: exampleSmsTemplate.id }, answer: removed },
});

export const createEmailTemplate = defineEndpoint({
  name: 'createEmailTemplate',
  method: 'POST',
  path: '/api/templates/email/create',
  service: 'messaging',
  access: 'self',
  given: true,
  audit: { action: 'email-template.created', subject: 'email-template/{answer.template.id}' },
  summary: 'Adds an e-mail template; at most 200 per user. Its HTML is sanitised.',
  subject: ofUser,
  bodyLimit,
  body: emailTemplates.creation.omit(emailInSpanish),
  answer: outcome.extend({ template: emailTemplate }),
  example: {
    body: {
      user_id: userId,
      name: exampleEmailTemplate.name,
      title: exampleEmailTemplate.title,
      text: exampleEmailTemplate.text,
    },
    answer: { ...saved, template: exampleEmailTemplate },
  },
});

export const updateEmailTemplate = defineEndpoint({
  name: 'updateEmailTemplate',
  method: 'POST',
  path: '/api/templates/email/update',
  service: 'messaging',
  access: 'owner',
  given: true,
  audit: { action: 'email-template.updated', subject: 'email-template/{body.id}' },
  summary: 'Changes an e-mail template.',
  bodyLimit,
  body: emailTemplates.change.omit({ ...changed, ...emailInSpanish }).extend({ id }),
  answer: outcome.extend({ template: emailTemplate }),
  example: { body: exampleEmailTemplate, answer: { ...saved, template: exampleEmailTemplate } },
});

export const removeEmailTemplate = defineEndpoint({
  name: 'removeEmailTemplate',
  method: 'POST',
  path: '/api/templates/email/remove',
  service: 'messaging',
  access: 'owner',
  given: true,
  audit: { action: 'email-template.deleted', subject: 'email-template/{body.id}' },
  summary: 'Removes an e-mail template.',
  body: z.object({ id }),
  answer: outcome,
  example: { body: { id: exampleEmailTemplate.id }, answer: removed },
});

/** The template, the lead it goes to, and the user whose template it is. */
const sending = z.object({ id, lead: id, user: id, key: clickKey.optional() });
const exampleSending = { id: exampleSmsTemplate.id, lead: leadId, user: userId };

export const sendSmsTemplate = defineEndpoint({
  name: 'sendSmsTemplate',
  method: 'POST',
  path: '/api/templates/sms/send',
  service: 'messaging',
  access: 'lead',
  given: true,
  audit: { action: 'lead.text-sent', subject: 'lead/{body.lead}' },
  summary:
    "Fills in a template for a lead and sends it to the lead's first number, as message/send does. Merge field without a value: 422 with its name, and nothing is sent.",
  body: sending,
  answer: outcome.extend({ text_message: textMessage }),
  example: {
    body: exampleSending,
    answer: {
      status: 'success',
      message: 'Message is being sent',
      text_message: { ...exampleText, send_status: 'queued', version: 1 },
    },
  },
});

export const sendEmailTemplate = defineEndpoint({
  name: 'sendEmailTemplate',
  method: 'POST',
  path: '/api/templates/email/send',
  service: 'messaging',
  access: 'lead',
  given: true,
  audit: { action: 'lead.email-sent', subject: 'lead/{body.lead}' },
  summary:
    "Fills in a template for a lead and sends it to the lead's address, as mail/{leadId}/{userId}/send does. Merge field without a value: 422 with its name, and nothing is sent.",
  body: sending,
  answer: outcome.extend({ email: sentEmail }),
  example: {
    body: { ...exampleSending, id: exampleEmailTemplate.id },
    answer: { status: 'success', message: 'E-mail sent', email: exampleSentEmail },
  },
});

export const previewTemplate = defineEndpoint({
  name: 'previewTemplate',
  method: 'POST',
  path: '/api/rest/templates/preview',
  service: 'messaging',
  access: 'lead',
  given: false,
  audit: { action: 'lead.template-previewed', subject: 'lead/{body.lead}', reads: true },
  summary:
    'Previews a template, saved or not, for a lead and a user. Merge fields without a value are left as written and listed in missing, unknown ones in unknown.',
  bodyLimit,
  body: z.object({
    lead: id,
    user: id,
    kind: z.enum(['sms', 'email']),
    /** Of an e-mail; a text has none. */
    title: z.string().max(emailTitleLength).default(''),
    text: z.string().max(emailLength),
  }),
  answer: z.object({
    title: z.string(),
    text: z.string(),
    /** Where it would go: the lead's first number as it is shown, or its address; empty where it has none, or it is hidden. */
    to: z.string(),
    missing: z.array(z.object({ name: z.string(), label: z.string() })),
    unknown: z.array(z.string()),
  }),
  example: {
    body: { lead: leadId, user: userId, kind: 'sms', text: exampleSmsTemplate.text },
    answer: {
      title: '',
      text: 'Hello Raymond, this is Dana. When may I call you?',
      to: '(214) 555-0117',
      missing: [],
      unknown: [],
    },
  },
});

export const templatesEndpoints = [
  listSmsTemplates,
  listEmailTemplates,
  createSmsTemplate,
  updateSmsTemplate,
  removeSmsTemplate,
  createEmailTemplate,
  updateEmailTemplate,
  removeEmailTemplate,
  sendSmsTemplate,
  sendEmailTemplate,
  previewTemplate,
];
