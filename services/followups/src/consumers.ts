import { commands } from '@crm/contracts/bus/commands.js';
import {
  events,
  leadAssigned,
  leadCreated,
  leadDeleted,
  leadRestored,
  leadUpdated,
  userCreated,
  userUpdated,
} from '@crm/contracts/bus/events.js';
import type { EventLead } from '@crm/contracts/entities/lead.js';
import { saveAccessOfMade } from '@crm/domain/access/lead-access.js';
import { subscription, type Subscription } from '@crm/platform/deliveries/subscription.js';
import type { FollowupsContext } from './context.js';
import { followupCommands } from './followups/followups.commands.js';
import { followLead, loseLead, mirroredFields } from './followups/follow-lead.js';
import { saveUsers } from './users/owners.js';

interface LeadReport {
  data: { lead: EventLead };
  sequence: number;
}

/** What the service takes from the bus: what auth tells of users and leads of leads, and follow-ups that are ordered. */
export function followupsConsumers(ctx: FollowupsContext): Subscription[] {
  const follow = ({ data, sequence }: LeadReport) => followLead(ctx, data.lead, sequence);
  return [
    subscription('followups.users', events, {
      [userCreated.type]: ({ data }) => saveUsers(ctx, [data]),
      [userUpdated.type]: ({ data }) => saveUsers(ctx, [data]),
    }),
    subscription('followups.commands', commands, followupCommands(ctx)),
    subscription(
      'followups.leads',
      events,
      {
        [leadCreated.type]: follow,
        [leadUpdated.type]: async (message) => {
          if (message.data.changed.some((field) => mirroredFields.has(field))) await follow(message);
        },
        // A lead with its agent from the start is in `lead.created`.
        [leadAssigned.type]: async ({ data: { lead }, sequence }) => {
          if (lead !== undefined) await followLead(ctx, lead, sequence);
        },
        [leadRestored.type]: follow,
        [leadDeleted.type]: ({ data, sequence }) => loseLead(ctx, data.lead_id, sequence),
      },
      { [leadCreated.type]: (made) => saveAccessOfMade(ctx, made) },
    ),
  ];
}
