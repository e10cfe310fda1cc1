import type { z } from 'zod';
import type { Actor } from '@crm/contracts/access.js';
import { contentRange } from '@crm/contracts/endpoint/rest-range.js';
import type { Fields } from '@crm/contracts/fields/field.js';
import type { AnyResource } from '@crm/contracts/resources/define-resource.js';
import { route, type Route } from '../http/mount-endpoint.js';
import {
  changeRecord,
  getRecord,
  listRecords,
  removeRecord,
  sourceOf,
  type Source,
  type Stored,
} from './records.js';
import type { AnyStored } from './stored-record.js';

/** What is done with the records of a resource, for those of its calls that change anything. */
interface Verbs<F extends Fields> {
  /** Makes a record, where there is such a call; answers it with what this answer alone carries. */
  create?: (
    actor: Actor,
    given: z.output<AnyResource<F>['creation']>,
  ) => Promise<z.input<AnyResource<F>['record']>>;
  change?: (
    actor: Actor,
    id: string,
    change: z.output<AnyResource<F>['change']>,
  ) => Promise<z.input<AnyResource<F>['record']>>;
  /** Deletes a record and what is kept beside it. */
  remove?: (actor: Actor, id: string) => Promise<z.input<AnyResource<F>['record']>>;
}

/** The calls of the resource dialect, as far as the definition names them: what is read, and what `verbs` do. */
export function resourceRoutes<F extends Fields, D>(
  source: Source<F, D>,
  { create, change, remove }: Verbs<F>,
): Route[] {
  const { calls, name } = source.resource;
  const routes = [
    route(calls.list, async (actor, { query }, { res }) => {
      const { records, skip, total } = await listRecords(source, actor, query);
      res.setHeader('content-range', contentRange(name, skip, records.length, total));
      return records;
    }),
    route(calls.one, (actor, { params }) => getRecord(source, actor, params.id)),
  ];
  if (calls.create && create) routes.push(route(calls.create, (actor, { body }) => create(actor, body)));
  if (calls.change && change)
    routes.push(route(calls.change, (actor, { params, body }) => change(actor, params.id, body)));
  if (calls.remove && remove)
    routes.push(route(calls.remove, (actor, { params }) => remove(actor, params.id)));
  return routes;
}

/** The same of a resource that its service keeps by its definition; how a record is made and deleted may be its own. */
export const restResource = <F extends Fields, D extends AnyStored<F>>(
  stored: Stored<F, D>,
  own: Pick<Verbs<F>, 'create' | 'remove'>,
): Route[] =>
  resourceRoutes(sourceOf(stored), {
    change: (actor, id, change) => changeRecord(stored, actor, id, change),
    remove: (actor, id) => removeRecord(stored, actor, id),
    ...own,
  });
