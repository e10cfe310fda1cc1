import { z } from 'zod';
import { sentFileSentences, sentFilesLimit } from '../codes/text-files.js';
import { emailLength, emailTitleLength, textLength, textTooLong } from '../codes/message-lengths.js';
import {
  conversation,
  exampleConversation,
  exampleReceivedText,
  exampleSentEmail,
  exampleText,
  exampleTextFile,
  sentEmail,
  textFile,
  textMessage,
} from '../entities/messaging.js';
import { outcome } from '../errors.js';
import { flag, id, instant } from '../ids.js';
import { callerNumber } from '../phone.js';
import { defineEndpoint } from '../endpoint/endpoint.js';

const leadId = '66f0a1b2c3d4e5f601020399';
const userId = '66f0a1b2c3d4e5f601020304';
const key = '7f3c9a52-0f0e-4f6c-9a11-9a6f6a2f1f10';

/** What a text is refused with before anybody else is asked (rule T1). */
export const textSentences = {
  noPhone: 'Lead phone is not exist!',
  empty: 'Cannot send empty message',
} as const;

/**
 * The client's own name for one click: the same one again answers what the first one made and sends nothing. Without
 * it equal words of one user to one lead within ten seconds are one text.
 */
export const clickKey = z.string().min(8).max(100);

export const listTexts = defineEndpoint({
  name: 'listTexts',
  method: 'GET',
  path: '/api/message/lead/{id}',
  service: 'messaging',
  access: 'lead',
  vouchers: ['leads'],
  given: true,
  audit: { action: 'lead.texts-read', subject: 'lead/{params.id}' },
  summary:
    'The conversation of a lead, oldest first: the latest 200 texts, or the 200 before the text given by before. more: there are older ones.',
  params: z.object({ id }),
  query: z.object({ before: id.optional() }),
  answer: z.object({ messages: z.array(textMessage), more: z.boolean() }),
  example: {
    params: { id: leadId },
    query: {},
    answer: { messages: [exampleText, exampleReceivedText], more: false },
  },
});

export const sendText = defineEndpoint({
  name: 'sendText',
  method: 'POST',
  path: '/api/message/send',
  service: 'messaging',
  access: 'lead',
  given: true,
  audit: { action: 'lead.text-sent', subject: 'lead/{body.lead_id}' },
  summary:
    "Sends a text to one of the lead's numbers, in the user's own name or, for admins, in another user's. The text is queued; its status is reported live. Not allowed by the contact rules: 422 with the reason.",
  body: z.object({
    lead_id: id,
    user_id: id,
    /** Empty after trimming, without files: 422, 'Cannot send empty message'. */
    text: z.string().max(textLength, textTooLong),
    /**
     * The number in any usual writing, or which of the lead's it is (`phone`, `second_phone`) where a number is
     * hidden. Empty: 422, 'Lead phone is not exist!'.
     */
    to: z.string().max(40),
    /** What the asker uploaded for it (uploadTextFile), in the order in which it is sent. */
    files: z.array(id).max(sentFilesLimit.files, sentFileSentences.tooMany).default([]),
    key: clickKey.optional(),
  }),
  answer: outcome.extend({ text_message: textMessage }),
  example: {
    body: { lead_id: leadId, user_id: userId, text: exampleText.text, to: '+12145550117', key },
    answer: {
      status: 'success',
      message: 'Message is being sent',
      text_message: { ...exampleText, send_status: 'queued', version: 1 },
    },
  },
});

export const resendText = defineEndpoint({
  name: 'resendText',
  method: 'POST',
  path: '/api/message/resend',
  service: 'messaging',
  access: 'lead',
  given: true,
  audit: { action: 'lead.text-resent', subject: 'lead/{answer.text_message.lead_id}' },
  summary: 'Resends a failed text in its place. Resent before, or not failed: 409.',
  body: z.object({ id }),
  answer: outcome.extend({ text_message: textMessage }),
  example: {
    body: { id: exampleText.id },
    answer: {
      status: 'success',
      message: 'Message is being sent again',
      text_message: { ...exampleText, send_status: 'queued', version: 5 },
    },
  },
});

