import { consentInput } from '@crm/contracts/customers/consent.js';
import * as calls from '@crm/contracts/http/intake.js';
import { renewPartnerKey as renewPartnerKeyCall } from '@crm/contracts/resources/partner.js';
import { auditActor } from '@crm/platform/audit/add-details.js';
import { route, type Route } from '@crm/platform/http/mount-endpoint.js';
import { restResource } from '@crm/platform/resources/rest-resource.js';
import type { LeadsContext } from '../context.js';
import { intakeAnswerOf } from './intake.rules.js';
import { countDelivery, createPartner, partnerOf, renewPartnerKey, storedPartners } from './partners.js';
import { ingestLead } from './ingest-lead.js';

/** The calls by which partners deliver leads, and by which admins keep the partners. */
export function intakeRoutes(ctx: LeadsContext): Route[] {
  return [
    route(calls.ingestLead, async (_actor, { params: { source }, headers, body }) => {
      const partner = await partnerOf(ctx, headers['x-api-key'], source);
      auditActor(`partner/${String(partner._id)}`, partner.name);
      const taken = await ingestLead(ctx, {
        external_id: `${partner.code}:${headers['idempotency-key']}`,
        lead: { ...calls.intakeLead.parse(body), source },
        consent: consentInput.parse(body),
        received_from: partner.name,
        how: 'intake',
      });
      if (!taken.isRepeat) await countDelivery(ctx, partner, taken.result);
      return intakeAnswerOf(taken);
    }),
    ...restResource(storedPartners(ctx), { create: (actor, given) => createPartner(ctx, actor, given) }),
    route(renewPartnerKeyCall, (actor, { params }) => renewPartnerKey(ctx, actor, params.id)),
  ];
}
