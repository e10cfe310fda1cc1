import * as calls from '@crm/contracts/http/scripts.js';
import { route, type Route } from '@crm/platform/http/mount-endpoint.js';
import type { LeadsContext } from '../context.js';
import { success } from '@crm/platform/http/outcomes.js';
import { changeScript, createScript, deleteScript, listScripts } from './scripts.js';

/** The calls by which agents keep scripts of their own. */
export function scriptRoutes(ctx: LeadsContext): Route[] {
  return [
    route(calls.listScripts, async (_actor, { params }) => ({
      scripts: await listScripts(ctx, params.userId),
    })),
    route(calls.createScript, async (_actor, { body }) => ({
      ...success('Script saved'),
      script: await createScript(ctx, body.agent_id, body.html),
    })),
    route(calls.changeScript, async (actor, { params, body }) => ({
      ...success('Script saved'),
      script: await changeScript(ctx, actor, params.id, body.html),
    })),
    route(calls.deleteScript, async (actor, { params }) => {
      await deleteScript(ctx, actor, params.id);
      return success('Script deleted');
    }),
  ];
}