export const uploadTextFile = defineEndpoint({
  name: 'uploadTextFile',
  method: 'POST',
  path: '/api/rest/text-files',
  service: 'messaging',
  access: 'signed-in',
  given: false,
  audit: { action: 'text-file.uploaded', subject: 'text-file/{answer.file.id}' },
  summary:
    'Uploads a file for a text in the form part `file`: JPEG, PNG or GIF, or a PDF of at most 500 KB; 4.5 MB in all per text. Its id is sent with sendText, by whoever uploaded it, once. Not sent within a day, it is removed.',
  bodyKind: 'multipart',
  body: z.object({}),
  answer: outcome.extend({ file: textFile }),
  example: {
    body: {},
    answer: { status: 'success', message: 'File uploaded', file: exampleTextFile },
  },
});

export const getTextFile = defineEndpoint({
  name: 'getTextFile',
  method: 'GET',
  path: '/api/rest/text-files/{id}',
  service: 'messaging',
  access: 'lead',
  given: false,
  audit: { action: 'lead.text-file-opened', subject: 'text-file/{params.id}' },
  summary:
    'A file that a text carries, for whoever may read the text: pictures inline, everything else as a download. Not here (yet): 404.',
  params: z.object({ id }),
  answerKind: 'file',
  answer: textFile,
  example: { params: { id: exampleTextFile.id }, answer: exampleTextFile },
});

export const fetchTextFile = defineEndpoint({
  name: 'fetchTextFile',
  method: 'POST',
  path: '/api/rest/text-files/{id}/fetch',
  service: 'messaging',
  access: 'lead',
  given: false,
  audit: { action: 'lead.text-file-fetched', subject: 'text-file/{params.id}' },
  summary: 'Fetches a lost file of a text from the carrier once more. Not lost, or never to be had: 409.',
  params: z.object({ id }),
  answer: outcome.extend({ text_message: textMessage }),
  example: {
    params: { id: exampleTextFile.id },
    answer: {
      status: 'success',
      message: 'File is being fetched',
      text_message: {
        ...exampleReceivedText,
        text: '',
        files: [{ ...exampleTextFile, bytes: null, state: 'fetching' }],
        version: 3,
      },
    },
  },
});

export const listUnreadTexts = defineEndpoint({
  name: 'listUnreadTexts',
  method: 'GET',
  path: '/api/message/unread/user/{id}',
  service: 'messaging',
  access: 'self',
  given: true,
  audit: { action: 'texts.listed', subject: 'user/{params.id}' },
  summary: "A user's unread texts from customers, oldest first, at most 500.",
  subject: { in: 'params', key: 'id' },
  params: z.object({ id }),
  answer: z.object({ messages: z.array(textMessage) }),
  example: { params: { id: userId }, answer: { messages: [exampleReceivedText] } },
});

export const listConversations = defineEndpoint({
  name: 'listConversations',
  method: 'GET',
  path: '/api/rest/texts/inbox',
  service: 'messaging',
  access: 'signed-in',
  given: false,
  audit: { action: 'texts.listed' },
  summary:
    "Conversations of the user's leads, or of all leads for admins: unread first, then most recent. search: prefix of a word of the name, or of the number's digits.",
  query: z.object({
    limit: z.coerce.number().int().min(1).max(100).default(20),
    page: z.coerce.number().int().min(1).max(10_000).default(1),
    search: z.string().trim().max(100).optional(),
  }),
  answer: z.object({
    conversations: z.array(conversation),
    totalCount: z.int(),
    /** Conversations with unread texts among them. */
    unreadCount: z.int(),
  }),
  example: {
    query: { page: '1' },
    answer: { conversations: [exampleConversation], totalCount: 1, unreadCount: 1 },
  },
});

export const listStrangerTexts = defineEndpoint({
  name: 'listStrangerTexts',
  method: 'GET',
  path: '/api/rest/texts/strangers/{number}',
  service: 'messaging',
  access: 'admin|agent',
  given: false,
  audit: { action: 'stranger.texts-read', subject: 'number/{params.number}' },
  summary:
    "The latest 200 texts from a number that no lead has, oldest first: for whoever's number was written to, and for admins. Nobody's own, or joined to a lead meanwhile: 404.",
  params: z.object({ number: callerNumber }),
  answer: z.object({ messages: z.array(textMessage) }),
  example: {
    params: { number: '+12125550171' },
    answer: { messages: [{ ...exampleReceivedText, lead_id: null, customer_phone: '+12125550171' }] },
  },
});

