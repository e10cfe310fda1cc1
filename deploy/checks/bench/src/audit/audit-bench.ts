import { listAuditEntries, type AuditFilter } from '@crm/contracts/http/audit.js';
import { databaseAt } from '@crm/local/environments.js';
import type { AuditEntry } from '@crm/platform/audit/audit-entry.js';
import { verifyChain } from '@crm/platform/audit/verify-chain.js';
import { createLogger } from '@crm/platform/log/logger.js';
import { connectMongo } from '@crm/platform/mongo/connect.js';
import { httpClient } from '@crm/platform/testing/http-client.js';
import { loadUnindexed } from '../load-unindexed.js';
import { withManyLeads } from '../many-leads.js';
import { medians } from '../medians.js';
import { actorOf, leadOf, madeEntries, popularLead } from './made-entries.js';

const demoLeads = 200;
const maxMs = 300;
const measured = { rounds: 20, warmUp: 3 };

/** The ways in which the log is asked, on the page and on a lead. */
function questions(count: number, now: Date): Record<string, AuditFilter> {
  const day = 86_400_000;
  const at = (daysAgo: number) => new Date(now.getTime() - daysAgo * day).toISOString();
  const lead = leadOf(Math.floor(count / 300));
  return {
    'who opened a lead': { subject: lead, action: 'lead.opened' },
    'who opened one that everybody opens': { subject: popularLead, action: 'lead.opened' },
    'all of a lead': { subject: lead },
    'the newest': {},
    'a week of a user': { actor: actorOf(7), from: at(100), to: at(93) },
    'a kind of action in a month': { action: 'note', from: at(130), to: at(100) },
    'what was refused': { outcome: 'denied' },
  };
}

/** How long admins wait for an answer of the audit log beside so many entries. Fails above 300 ms for who opened a lead. */
export async function benchAudit(options: { entries: number; log: (line: string) => void }): Promise<void> {
  const { log } = options;
  const slow: string[] = [];
  await withManyLeads({ leads: demoLeads, log }, async ({ system, mongo, storeUri, token }) => {
    const entries = mongo.db('crm_leads').collection<AuditEntry>('audit_entries');
    const [last] = await entries.find().sort({ _id: -1 }).limit(1).toArray();
    const head = { seq: last?._id ?? 0, hash: last?.hash ?? '0'.repeat(64) };
    const now = new Date();
    const { loaded, indexed } = await loadUnindexed(entries, async () => {
      for (const batch of madeEntries(options.entries, head, now)) await entries.insertMany(batch);
    });
    const count = await entries.estimatedDocumentCount();
    const seconds = (ms: number) => (ms / 1_000).toFixed(0);
    log(`entries ${String(count)}, made in ${seconds(loaded)} s, indexed in ${seconds(indexed)} s`);

    const admin = httpClient(system.url, token);
    const params = { service: 'leads' as const };
    const works = Object.entries(questions(options.entries, now)).map(
      ([name, filter]) =>
        [
          name,
          () => admin.call(listAuditEntries, { params, query: { ...filter, range: '[0,24]' } }),
        ] as const,
    );
    for (const [name, ask] of works) {
      const { answer } = await ask();
      if (answer.length === 0) throw new Error(`Nothing was found: ${name}`);
    }
    for (const [name, ms] of await medians(Object.fromEntries(works), measured)) {
      const isLimited = name.startsWith('who opened');
      if (isLimited && ms > maxMs) slow.push(name);
      log(
        `${name.padEnd(36)} ${ms.toFixed(1).padStart(8)} ms${isLimited ? ` (at most ${String(maxMs)})` : ''}`,
      );
    }

    const store = await connectMongo({
      uri: databaseAt(storeUri, 'leads'),
      log: createLogger({ service: 'bench', level: 'error' }),
    });
    const started = performance.now();
    const { broken, ...report } = await verifyChain(store.connection);
    await store.close();
    if (broken !== undefined) throw new Error(`The chain is broken: ${JSON.stringify(broken)}`);
    log(`verified ${String(report.entries)} entries in ${seconds(performance.now() - started)} s`);
  });
  if (slow.length > 0) throw new Error(`These take longer than ${String(maxMs)} ms: ${slow.join(', ')}`);
}
