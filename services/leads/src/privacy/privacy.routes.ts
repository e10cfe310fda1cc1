import * as calls from '@crm/contracts/http/privacy.js';
import { route, type Route } from '@crm/platform/http/mount-endpoint.js';
import { success } from '@crm/platform/http/outcomes.js';
import type { LeadsContext } from '../context.js';
import { errandBook, privacyServiceOf } from './errands.js';
import { fetchExport } from './fetch-export.js';
import { findPerson } from './find-person.js';
import { makeRequest } from './make-request.js';
import type { PrivacyRequestDoc } from './privacy-request.model.js';
import { requestView } from './privacy-request.rules.js';

const mostListed = 100;

/** The calls by which a person's data is handed out or erased, and those by which the other services take part. */
export function privacyRoutes(ctx: LeadsContext): Route[] {
  return [
    route(calls.findPerson, async (_actor, { body }) => ({ leads: await findPerson(ctx, body) })),
    route(calls.makePrivacyRequest, async (actor, { body }) => ({
      ...success(
        body.kind === 'erasure' ? 'The erasure is under way' : 'Everything kept of the person is collected',
      ),
      request: await makeRequest(ctx, actor, body),
    })),
    route(calls.listPrivacyRequests, async () => {
      const requests = await ctx.privacyRequests
        .find()
        .sort({ at: -1, _id: -1 })
        .limit(mostListed)
        .lean<PrivacyRequestDoc[]>();
      return { requests: requests.map(requestView) };
    }),
    route(calls.fetchPersonExport, (actor, { params }) => fetchExport(ctx, actor, params.id)),
    route(calls.privacyErrands, async (_caller, _input, { caller }) => ({
      errands: await errandBook(ctx, privacyServiceOf(caller)).open(),
    })),
    route(calls.privacyErrandDone, async (_caller, { params, body }, { caller }) => {
      await errandBook(ctx, privacyServiceOf(caller)).report(params.id, body);
      return success('Taken in');
    }),
  ];
}
