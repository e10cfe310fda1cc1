import { Types } from 'mongoose';
import type { Actor } from '@crm/contracts/access.js';
import { emailSent } from '@crm/contracts/bus/messaging-events.js';
import type { SentEmail } from '@crm/contracts/entities/messaging.js';
import { saveMailToken, mailCredentials } from '@crm/contracts/http/agents.js';
import { textSentences } from '@crm/contracts/http/messaging.js';
import { requireWorkable } from '@crm/domain/access/lead-access.js';
import { dueIn } from '@crm/platform/jobs/earliest-due.js';
import type { Job } from '@crm/platform/jobs/job-scheduler.js';
import { invalidField, notFound } from '@crm/platform/errors/app-error.js';
import { isDuplicate } from '@crm/platform/mongo/store-errors.js';
import { newEvent } from '@crm/platform/outbox/new-event.js';
import { insertWithEvents, withEvents } from '@crm/platform/outbox/outbox-fields.js';
import type { MessagingContext } from '../context.js';
import { askPermission } from '../leads/leads.js';
import { idOfClick } from '../texts/clicks.js';
import { dueBy } from '../text/text.model.js';
import { authorOf } from '../texts/queue-text.js';
import type { MessagingUserDoc } from '../users/user.model.js';
import type { EmailDoc } from './email.model.js';
import { emailView } from './email.view.js';
import type { Posted } from './mailer.js';
import { emailWords, sanitiseEmail } from './sanitise-email.js';

export interface EmailAsked {
  leadId: string;
  userId: string;
  emailClient: string;
  fullnameClient: string;
  title: string;
  text: string;
  key?: string | undefined;
}

/** Longer than any mail server is waited for. */
const leaseMs = 2 * 60 * 1000;
const maxListed = 500;
/** Mail programs show a thread by its first and its latest letters; a header has an end. */
const maxReferences = 10;

/** The keys of a user's own mailbox, and how a refreshed token finds its way back. */
async function mailboxOf(ctx: MessagingContext, author: MessagingUserDoc) {
  if (!author.email_credentials_set) return undefined;
  const params = { id: author._id.toHexString() };
  const { credentials } = await ctx.services.call(mailCredentials, { params }, { asService: true });
  if (credentials === null) return undefined;
  const { refreshToken } = credentials;
  return {
    keys: credentials,
    saveToken: async (accessToken: string) => {
      await ctx.services.call(
        saveMailToken,
        { params, body: { refreshToken, accessToken } },
        { asService: true },
      );
    },
  };
}

async function earlierOnes(ctx: MessagingContext, { _id, lead_id, to }: EmailDoc): Promise<string[]> {
  const docs = await ctx.emails
    .find({ lead_id, to, send_status: 'sent', _id: { $ne: _id } }, { message_id: 1 })
    .sort({ _id: -1 })
    .limit(maxReferences)
    .lean<Pick<EmailDoc, 'message_id'>[]>();
  return docs.map(({ message_id }) => message_id).reverse();
}

async function settle(ctx: MessagingContext, doc: EmailDoc, posted: Posted): Promise<EmailDoc> {
  const now = ctx.clock.now();
  const set =
    posted === 'sent'
      ? ({ send_status: 'sent', reason: '', at: null } as const)
      : ({ send_status: 'failed', reason: posted.failed, at: null } as const);
  const after: EmailDoc = { ...doc, ...set, version: doc.version + 1 };
  const event = newEvent(emailSent, {
    source: 'messaging',
    subject: `email/${doc._id.toHexString()}`,
    sequence: after.version,
    data: emailView(after),
    actor: 'system',
    now,
  });
  await ctx.emails.updateOne(
    { _id: doc._id, version: doc.version },
    withEvents({ $set: set }, posted === 'sent' ? [event] : [], now),
  );
  return after;
}

async function post(
  ctx: MessagingContext,
  doc: EmailDoc,
  author: MessagingUserDoc,
  recipient: string,
): Promise<EmailDoc> {
  const posted = await ctx.mailer.post(
    {
      id: doc._id.toHexString(),
      messageId: doc.message_id,
      references: await earlierOnes(ctx, doc),
      from: { name: author.fullname, address: author.email },
      to: { name: recipient, address: doc.to },
      title: doc.title ?? '',
      html: doc.text ?? '',
      text: emailWords(doc.text ?? ''),
    },
    await mailboxOf(ctx, author),
  );
  return settle(ctx, doc, posted);
}

/**
 * Sends an e-mail to a lead in the name of a user, where permission says yes at this moment, and answers when it is out
 * or is not. The same wish again answers the e-mail that stands.
 */
export async function sendEmail(ctx: MessagingContext, actor: Actor, asked: EmailAsked): Promise<SentEmail> {
  const { leadId, userId, title, key } = asked;
  const text = sanitiseEmail(asked.text);
  if (text === undefined) throw invalidField('text', textSentences.empty);
  const to = asked.emailClient.trim().toLowerCase();
  if (to === '') throw invalidField('emailClient', 'Lead e-mail is not exist!');
  await requireWorkable(ctx, actor, leadId);
  const author = await authorOf(ctx, actor, userId);
  const words = `${to} ${title} ${text}`;
  const _id = await idOfClick(ctx, { kind: 'email', lead: leadId, user: userId, words, key });
  const stands = await ctx.emails.findById(_id).lean<EmailDoc>();
  if (stands !== null) return emailView(stands);

  const { allowed, sentence } = await askPermission(ctx, {
    lead_id: leadId,
    user_id: userId,
    email: to,
    channel: 'email',
    attempt_id: _id.toHexString(),
  });
  if (!allowed) throw invalidField('emailClient', sentence);
  const now = ctx.clock.now();
  const domain = author.email.split('@')[1] ?? 'localhost';
  const doc: Omit<EmailDoc, 'version'> = {
    _id,
    lead_id: new Types.ObjectId(leadId),
    user_id: author._id,
    to,
    title,
    text,
    fname: author.fname,
    lname: author.lname,
    send_status: 'sending',
    reason: '',
    message_id: `<${_id.toHexString()}@${domain}>`,
    createdAt: now,
    at: new Date(now.getTime() + leaseMs),
  };
  try {
    await ctx.emails.collection.insertOne(insertWithEvents(doc, [], now));
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    const other = await ctx.emails.findById(_id).lean<EmailDoc>();
    if (other === null) throw notFound('E-mail');
    return emailView(other);
  }
  return emailView(await post(ctx, { ...doc, version: 1 }, author, asked.fullnameClient));
}

/** Gives up the next e-mail that a process left half sent: nobody knows, and it is not sent again by itself. */
export async function giveUpNextEmail(ctx: MessagingContext): Promise<boolean> {
  const now = ctx.clock.now();
  const left = await ctx.emails.findOneAndUpdate(
    { at: dueBy(now) },
    {
      $set: { at: null, send_status: 'failed', reason: 'unknown, check before sending again' },
      $inc: { version: 1 },
    },
  );
  return left !== null;
}

export const givingUp = (ctx: MessagingContext): Job => ({
  name: 'e-mails left half sent',
  ...dueIn(ctx.emails, 'at'),
  run: () => giveUpNextEmail(ctx),
});

/** The e-mails that went to a lead, the last one first. */
export async function listEmails(ctx: MessagingContext, actor: Actor, leadId: string): Promise<SentEmail[]> {
  await requireWorkable(ctx, actor, leadId);
  const docs = await ctx.emails
    .find({ lead_id: new Types.ObjectId(leadId) })
    .sort({ _id: -1 })
    .limit(maxListed)
    .lean<EmailDoc[]>();
  return docs.map(emailView);
}
