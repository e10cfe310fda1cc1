import * as calls from '@crm/contracts/http/templates.js';
import { route, type Route } from '@crm/platform/http/mount-endpoint.js';
import { success } from '@crm/platform/http/outcomes.js';
import type { MessagingContext } from '../context.js';
import { emailOutcome } from '../mail/email.view.js';
import {
  createEmailTemplate,
  createSmsTemplate,
  listEmailTemplates,
  listSmsTemplates,
  removeTemplate,
  updateEmailTemplate,
  updateSmsTemplate,
} from './templates.js';
import { previewTemplate, sendEmailTemplate, sendSmsTemplate } from './use-template.js';

/** The calls about templates. */
export function templateRoutes(ctx: MessagingContext): Route[] {
  const saved = success('Template saved');
  const removed = success('Template removed');
  return [
    route(calls.listSmsTemplates, async (_actor, { params }) => ({
      templates: await listSmsTemplates(ctx, params.userId),
    })),
    route(calls.listEmailTemplates, async (_actor, { params }) => ({
      templates: await listEmailTemplates(ctx, params.userId),
    })),
    route(calls.createSmsTemplate, async (_actor, { body }) => ({
      ...saved,
      template: await createSmsTemplate(ctx, body),
    })),
    route(calls.updateSmsTemplate, async (actor, { body }) => ({
      ...saved,
      template: await updateSmsTemplate(ctx, actor, body),
    })),
    route(calls.removeSmsTemplate, async (actor, { body }) => {
      await removeTemplate(ctx, actor, 'sms', body.id);
      return removed;
    }),
    route(calls.createEmailTemplate, async (_actor, { body }) => ({
      ...saved,
      template: await createEmailTemplate(ctx, body),
    })),
    route(calls.updateEmailTemplate, async (actor, { body }) => ({
      ...saved,
      template: await updateEmailTemplate(ctx, actor, body),
    })),
    route(calls.removeEmailTemplate, async (actor, { body }) => {
      await removeTemplate(ctx, actor, 'email', body.id);
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
