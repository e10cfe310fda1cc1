import * as calls from '@crm/contracts/http/consents.js';
import { route, type Route } from '@crm/platform/http/mount-endpoint.js';
import { success } from '@crm/platform/http/outcomes.js';
import type { LeadsContext } from '../context.js';
import { listConsents } from './consents.js';
import { recordConsent, revokeConsent } from './record-consent.js';

/** The calls about what proves the consent of a lead. */
export function consentsRoutes(ctx: LeadsContext): Route[] {
  return [
    route(calls.listConsents, async (actor, { params }) => ({
      consents: await listConsents(ctx, actor, params.id),
    })),
    route(calls.recordConsent, async (actor, input) => ({
      ...success('Consent recorded'),
      consent: await recordConsent(ctx, actor, input),
    })),
    route(calls.revokeConsent, async (actor, input) => ({
      ...success('Consent revoked'),
      consent: await revokeConsent(ctx, actor, input),
    })),
  ];
}
