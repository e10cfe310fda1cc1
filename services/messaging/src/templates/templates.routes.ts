import * as calls from '@crm/contracts/http/templates.js';
import type { EmailTemplate, SmsTemplate } from '@crm/contracts/resources/template.js';
import { route, type Route } from '@crm/platform/http/mount-endpoint.js';
import { success } from '@crm/platform/http/outcomes.js';
import {
  createRecord,
  overwriteRecord,
  recordsOfOwner,
  removeRecord,
} from '@crm/platform/resources/records.js';
import { restResource } from '@crm/platform/resources/rest-resource.js';
import type { MessagingContext } from '../context.js';
import { emailOutcome } from '../mail/email.view.js';
import { storedEmailTemplates, storedSmsTemplates } from './templates.js';
import { previewTemplate, sendEmailTemplate, sendSmsTemplate } from './use-template.js';

/** Whose a template is, its version and its Spanish wording the given calls leave out. */
const givenSms = (template: SmsTemplate) => calls.smsTemplate.parse(template);
const givenEmail = (template: EmailTemplate) => calls.emailTemplate.parse(template);

/** The calls about templates. */
export function templateRoutes(ctx: MessagingContext): Route[] {
  const sms = storedSmsTemplates(ctx);
  const email = storedEmailTemplates(ctx);
  const saved = success(sms.resource.says.changed);
  const removed = success(sms.resource.says.removed);
  return [
    ...restResource(sms, { create: (actor, given) => createRecord(sms, actor, given, {}) }),
    ...restResource(email, { create: (actor, given) => createRecord(email, actor, given, {}) }),
    route(calls.listSmsTemplates, async (_actor, { params }) => ({
      templates: (await recordsOfOwner(sms, params.userId)).map(givenSms),
    })),
    route(calls.listEmailTemplates, async (_actor, { params }) => ({
      templates: (await recordsOfOwner(email, params.userId)).map(givenEmail),
    })),
    route(calls.createSmsTemplate, async (actor, { body }) => ({
      ...saved,
      template: givenSms(await createRecord(sms, actor, body, {})),
    })),
    route(calls.updateSmsTemplate, async (actor, { body: { id, ...given } }) => ({
      ...saved,
      template: givenSms(await overwriteRecord(sms, actor, id, given)),
    })),
    route(calls.removeSmsTemplate, async (actor, { body }) => {
      await removeRecord(sms, actor, body.id);
      return removed;
    }),
    route(calls.createEmailTemplate, async (actor, { body }) => ({
      ...saved,
      template: givenEmail(await createRecord(email, actor, body, {})),
    })),
    route(calls.updateEmailTemplate, async (actor, { body: { id, ...given } }) => ({
      ...saved,
      template: givenEmail(await overwriteRecord(email, actor, id, given)),
    })),
    route(calls.removeEmailTemplate, async (actor, { body }) => {
      await removeRecord(email, actor, body.id);
      return removed;
    }),
    route(calls.sendSmsTemplate, async (actor, { body }) => ({
      ...success('Message is being sent'),
      text_message: await sendSmsTemplate(ctx, actor, body),
    })),
    route(calls.sendEmailTemplate, async (actor, { body }) =>
      emailOutcome(await sendEmailTemplate(ctx, actor, body)),
    ),
    route(calls.previewTemplate, (actor, { body }) => previewTemplate(ctx, actor, body)),
  ];
}
