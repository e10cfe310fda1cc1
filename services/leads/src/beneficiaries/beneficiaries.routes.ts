import * as calls from '@crm/contracts/http/beneficiaries.js';
import { route, type Route } from '@crm/platform/http/mount-endpoint.js';
import type { LeadsContext } from '../context.js';
import { success } from '@crm/platform/http/outcomes.js';
import { listBeneficiaries, percentOfSlot, saveBeneficiary } from './beneficiaries.js';

/** The calls about the beneficiaries of a lead. */
export function beneficiaryRoutes(ctx: LeadsContext): Route[] {
  return [
    route(calls.listBeneficiaries, async (actor, { params }) => ({
      beneficiaries: await listBeneficiaries(ctx, actor, params.leadId),
    })),
    route(calls.autoPercentOfBeneficiary, async (actor, { params }) => ({
      percent: await percentOfSlot(ctx, actor, params),
    })),
    route(calls.saveBeneficiary, async (actor, { params, body }) => ({
      ...success('Beneficiary saved'),
      beneficiary: await saveBeneficiary(ctx, actor, { ...params, input: body }),
    })),
  ];
}
