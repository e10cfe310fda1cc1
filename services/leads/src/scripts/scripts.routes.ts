import * as calls from '@crm/contracts/http/scripts.js';
import type { Script } from '@crm/contracts/resources/script.js';
import { route, type Route } from '@crm/platform/http/mount-endpoint.js';
import { success } from '@crm/platform/http/outcomes.js';
import {
  createRecord,
  overwriteRecord,
  recordsOfOwner,
  removeRecord,
} from '@crm/platform/resources/records.js';
import { restResource } from '@crm/platform/resources/rest-resource.js';
import type { LeadsContext } from '../context.js';
import { storedScripts } from './scripts.js';

/** A script as the given calls have it. */
const scriptView = ({ version: _version, ...script }: Script): calls.CustomScript => ({
  ...script,
  type_id: calls.customScriptType,
});

/** The calls by which agents keep scripts of their own. */
export function scriptRoutes(ctx: LeadsContext): Route[] {
  const stored = storedScripts(ctx);
  const { says } = stored.resource;
  return [
    ...restResource(stored, { create: (actor, given) => createRecord(stored, actor, given, {}) }),
    route(calls.listScripts, async (_actor, { params }) => ({
      scripts: (await recordsOfOwner(stored, params.userId)).map(scriptView),
    })),
    route(calls.createScript, async (actor, { body: { type_id: _type, ...given } }) => ({
      ...success(says.created),
      script: scriptView(await createRecord(stored, actor, given, {})),
    })),
    route(calls.changeScript, async (actor, { params, body }) => ({
      ...success(says.changed),
      script: scriptView(await overwriteRecord(stored, actor, params.id, body)),
    })),
    route(calls.deleteScript, async (actor, { params }) => {
      await removeRecord(stored, actor, params.id);
      return success(says.removed);
    }),
  ];
}
