import { z } from 'zod';
import { serviceNames, type ServiceName } from '@crm/contracts/endpoint/endpoint.js';
import { listAuditEntries, type AuditEntryView, type AuditFilter } from '@crm/contracts/http/audit.js';
import { callForPage } from '../http/call-endpoint.js';
import { statusOf, type HttpClient } from '../http/http-client.js';
import type { ReadList } from '../providers/data-provider.js';
import { auditFilterOf } from './audit-filter.rules.js';
import { cursorBehind, newestOf, readSoFar, withPage, type ReadLog } from './merged-log.rules.js';

/** Rows that a service answers at most at once. */
const maxAtOnce = 100;
/** Services count so far. */
const maxCounted = 10_000;
/** Entries that can be paged to: the page of the last of them costs some twenty calls. Filters and the CSV reach all. */
export const maxPaged = 2_000;

interface ServiceLog extends ReadLog<AuditEntryView> {
  total: number;
  /** Whether the service did not answer: its entries are missing. */
  isSilent: boolean;
}
type ServiceLogs = Readonly<Record<ServiceName, ServiceLog>>;

const unread: ServiceLog = { entries: [], isAtEnd: false, total: 0, isSilent: false };
const noLogs: ServiceLogs = {
  ...{ auth: unread, leads: unread, telephony: unread },
  ...{ messaging: unread, followups: unread, stats: unread },
};

/** What is known beside the rows: entries in all, and what is missing from them. */
export const auditMeta = z.object({
  counted: z.int(),
  /** Whether there are more than were counted. */
  hasMore: z.boolean(),
  missing: z.array(z.enum(serviceNames)),
});
export type AuditMeta = z.output<typeof auditMeta>;

interface Server {
  http: HttpClient;
  filter: AuditFilter;
  signal: AbortSignal | undefined;
  /** One for all calls of a look, by which their entries are known as one. */
  requestId: string;
}

async function readService(
  log: ServiceLog,
  service: ServiceName,
  limit: number,
  server: Server,
): Promise<ServiceLog> {
  const { http, filter, signal, requestId } = server;
  const { skip, ...behind } = cursorBehind(log) ?? { skip: 0 };
  const range = `[${String(skip)},${String(skip + limit - 1)}]`;
  const { rows, total } = await callForPage(http, listAuditEntries, {
    params: { service },
    query: { ...filter, ...behind, range },
    requestId,
    ...(signal && { signal }),
  });
  // Further pages count what is left of the log alone.
  return {
    ...withPage(log, rows, limit),
    total: log.entries.length === 0 ? total : log.total,
    isSilent: false,
  };
}

/** Reads on until `count` entries are certain. A service that does not answer is left out and named; all of them are an error. */
async function readUntil(
  start: ServiceLogs,
  count: number,
  perPage: number,
  server: Server,
): Promise<ServiceLogs> {
  let logs = start;
  for (;;) {
    const { entries, readOn } = newestOf(logs, count);
    if (readOn.length === 0) return logs;
    const limit = Math.min(maxAtOnce, Math.max(perPage, count - entries.length));
    const read = await Promise.allSettled(
      readOn.map((service) => readService(logs[service], service, limit, server)),
    );
    const failed: unknown[] = [];
    const found = readOn.map((service, index): [ServiceName, ServiceLog] => {
      const one = read[index];
      if (one?.status === 'fulfilled') return [service, one.value];
      failed.push(one?.reason);
      return [service, { ...logs[service], isAtEnd: true, isSilent: true }];
    });
    const status = statusOf(failed[0]);
    const isOurs = status !== undefined && (status === 0 || status >= 500);
    if (failed.length === serviceNames.length || (failed.length > 0 && !isOurs)) throw failed[0];
    logs = { ...logs, ...Object.fromEntries(found) };
  }
}

/** What was read last, by the server it is of: the next page of the same filter goes on from there. */
const lastRead = new WeakMap<HttpClient, { key: string; logs: ServiceLogs }>();

/**
 * Reads a page of the log of all services. Each has its own: they are read to where the page is certain, and what was read
 * beyond it stays for the next. The first page begins anew.
 */
export const readAudit: ReadList = async ({ pagination, filter, signal }, { http }) => {
  const { page = 1, perPage = 25 } = pagination ?? {};
  const asked = auditFilterOf(filter);
  const key = JSON.stringify(asked);
  const known = page > 1 ? lastRead.get(http) : undefined;
  const start = known?.key === key ? known.logs : noLogs;
  const logs = await readUntil(start, page * perPage, perPage, {
    ...{ http, filter: asked, signal },
    requestId: crypto.randomUUID(),
  });
  lastRead.set(http, { key, logs });
  const totals = serviceNames.map((service) => logs[service].total);
  const counted = totals.reduce((sum, total) => sum + total, 0) - readSoFar(logs).repeats;
  const meta: AuditMeta = {
    counted,
    hasMore: totals.some((total) => total >= maxCounted),
    missing: serviceNames.filter((service) => logs[service].isSilent),
  };
  const rows = newestOf(logs, page * perPage).entries.slice((page - 1) * perPage);
  return { data: rows, total: Math.min(counted, maxPaged), meta };
};
