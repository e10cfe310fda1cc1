import * as calls from '@crm/contracts/http/intake.js';
import { route, type Route } from '@crm/platform/http/mount-endpoint.js';
import type { LeadsContext } from '../context.js';
import { success, warning } from '@crm/platform/http/outcomes.js';
import { refusalSentence } from './intake.rules.js';
import {
  changePartner,
  countDelivery,
  createPartner,
  listPartners,
  partnerOf,
  renewPartnerKey,
} from './partners.js';
import { takeInLead, type Taken } from './take-in-lead.js';

const answerOf = (taken: Taken): calls.IntakeAnswer =>
  taken.result === 'accepted'
    ? { ...success('Lead accepted'), result: 'accepted', lead_id: taken.lead_id, reason: null }
    : { ...warning(refusalSentence(taken.reason)), result: 'rejected', lead_id: null, reason: taken.reason };

/** The calls by which partners deliver leads, and by which admins keep the partners. */
export function intakeRoutes(ctx: LeadsContext): Route[] {
  return [
    route(calls.takeInLead, async (_actor, { params: { source }, headers, body }) => {
      const partner = await partnerOf(ctx, headers['x-api-key'], source);
      const taken = await takeInLead(ctx, {
        external_id: `${partner.code}:${headers['idempotency-key']}`,
        lead: { ...body, source },
        how: 'intake',
      });
      if (!taken.isRepeat) await countDelivery(ctx, partner, taken.result);
      return answerOf(taken);
    }),
    route(calls.listPartners, async () => ({ partners: await listPartners(ctx) })),
    route(calls.createPartner, async (actor, { body }) => ({
      ...success('Partner created'),
      ...(await createPartner(ctx, actor, body)),
    })),
    route(calls.changePartner, async (actor, { params, body }) => ({
      ...success('Partner saved'),
      partner: await changePartner(ctx, actor, params.id, body),
    })),
    route(calls.renewPartnerKey, async (actor, { params }) => ({
      ...success('New key made'),
      ...(await renewPartnerKey(ctx, actor, params.id)),
    })),
  ];
}
