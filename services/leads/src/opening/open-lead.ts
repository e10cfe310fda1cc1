import type { Actor } from '@crm/contracts/access.js';
import type { AnswerOf, InputOf } from '@crm/contracts/endpoint/endpoint.js';
import { sentences } from '@crm/contracts/errors.js';
import type { openLead as endpoint } from '@crm/contracts/http/opening.js';
import { info } from '@crm/platform/http/outcomes.js';
import { beneficiariesOf } from '../beneficiaries/beneficiaries.js';
import { consentsOf } from '../consent/consents.js';
import type { LeadsContext } from '../context.js';
import { holdLead } from '../holds/hold-lead.js';
import { viewOf } from '../lead/write-lead.js';
import { notesOf } from '../notes/notes.js';
import { permissionOf } from '../permission/lead-permission.js';

/**
 * Holds a lead and answers what its page shows of it, from the lead that was read for the hold: everything after it reads
 * the same state. Refuses as `holdLead` does.
 */
export async function openLead(
  ctx: LeadsContext,
  actor: Actor,
  { params, body }: Pick<InputOf<typeof endpoint>, 'params' | 'body'>,
): Promise<AnswerOf<typeof endpoint>> {
  const { lead: stored, held } = await holdLead(ctx, actor, { leadId: params.id, holder: body.holder });
  const [lead, permission, notes, consents] = await Promise.all([
    viewOf(ctx, stored),
    permissionOf(ctx, actor, stored),
    notesOf(ctx, stored._id),
    consentsOf(ctx, stored),
  ]);
  return {
    ...info(held ? sentences.rememberStatus : 'Someone else has this lead open'),
    ...{ held, lead, permission, notes, consents, beneficiaries: beneficiariesOf(stored) },
  };
}
