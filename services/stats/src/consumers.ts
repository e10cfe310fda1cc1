import { callEnded, callQuality } from '@crm/contracts/bus/call-events.js';
import {
  events,
  leadAssigned,
  leadCreated,
  leadDeleted,
  leadRestored,
  leadStatusChanged,
  leadUpdated,
  userCreated,
  userUpdated,
} from '@crm/contracts/bus/events.js';
import { agentStateChanged } from '@crm/contracts/bus/floor-events.js';
import type { Envelope } from '@crm/contracts/bus/envelope.js';
import type { EventLead } from '@crm/contracts/entities/lead.js';
import { subscription, type Subscription } from '@crm/platform/deliveries/subscription.js';
import { saveCallQuality } from './call-quality/get-call-quality.js';
import type { StatsContext } from './context.js';
import { countCall } from './day-figures/count-call.js';
import { newsOf } from './leads/lead-updates.rules.js';
import { countInterval } from './states/count-interval.js';
import { saveUsers } from './users/save-users.js';

/** What the service takes from the bus: the figures are made of nothing else. */
export function statsConsumers(ctx: StatsContext): Subscription[] {
  const ingest = (event: Envelope<{ lead?: EventLead }>) => ctx.ingest([newsOf(event, event.data.lead)]);
  const ingestNews = (event: Envelope) => ctx.ingest([newsOf(event)]);
  return [
    subscription('stats.users', events, {
      [userCreated.type]: ({ data }) => saveUsers(ctx, [data]),
      [userUpdated.type]: ({ data }) => saveUsers(ctx, [data]),
    }),
    subscription('stats.states', events, {
      [agentStateChanged.type]: ({ data }) => countInterval(ctx, data),
    }),
    subscription('stats.calls', events, {
      [callQuality.type]: (event) => saveCallQuality(ctx, event),
      [callEnded.type]: async ({ data: { call_id, user_id, duration }, time }) => {
        if (user_id !== null) await countCall(ctx, { call_id, user_id, duration, endedAt: new Date(time) });
      },
    }),
    subscription(
      'stats.leads',
      events,
      {
        [leadCreated.type]: ingest,
        [leadUpdated.type]: ingest,
        [leadStatusChanged.type]: ingestNews,
        [leadAssigned.type]: ingest,
        [leadDeleted.type]: ingestNews,
        [leadRestored.type]: ingest,
      },
      { [leadCreated.type]: (made) => ctx.ingest(made.map((event) => newsOf(event, event.data.lead))) },
    ),
  ];
}
