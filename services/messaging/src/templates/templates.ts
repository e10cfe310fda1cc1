import { Types } from 'mongoose';
import type { Actor } from '@crm/contracts/access.js';
import { roles } from '@crm/contracts/codes/roles.js';
import type { EmailTemplate, SmsTemplate } from '@crm/contracts/entities/messaging.js';
import { AppError, invalidField, notFound } from '@crm/platform/errors/app-error.js';
import type { MessagingContext } from '../context.js';
import { sanitiseEmail } from '../mail/sanitise-email.js';
import { unknownFields } from './merge.rules.js';
import type { EmailTemplateDoc, SmsTemplateDoc } from './template.model.js';

const maxTemplates = 200;

interface SmsWords {
  title: string;
  text: string;
}
interface EmailWords extends SmsWords {
  name: string;
}

const smsView = ({ _id, title, text }: SmsTemplateDoc): SmsTemplate => ({
  id: _id.toHexString(),
  title,
  text,
});
const emailView = ({ _id, name, title, text }: EmailTemplateDoc): EmailTemplate => ({
  id: _id.toHexString(),
  name,
  title,
  text,
});

/** A field that there is none of is refused when it is written, not when it would have been sent. */
function refuseUnknown(words: Readonly<Record<string, string>>): void {
  for (const [field, text] of Object.entries(words)) {
    const [unknown] = unknownFields(text);
    if (unknown !== undefined) throw invalidField(field, `There is no field {{${unknown}}}`);
  }
}

function smsFields({ title, text }: SmsWords) {
  refuseUnknown({ title, text });
  return { title, text, sort_key: title.toLowerCase() };
}

function emailFields({ name, title, text }: EmailWords) {
  refuseUnknown({ title, text });
  const clean = sanitiseEmail(text);
  if (clean === undefined) throw invalidField('text', 'Required.');
  return { name, title, text: clean, sort_key: name.toLowerCase() };
}

function requireRoom(count: number): void {
  if (count >= maxTemplates)
    throw new AppError('conflict', 'There may be 200 templates at most, please remove one first');
}

/** A filter that finds a template of the actor's own; an admin finds anybody's. */
const ownedBy = (actor: Actor, id: string) => ({
  _id: new Types.ObjectId(id),
  ...(actor.role === roles.admin ? {} : { user_id: new Types.ObjectId(actor.id) }),
});

/** A user's texts to choose from, by title. */
export async function listSmsTemplates(ctx: MessagingContext, userId: string): Promise<SmsTemplate[]> {
  const docs = await ctx.smsTemplates
    .find({ user_id: new Types.ObjectId(userId) })
    .sort({ sort_key: 1, _id: 1 })
    .lean<SmsTemplateDoc[]>();
  return docs.map(smsView);
}

/** A user's e-mails to choose from, by name. */
export async function listEmailTemplates(ctx: MessagingContext, userId: string): Promise<EmailTemplate[]> {
  const docs = await ctx.emailTemplates
    .find({ user_id: new Types.ObjectId(userId) })
    .sort({ sort_key: 1, _id: 1 })
    .lean<EmailTemplateDoc[]>();
  return docs.map(emailView);
}

/** Adds a text to choose from. */
export async function createSmsTemplate(
  ctx: MessagingContext,
  { user_id, ...words }: SmsWords & { user_id: string },
): Promise<SmsTemplate> {
  const owner = new Types.ObjectId(user_id);
  const doc = { _id: new Types.ObjectId(), user_id: owner, ...smsFields(words) };
  requireRoom(await ctx.smsTemplates.countDocuments({ user_id: owner }));
  await ctx.smsTemplates.collection.insertOne(doc);
  return smsView(doc);
}

/** Adds an e-mail to choose from. */
export async function createEmailTemplate(
  ctx: MessagingContext,
  { user_id, ...words }: EmailWords & { user_id: string },
): Promise<EmailTemplate> {
  const owner = new Types.ObjectId(user_id);
  const doc = { _id: new Types.ObjectId(), user_id: owner, ...emailFields(words) };
  requireRoom(await ctx.emailTemplates.countDocuments({ user_id: owner }));
  await ctx.emailTemplates.collection.insertOne(doc);
  return emailView(doc);
}

/** Changes a text to choose from: its owner's, or by an admin anybody's. */
export async function updateSmsTemplate(
  ctx: MessagingContext,
  actor: Actor,
  { id, ...words }: SmsTemplate,
): Promise<SmsTemplate> {
  const doc = await ctx.smsTemplates
    .findOneAndUpdate(ownedBy(actor, id), { $set: smsFields(words) }, { returnDocument: 'after' })
    .lean<SmsTemplateDoc>();
  if (doc === null) throw notFound('Template');
  return smsView(doc);
}

/** Changes an e-mail to choose from, by the same rule. */
export async function updateEmailTemplate(
  ctx: MessagingContext,
  actor: Actor,
  { id, ...words }: EmailTemplate,
): Promise<EmailTemplate> {
  const doc = await ctx.emailTemplates
    .findOneAndUpdate(ownedBy(actor, id), { $set: emailFields(words) }, { returnDocument: 'after' })
    .lean<EmailTemplateDoc>();
  if (doc === null) throw notFound('Template');
  return emailView(doc);
}

/** Removes a template of either kind, by the same rule. */
export async function removeTemplate(
  ctx: MessagingContext,
  actor: Actor,
  kind: 'sms' | 'email',
  id: string,
): Promise<void> {
  const filter = ownedBy(actor, id);
  const { deletedCount } =
    kind === 'sms' ? await ctx.smsTemplates.deleteOne(filter) : await ctx.emailTemplates.deleteOne(filter);
  if (deletedCount === 0) throw notFound('Template');
}
