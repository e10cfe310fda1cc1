import { leadsEvidence } from '@crm/contracts/http/evidence.js';
import * as calls from '@crm/contracts/http/privacy.js';
import { privacyRequests } from '@crm/contracts/resources/privacy-request.js';
import { route, type Route } from '@crm/platform/http/mount-endpoint.js';
import { success } from '@crm/platform/http/outcomes.js';
import type { Source } from '@crm/platform/resources/records.js';
import { resourceRoutes } from '@crm/platform/resources/rest-resource.js';
import type { PersonDesk } from '@crm/domain/privacy/tasks.js';
import type { LeadsContext } from '../context.js';
import { taskBook, privacyServiceOf } from './tasks.js';
import { fetchExport } from './fetch-export.js';
import { findPerson } from './find-person.js';
import { gatherEvidence } from './gather-evidence.js';
import { makeRequest } from './make-request.js';
import type { PrivacyRequestDoc } from './privacy-request.model.js';
import { requestView } from './privacy-request.rules.js';

/** The calls by which a person's data is handed out or erased, and those by which the other services take part. */
export function privacyRoutes(ctx: LeadsContext, desk: PersonDesk): Route[] {
  const listed: Source<typeof privacyRequests.fields, PrivacyRequestDoc> = {
    resource: privacyRequests,
    model: ctx.privacyRequests,
    view: requestView,
  };
  return [
    route(calls.findPerson, async (_actor, { body }) => ({ leads: await findPerson(ctx, body) })),
    route(calls.makePrivacyRequest, async (actor, { body }) => ({
      ...success(body.kind === 'erasure' ? 'Erasure started' : 'Collecting the data of this person'),
      request: await makeRequest(ctx, actor, body),
    })),
    route(leadsEvidence, (_caller, { body }) => gatherEvidence(ctx, desk, body)),
    ...resourceRoutes(listed, {}),
    route(calls.fetchPersonExport, (actor, { params }) => fetchExport(ctx, actor, params.id)),
    route(calls.privacyTasks, async (_caller, _input, { caller }) => ({
      tasks: await taskBook(ctx, privacyServiceOf(caller)).open(),
    })),
    route(calls.privacyTaskDone, async (_caller, { params, body }, { caller }) => {
      await taskBook(ctx, privacyServiceOf(caller)).report(params.id, body);
      return success('Taken in');
    }),
  ];
}
