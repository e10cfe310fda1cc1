import type { z } from 'zod';
import type { Actor } from '@crm/contracts/access.js';
import { contentRange } from '@crm/contracts/endpoint/rest-range.js';
import type { AnyResource, Fields } from '@crm/contracts/resources/define-resource.js';
import { route, type Route } from '../http/mount-endpoint.js';
import { changeRecord, getRecord, listRecords, removeRecord, type Stored } from './records.js';
import type { StoredOf } from './stored-record.js';

/** What a resource does in its own way; the rest follows from its definition. */
interface Own<F extends Fields> {
  /** Makes a record, where there is such a call; answers it with what this answer alone carries. */
  create?: (
    actor: Actor,
    given: z.output<AnyResource<F>['creation']>,
  ) => Promise<z.input<AnyResource<F>['record']>>;
  /** Deletes a record and what is kept beside it. */
  remove?: (actor: Actor, id: string) => Promise<z.input<AnyResource<F>['record']>>;
}

/** The calls of the resource dialect, as far as the definition names them, on the records of a service's own store. */
export function restResource<F extends Fields, D extends StoredOf<F>>(
  stored: Stored<F, D>,
  { create, remove = (actor, id) => removeRecord(stored, actor, id) }: Own<F>,
): Route[] {
  const { calls, name } = stored.resource;
  const routes = [
    route(calls.list, async (actor, { query }, { res }) => {
      const { records, skip, total } = await listRecords(stored, actor, query);
      res.setHeader('content-range', contentRange(name, skip, records.length, total));
      return records;
    }),
    route(calls.one, (actor, { params }) => getRecord(stored, actor, params.id)),
  ];
  if (calls.create && create) routes.push(route(calls.create, (actor, { body }) => create(actor, body)));
  if (calls.change) {
    routes.push(
      route(calls.change, (actor, { params, body }) => changeRecord(stored, actor, params.id, body)),
    );
  }
  if (calls.remove) routes.push(route(calls.remove, (actor, { params }) => remove(actor, params.id)));
  return routes;
}
