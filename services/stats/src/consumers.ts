import {
  events,
  leadAssigned,
  leadCreated,
  leadDeleted,
  leadPriceChanged,
  leadStatusChanged,
  leadUpdated,
  userCreated,
  userUpdated,
} from '@crm/contracts/bus/events.js';
import type { Envelope } from '@crm/contracts/bus/envelope.js';
import type { Lead } from '@crm/contracts/entities/lead.js';
import { subscription, type Subscription } from '@crm/platform/deliveries/subscription.js';
import { sessionEvents } from '@crm/platform/identity/session-events.js';
import type { Sessions } from '@crm/platform/identity/sessions.js';
import type { StatsContext } from './context.js';
import { newsOf } from './leads/lead-facts.rules.js';
import { keepUsers } from './users/keep-users.js';

/** What the service takes from the bus: the figures are made of nothing else. */
export function statsConsumers(ctx: StatsContext, sessions: Sessions): Subscription[] {
  const takeIn = (event: Envelope<{ lead: Lead }>) => ctx.takeIn([newsOf(event, event.data.lead)]);
  return [
    subscription('stats.users', events, {
      [userCreated.type]: ({ data }) => keepUsers(ctx, [data]),
      [userUpdated.type]: ({ data }) => keepUsers(ctx, [data]),
      ...sessionEvents(sessions),
    }),
    subscription('stats.leads', events, {
      [leadCreated.type]: takeIn,
      [leadUpdated.type]: takeIn,
      [leadStatusChanged.type]: takeIn,
      [leadPriceChanged.type]: takeIn,
      [leadAssigned.type]: takeIn,
      [leadDeleted.type]: (event) => ctx.takeIn([newsOf(event)]),
    }),
  ];
}
