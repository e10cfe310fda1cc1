import { timelineOfMessages as call } from '@crm/contracts/http/timeline.js';
import { route, type Route } from '@crm/platform/http/mount-endpoint.js';
import type { MessagingContext } from '../context.js';
import { timelineOfMessages } from './timeline-of-messages.js';

/** The call by which leads asks for a lead's texts and e-mails. */
export function timelineRoutes(ctx: MessagingContext): Route[] {
  return [route(call, (_actor, { body }) => timelineOfMessages(ctx, body))];
}
