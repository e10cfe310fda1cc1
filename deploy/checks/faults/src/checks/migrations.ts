import { serviceNames } from '@crm/local/processes/start-processes.js';
import { getSystemPart } from '@crm/contracts/http/system.js';
import type { FaultEnvironment } from '../environment.js';

/** Collections that this release's migrations have not brought to their version, as the System page shows them. */
export async function migrationComplaints({ admin }: Pick<FaultEnvironment, 'admin'>): Promise<string[]> {
  const parts = await Promise.all(
    serviceNames.map((service) => admin.must(getSystemPart, { params: { service } })),
  );
  return parts.flatMap(({ service, schema }) => {
    if (schema === null) return [`The migrations of ${service} are not known`];
    const open = schema.filter(({ state }) => state !== 'done');
    return open.map(
      ({ collection, migration, state }) => `${service}.${collection}: ${migration} is ${state}`,
    );
  });
}
