import type { Connection } from 'mongoose';
import { plainResources } from '@crm/contracts/resources/all.js';
import type { Fields } from '@crm/contracts/fields/field.js';
import type { AnyResource } from '@crm/contracts/resources/define-resource.js';
import type { ServiceName } from '@crm/contracts/endpoint/endpoint.js';
import type { Clock } from '../clock.js';
import type { Route } from '../http/mount-endpoint.js';
import { createRecord } from './records.js';
import { restResource } from './rest-resource.js';
import { resourceModel } from './stored-record.js';

/** The resources that a service keeps by their definitions alone. */
export const plainResourcesOf = (service: ServiceName): readonly AnyResource<Fields>[] =>
  plainResources.filter((resource) => resource.service === service);

/** Their collections on a service's own connection, and the calls on them. */
export function recordPlainResources(
  resources: readonly AnyResource<Fields>[],
  { connection, clock }: { connection: Connection; clock: Clock },
) {
  const kept = resources.map((resource) => ({
    model: resourceModel(connection, resource, { more: {}, indexes: [] }),
    resource,
    clock,
  }));
  return {
    models: kept.map(({ model }) => model),
    routes: kept.flatMap((stored): Route[] =>
      restResource(stored, { create: (actor, given) => createRecord(stored, actor, given, {}) }),
    ),
  };
}
