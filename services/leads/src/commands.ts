import { auditSubject } from '@crm/platform/audit/add-details.js';
import { Types } from 'mongoose';
import {
  assignLeadCommand,
  createLeadCommand,
  deleteLeadCommand,
  setLeadStatusCommand,
  updateLeadCommand,
  type commands,
} from '@crm/contracts/bus/commands.js';
import type { Handlers } from '@crm/platform/deliveries/deliveries.js';
import { alreadyExists, notFound } from '@crm/platform/errors/app-error.js';
import { evenDeleted } from '@crm/platform/outbox/outbox-fields.js';
import { assignLead } from './assignment/assign-lead.js';
import type { LeadsContext } from './context.js';
import { refusalSentence } from './intake/intake.rules.js';
import { ingestLead } from './intake/ingest-lead.js';
import { changeLead } from './editing/change-lead.js';
import { deleteLeads } from './editing/delete-leads.js';
import { setStatus } from './editing/set-status.js';

/** A second delivery finds the tombstone of the first and is content. */
async function deleteOnce(ctx: LeadsContext, leadId: string): Promise<void> {
  if ((await deleteLeads(ctx, 'system', [leadId])) > 0) return;
  const gone = await ctx.leads.exists(evenDeleted({ _id: new Types.ObjectId(leadId) }));
  if (gone === null) throw notFound('Lead');
}

/** The commands of the bus: the same use cases as the calls, on the system's behalf, each harmless the second time. */
export function leadCommands(ctx: LeadsContext): Handlers<typeof commands> {
  return {
    [createLeadCommand.type]: async ({ data, id }) => {
      const taken = await ingestLead(ctx, {
        ...data,
        received_from: 'Message bus',
        how: 'bus',
        delivery: id,
      });
      if (taken.result === 'accepted') auditSubject(`lead/${taken.lead_id}`);
      // The broker brought one command twice: it was answered by the first.
      if (taken.isRepeat && taken.delivery === id) return;
      if (taken.result === 'rejected') throw alreadyExists(refusalSentence(taken.reason));
      if (taken.isRepeat) throw alreadyExists(`This lead already exists as ${taken.lead_id}`);
    },
    [updateLeadCommand.type]: async ({ data, id }) => {
      await changeLead(ctx, 'system', { ...data, delivery: id });
    },
    [setLeadStatusCommand.type]: async ({ data, id }) => {
      await setStatus(ctx, 'system', { ...data, delivery: id });
    },
    [assignLeadCommand.type]: async ({ data, id }) => {
      await assignLead(ctx, 'system', { lead_id: data.lead_id, agent: data.agent_id, delivery: id });
    },
    [deleteLeadCommand.type]: ({ data }) => deleteOnce(ctx, data.lead_id),
  };
}
