import type { Actor } from '@crm/contracts/access.js';
import type { AnswerOf, InputOf } from '@crm/contracts/endpoint/endpoint.js';
import { sentences } from '@crm/contracts/errors.js';
import { listAllFollowupsOfLead } from '@crm/contracts/http/followups.js';
import { listTexts } from '@crm/contracts/http/messaging.js';
import type { openLead as endpoint } from '@crm/contracts/http/opening.js';
import type { Exchange } from '@crm/platform/http/mount-endpoint.js';
import { info } from '@crm/platform/http/outcomes.js';
import { beneficiariesOf } from '../beneficiaries/beneficiaries.js';
import { consentsAmong, contactsOfLead } from '../consent/consents.js';
import type { LeadsContext } from '../context.js';
import { holdLead } from '../holds/hold-lead.js';
import { partOfPage, partPatienceMs } from '../lead/part-of-page.js';
import { viewOf } from '../lead/write-lead.js';
import { notesOf } from '../notes/notes.js';
import { permissionOf } from '../permission/lead-permission.js';

/**
 * Holds a lead and answers what its page shows of it, from the lead that was read for the hold: everything after it reads
 * the same state. Refuses as `holdLead` does. Whoever got past that may work the lead: leads vouches for them to the
 * services that have parts of the page, which read no copy of it then.
 */
export async function openLead(
  ctx: LeadsContext,
  actor: Actor,
  { params, body }: Pick<InputOf<typeof endpoint>, 'params' | 'body'>,
  { token }: Pick<Exchange, 'token'>,
): Promise<AnswerOf<typeof endpoint>> {
  const { lead: stored, held } = await holdLead(ctx, actor, { leadId: params.id, holder: body.holder });
  const as = { token, vouches: true, timeoutMs: partPatienceMs } as const;
  const asked = {
    texts: ctx.services.call(listTexts, { params, query: {} }, as),
    followups: ctx.services.call(listAllFollowupsOfLead, { params: { leadId: params.id } }, as),
  };
  const contacts = contactsOfLead(ctx, stored);
  const [lead, permission, notes, consents, texts, followups] = await Promise.all([
    viewOf(ctx, stored),
    permissionOf(ctx, actor, stored, contacts),
    notesOf(ctx, stored._id),
    contacts.then((onFile) => consentsAmong(ctx, stored, onFile)),
    partOfPage(ctx, 'texts', asked.texts),
    partOfPage(ctx, 'followups', asked.followups),
  ]);
  return {
    ...info(held ? sentences.rememberStatus : 'Someone else has this lead open'),
    ...{ held, lead, permission, notes, consents, beneficiaries: beneficiariesOf(stored) },
    ...(texts && { texts }),
    ...followups,
  };
}
