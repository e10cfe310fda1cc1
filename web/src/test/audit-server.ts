import { z } from 'zod';
import { serviceNames } from '@crm/contracts/endpoint/endpoint.js';
import { listAgents } from '@crm/contracts/http/agents.js';
import { listAuditEntries, type AuditEntryView } from '@crm/contracts/http/audit.js';
import { rowsOfRange } from '@crm/contracts/endpoint/rest-range.js';
import { buildAdmin, buildUser } from './builders.js';
import { answer, FakeServer, refuse } from './FakeServer.js';

const [example] = listAuditEntries.answer.parse(listAuditEntries.example.answer);

/** An entry of the log of leads unless said otherwise, so many seconds before a quarter past nine. */
export function buildEntry(
  known: Partial<AuditEntryView> & { seq: number },
  secondsBefore = 0,
): AuditEntryView {
  if (example === undefined) throw new Error('The contract has no example entry');
  const entry = { ...example, ...known };
  const at =
    known.at ?? new Date(Date.parse('2026-11-20T17:15:00.000Z') - secondsBefore * 1_000).toISOString();
  return { ...entry, at, id: `${entry.service}-${String(entry.seq)}` };
}

/** A server with the logs of all services, which filters by subject, actor and time; a silent service is away. */
export function auditServer(entries: readonly AuditEntryView[], silent: readonly string[] = []): FakeServer {
  return new FakeServer(buildAdmin())
    .on(listAgents, answer(listAgents, { agents: [buildUser()] }))
    .on(listAuditEntries, (call) => {
      const service = z.enum(serviceNames).parse(call.params['service']);
      if (silent.includes(service)) return refuse({ code: 'unavailable', message: 'Away' })(call);
      const { subject, actor, to = '9999', range } = call.query;
      const { skip, limit } = rowsOfRange(range);
      const found = entries.filter(
        (entry) =>
          entry.service === service &&
          entry.at < to &&
          (actor === undefined || entry.actor_id === actor) &&
          (subject === undefined || entry.subjects.includes(subject)),
      );
      return answer(listAuditEntries, found.slice(skip, skip + limit), {
        'content-range': `audit-entries ${String(skip)}-${String(skip)}/${String(found.length)}`,
      })(call);
    });
}
