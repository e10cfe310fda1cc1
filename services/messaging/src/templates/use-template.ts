import { Types } from 'mongoose';
import type { Actor } from '@crm/contracts/access.js';
import type { SentEmail, TextMessage } from '@crm/contracts/entities/messaging.js';
import { wordingFor } from '@crm/contracts/messaging/wording.rules.js';
import { toShown } from '@crm/contracts/phone.js';
import { requireWorkable } from '@crm/domain/access/lead-access.js';
import { readLeadRow } from '@crm/domain/access/lead-row.js';
import { invalidField, notFound } from '@crm/platform/errors/app-error.js';
import { alive } from '@crm/platform/outbox/outbox-fields.js';
import type { MessagingContext } from '../context.js';
import { sendEmail } from '../mail/send-email.js';
import { sanitiseEmail } from '../mail/sanitise-email.js';
import { authorOf, queueText } from '../texts/queue-text.js';
import { asHtml, mergeTemplate, mergeValues, type Merged } from './merge.rules.js';
import type { EmailTemplateDoc, SmsTemplateDoc } from './template.model.js';

/** The template, the lead it goes to, and the user in whose name, whose template it is. */
export interface TemplateUse {
  id: string;
  lead: string;
  user: string;
  key?: string | undefined;
}

/** What the fields are filled with; a number that is hidden from tables is filled in neither. */
async function valuesFor(
  ctx: MessagingContext,
  actor: Actor,
  { lead, user }: Pick<TemplateUse, 'lead' | 'user'>,
) {
  await requireWorkable(ctx, actor, lead);
  const agent = await authorOf(ctx, actor, user);
  const row = await readLeadRow(ctx, lead);
  const agentPhone = agent.twilio_phone === '' ? agent.phone : agent.twilio_phone;
  const values = mergeValues({
    lead: row,
    agent: { ...agent, phone: agentPhone },
    agencyName: ctx.config.agencyName,
  });
  return { row, values };
}

function requireWhole(...parts: readonly Merged[]): void {
  const [missing] = parts.flatMap((part) => part.missing);
  if (missing) throw invalidField('id', `${missing.label} is not known: nothing was sent`);
  const [unknown] = parts.flatMap((part) => part.unknown);
  if (unknown !== undefined) throw invalidField('id', `Unknown field {{${unknown}}}: nothing was sent`);
}

/** Fills a template in, in the customer's language where it has that, and texts it to the lead's first number. */
export async function sendSmsTemplate(
  ctx: MessagingContext,
  actor: Actor,
  use: TemplateUse,
): Promise<TextMessage> {
  const { id, lead, user, key } = use;
  const template = await ctx.smsTemplates
    .findOne(alive({ _id: new Types.ObjectId(id), user_id: new Types.ObjectId(user) }))
    .lean<SmsTemplateDoc>();
  if (template === null) throw notFound('Template');
  const { row, values } = await valuesFor(ctx, actor, use);
  const merged = mergeTemplate(wordingFor(template, row.language).text, values);
  requireWhole(merged);
  return queueText(ctx, actor, { lead_id: lead, user_id: user, text: merged.text, to: 'phone', key });
}

/** The same of an e-mail, to the lead's address. */
export async function sendEmailTemplate(
  ctx: MessagingContext,
  actor: Actor,
  use: TemplateUse,
): Promise<SentEmail> {
  const { id, lead, user, key } = use;
  const template = await ctx.emailTemplates
    .findOne(alive({ _id: new Types.ObjectId(id), user_id: new Types.ObjectId(user) }))
    .lean<EmailTemplateDoc>();
  if (template === null) throw notFound('Template');
  const { row, values } = await valuesFor(ctx, actor, use);
  const wording = wordingFor(template, row.language);
  const title = mergeTemplate(wording.title, values);
  const text = mergeTemplate(wording.text, values, asHtml);
  requireWhole(title, text);
  return sendEmail(ctx, actor, {
    leadId: lead,
    userId: user,
    emailClient: row.email ?? '',
    fullnameClient: row.fullname,
    title: title.text,
    text: text.text,
    key,
  });
}

interface Draft {
  lead: string;
  user: string;
  kind: 'sms' | 'email';
  title: string;
  text: string;
}

/** What a template, saved or not, says to a lead; and what it cannot say. */
export async function previewTemplate(ctx: MessagingContext, actor: Actor, draft: Draft) {
  const { row, values } = await valuesFor(ctx, actor, draft);
  const isEmail = draft.kind === 'email';
  const title = mergeTemplate(isEmail ? draft.title : '', values);
  const text = mergeTemplate(draft.text, values, isEmail ? asHtml : undefined);
  const missing = new Map([...title.missing, ...text.missing].map((field) => [field.name, field]));
  return {
    title: title.text,
    text: isEmail ? (sanitiseEmail(text.text) ?? '') : text.text,
    to: isEmail ? (row.email ?? '') : row.phone === null ? '' : toShown(row.phone),
    missing: [...missing.values()],
    unknown: [...new Set([...title.unknown, ...text.unknown])],
  };
}
