import { consentInput } from '@crm/contracts/customers/consent.js';
import * as calls from '@crm/contracts/http/integration.js';
import { intakeLead } from '@crm/contracts/http/intake.js';
import { route, type Route } from '@crm/platform/http/mount-endpoint.js';
import { success } from '@crm/platform/http/outcomes.js';
import type { LeadsContext } from '../context.js';
import { setStatus } from '../editing/set-status.js';
import { ingestLead } from '../intake/ingest-lead.js';
import { intakeAnswerOf } from '../intake/intake.rules.js';
import { createNoteByKey } from '../notes/notes.js';
import { optOut } from '../permission/do-not-contact.js';
import { listMessagesByKey } from './messages-by-key.js';
import { getByKey, listByKey } from './read-by-key.js';

/** The calls of API keys: the use cases of the bus's commands, and what is read of leads. */
export function integrationRoutes(ctx: LeadsContext): Route[] {
  return [
    route(calls.createLeadByKey, async (key, { body }) => {
      const { source, external_id } = body;
      const taken = await ingestLead(ctx, {
        external_id,
        lead: { ...intakeLead.parse(body), source },
        consent: consentInput.parse(body),
        received_from: key.fullname,
        how: 'intake',
      });
      return intakeAnswerOf(taken);
    }),
    route(calls.listLeadsByKey, (key, { query }) => listByKey(ctx, key, query)),
    route(calls.getLeadByKey, (key, { params }) => getByKey(ctx, key, params.id)),
    route(calls.setStatusByKey, async (_key, { params, body }) => {
      const { lead } = await setStatus(ctx, 'system', { lead_id: params.id, status: body.status });
      return { ...success('Status saved'), id: lead.id, version: lead.version };
    }),
    route(calls.addNoteByKey, async (key, { params, body }) => {
      const note = await createNoteByKey(ctx, key, { lead_id: params.id, message: body.message });
      return { ...success('Note added'), id: note.id };
    }),
    route(calls.listMessagesByKey, (_key, input) => listMessagesByKey(ctx, input)),
    route(calls.addDoNotContactByKey, async (key, { body: { address, channel, reason } }) => {
      const entry = await optOut(ctx, 'system', {
        ...{ address, channel, how: 'api', by: key.fullname, lead_id: null },
        reason: reason || null,
      });
      return { ...success('Will not be contacted'), id: entry.id };
    }),
  ];
}
