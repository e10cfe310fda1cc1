import type { Route } from '@crm/platform/http/mount-endpoint.js';
import type { MessagingContext } from './context.js';
import { fileRoutes } from './files/files.routes.js';
import { evidenceRoutes } from './evidence/evidence.routes.js';
import { mailRoutes } from './mail/mail.routes.js';
import { notificationRoutes } from './notifications/notifications.routes.js';
import { pushRoutes } from './push/push.routes.js';
import { templateRoutes } from './templates/templates.routes.js';
import { timelineRoutes } from './timeline/timeline.routes.js';
import { textRoutes } from './texts/texts.routes.js';
import { webhookRoutes } from './webhooks/webhooks.routes.js';

/** Every call of the service. */
export function messagingRoutes(ctx: MessagingContext): Route[] {
  return [
    ...textRoutes(ctx),
    ...fileRoutes(ctx),
    ...mailRoutes(ctx),
    ...templateRoutes(ctx),
    ...notificationRoutes(ctx),
    ...pushRoutes(ctx),
    ...evidenceRoutes(ctx),
    ...timelineRoutes(ctx),
    ...webhookRoutes(ctx),
  ];
}
