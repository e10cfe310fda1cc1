import type { Connection } from 'mongoose';
import type { ServiceName } from '@crm/contracts/endpoint/endpoint.js';
import { contentRange, rowsOfRange } from '@crm/contracts/endpoint/rest-range.js';
import { acknowledgeBulkReading, exportAuditEntries, listAuditEntries } from '@crm/contracts/http/audit.js';
import type { AuditEntry } from '../audit/audit-entry.js';
import { auditView, eachEntry, findEntries } from '../audit/audit-query.js';
import type { Audit } from '../audit/open-audit.js';
import { notFound } from '../errors/app-error.js';
import { answered, route, type Route } from '../http/mount-endpoint.js';
import { success } from '../http/outcomes.js';
import { sendCsv, type CsvValue } from '../http/send-csv.js';
import type { AuditedChange } from '../log/audit-details.js';

const head = [
  'At',
  'Actor',
  'Name',
  'Action',
  'Subjects',
  'Outcome',
  'Address',
  'Changes',
  'Request',
  'Place',
  'Hash',
];

const changeText = ({ field, before, after }: AuditedChange) =>
  before === undefined && after === undefined ? field : `${field}: ${before ?? ''} -> ${after ?? ''}`;

const rowOf = (entry: AuditEntry): CsvValue[] => [
  entry.at.toISOString(),
  entry.actor_id,
  entry.actor_name,
  entry.action,
  entry.subjects.join(' '),
  entry.outcome,
  entry.address,
  entry.changes.map(changeText).join('; '),
  entry.correlation_id,
  entry._id,
  entry.hash,
];

async function* rowsOf(entries: AsyncIterable<AuditEntry>): AsyncIterable<CsvValue[]> {
  for await (const entry of entries) yield rowOf(entry);
}

/** The calls by which admins read the audit log of one service (contracts/http/audit). */
export function auditRoutes(deps: {
  service: ServiceName;
  connection: Connection;
  audit: Pick<Audit, 'flush' | 'alarm'>;
}): Route[] {
  const { service, connection, audit } = deps;
  /** A call that names another service came here by mistake: nothing of that one is known here. */
  const requireOwn = (named: ServiceName) => {
    if (named !== service) throw notFound('Service');
  };
  return [
    route(listAuditEntries, async (_actor, { params, query: { range, ...filter } }, { res }) => {
      requireOwn(params.service);
      // What was done a moment ago is to be seen.
      await audit.flush();
      const { skip, limit } = rowsOfRange(range);
      const { entries, total } = await findEntries(connection, filter, { skip, limit });
      res.setHeader('content-range', contentRange('audit-entries', skip, entries.length, total));
      return entries.map((entry) => auditView(service, entry));
    }),
    route(exportAuditEntries, async (_actor, { params, query }, { res }) => {
      requireOwn(params.service);
      await audit.flush();
      const rows = rowsOf(eachEntry(connection, query));
      await sendCsv(res, { filename: `audit-${service}.csv`, head, rows });
      return answered;
    }),
    route(acknowledgeBulkReading, async (_actor, { params }) => {
      requireOwn(params.service);
      if (!(await audit.alarm.acknowledge(params.userId))) throw notFound('Alarm');
      return success('Alarm acknowledged');
    }),
  ];
}