export const listEmails = defineEndpoint({
  name: 'listEmails',
  method: 'GET',
  path: '/api/mail/{leadId}/all',
  service: 'messaging',
  access: 'lead',
  given: true,
  audit: { action: 'lead.emails-read', subject: 'lead/{params.leadId}' },
  summary: 'E-mails sent to a lead, newest first, at most 500.',
  params: z.object({ leadId: id }),
  answer: z.object({ emails: z.array(sentEmail) }),
  example: { params: { leadId }, answer: { emails: [exampleSentEmail] } },
});

export const sendEmail = defineEndpoint({
  name: 'sendEmail',
  method: 'POST',
  path: '/api/mail/{leadId}/{userId}/send',
  service: 'messaging',
  access: 'lead',
  given: true,
  audit: { action: 'lead.email-sent', subject: 'lead/{params.leadId}' },
  summary:
    "Sends an e-mail to the lead's address, in the user's own name or, for admins, in another user's, and responds once it is sent. Not sent: 200 with status error, and the e-mail with send_status failed and the reason.",
  params: z.object({ leadId: id, userId: id }),
  bodyLimit: 256 * 1024,
  body: z.object({
    emailClient: z.string().trim().max(320),
    fullnameClient: z.string().max(200),
    title: z.string().trim().min(1, 'Required.').max(emailTitleLength, 'At most 200 characters'),
    /** HTML or plain; sanitised. Nothing left of it: 422, 'Cannot send empty message'. */
    text: z.string().max(emailLength, 'At most 50,000 characters'),
    key: clickKey.optional(),
  }),
  answer: outcome.extend({ email: sentEmail }),
  example: {
    params: { leadId, userId },
    body: {
      emailClient: 'r.okafor@example.com',
      fullnameClient: 'Raymond Okafor',
      title: exampleSentEmail.title,
      text: exampleSentEmail.text,
      key,
    },
    answer: { status: 'success', message: 'E-mail sent', email: exampleSentEmail },
  },
});

export const listDroppedMail = defineEndpoint({
  name: 'listDroppedMail',
  method: 'GET',
  path: '/api/rest/mail-drop',
  service: 'messaging',
  access: 'admin',
  given: false,
  audit: { action: 'mail.listed' },
  summary:
    'E-mails saved on this machine because no mail server is configured, newest first, at most 100. on: whether this is the case.',
  answer: z.object({
    on: z.boolean(),
    mails: z.array(
      z.object({ file: z.string(), to: z.string(), from: z.string(), title: z.string(), at: instant }),
    ),
  }),
  example: {
    answer: {
      on: true,
      mails: [
        {
          file: '66f0a1b2c3d4e5f6010209ac.eml',
          to: 'r.okafor@example.com',
          from: 'dana@example.com',
          title: 'Your quote',
          at: '2026-11-20T17:45:00.000Z',
        },
      ],
    },
  },
});

export const migrateTexts = defineEndpoint({
  name: 'migrateTexts',
  method: 'POST',
  path: '/internal/texts/migration',
  service: 'messaging',
  access: 'internal',
  callers: ['seed'],
  given: false,
  summary:
    'Migrates texts from another system with their times: nothing is sent, and only unread ones create notifications. external_id makes it idempotent.',
  body: z.object({
    texts: z
      .array(
        z.object({
          external_id: z.string().min(1).max(200),
          lead_id: id,
          user_id: id,
          text: z.string().min(1).max(textLength),
          is_client_message: flag,
          read_status: flag,
          at: instant,
        }),
      )
      .max(500),
  }),
  answer: z.object({ saved: z.int(), known: z.int() }),
  example: {
    body: {
      texts: [
        {
          external_id: 'demo:1',
          lead_id: leadId,
          user_id: userId,
          text: exampleReceivedText.text,
          is_client_message: 1,
          read_status: 0,
          at: exampleReceivedText.createdAt,
        },
      ],
    },
    answer: { saved: 1, known: 0 },
  },
});

export const messagingEndpoints = [
  listTexts,
  sendText,
  resendText,
  uploadTextFile,
  getTextFile,
  fetchTextFile,
  listUnreadTexts,
  listConversations,
  listStrangerTexts,
  listEmails,
  sendEmail,
  listDroppedMail,
  migrateTexts,
];
