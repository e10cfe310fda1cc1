import { contentRange } from '@crm/contracts/endpoint/rest-range.js';
import { importLicences, licences, licensedAgents } from '@crm/contracts/resources/licence.js';
import { route, type Route } from '@crm/platform/http/mount-endpoint.js';
import { success, warning } from '@crm/platform/http/outcomes.js';
import type { AuthContext } from '../context.js';
import { ingestLicences } from './ingest-licences.js';
import {
  addLicence,
  agentsLicensedAs,
  changeLicence,
  getLicence,
  listLicences,
  removeLicence,
} from './licence-records.js';

const counted = (count: number) => (count === 1 ? '1 licence' : `${String(count)} licences`);

/** The calls about licences. */
export function licenceRoutes(ctx: AuthContext): Route[] {
  const { calls, name } = licences;
  return [
    route(calls.list, async (actor, { query }, { res }) => {
      const { records, skip, total } = await listLicences(ctx, actor, query);
      res.setHeader('content-range', contentRange(name, skip, records.length, total));
      return records;
    }),
    route(calls.one, (actor, { params }) => getLicence(ctx, actor, params.id)),
    route(calls.create, (actor, { body }) => addLicence(ctx, actor, body)),
    route(calls.change, (actor, { params, body }) => changeLicence(ctx, actor, params.id, body)),
    route(calls.remove, (actor, { params }) => removeLicence(ctx, actor, params.id)),
    route(importLicences, async (actor, { body }) => {
      const { saved, refused } = await ingestLicences(ctx, actor, body.csv);
      const done = `${counted(saved)} saved`;
      const outcome =
        refused.length === 0
          ? success(done)
          : warning(`${done}, ${String(refused.length)} ${refused.length === 1 ? 'row' : 'rows'} refused`);
      return { ...outcome, saved, refused };
    }),
    route(licensedAgents, async (actor, { params }) => ({
      agents: await agentsLicensedAs(ctx, actor, params.id),
    })),
  ];
}
