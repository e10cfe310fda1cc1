import * as calls from '@crm/contracts/http/messaging.js';
import { route, type Route } from '@crm/platform/http/mount-endpoint.js';
import type { MessagingContext } from '../context.js';
import { emailOutcome } from './email.view.js';
import { listEmails, sendEmail } from './send-email.js';

/** The calls about e-mails. */
export function mailRoutes(ctx: MessagingContext): Route[] {
  return [
    route(calls.listEmails, async (actor, { params }) => ({
      emails: await listEmails(ctx, actor, params.leadId),
    })),
    route(calls.sendEmail, async (actor, { params, body }) =>
      emailOutcome(await sendEmail(ctx, actor, { ...params, ...body })),
    ),
    route(calls.listDroppedMail, async () => {
      const mails = await ctx.mailer.dropped();
      return { on: mails !== undefined, mails: mails ?? [] };
    }),
  ];
}
