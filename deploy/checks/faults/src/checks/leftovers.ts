import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Processes } from '@crm/local/processes/start-processes.js';
import type { Databases } from '../databases.js';

const run = promisify(execFile);
const outboxes: Readonly<Record<string, readonly string[]>> = {
  auth: ['users', 'settings'],
  leads: ['leads', 'work', 'imports', 'donotcontact', 'contactrules', 'privacyrequests'],
  telephony: ['calls', 'diallerruns', 'diallerattempts', 'records'],
  messaging: ['texts', 'senders', 'emails', 'notifications'],
  followups: ['followups'],
};

/** Unpublished events, failed deliveries, and messages left in the broker, if there is one. */
export async function leftoverComplaints(
  databases: Databases,
  brokerUrl: string | undefined,
): Promise<string[]> {
  const complaints: string[] = [];
  for (const [service, collections] of Object.entries(outboxes)) {
    const db = databases(service);
    for (const name of collections) {
      const waiting = await db.collection(name).countDocuments({ outboxAt: { $exists: true } });
      if (waiting > 0)
        complaints.push(`${String(waiting)} of ${service}.${name} have events that were not sent`);
    }
  }
  for (const service of [...Object.keys(outboxes), 'stats']) {
    const failed = await databases(service).collection<{ reason: string }>('deliveries').find().toArray();
    if (failed.length > 0)
      complaints.push(`${String(failed.length)} deliveries of ${service} failed: ${failed[0]?.reason ?? ''}`);
  }
  // Querying the broker takes a second of CPU time: skipped while something else is pending.
  return brokerUrl === undefined || complaints.length > 0 ? complaints : queueComplaints(brokerUrl);
}

async function queueComplaints(brokerUrl: string): Promise<string[]> {
  const complaints: string[] = [];
  const vhost = decodeURIComponent(new URL(brokerUrl).pathname.slice(1));
  const { stdout } = await run('rabbitmqctl', [
    '-q',
    '--no-table-headers',
    'list_queues',
    '-p',
    vhost,
    'name',
    'messages',
  ]);
  for (const line of stdout.trim().split('\n')) {
    const [queue = '', messages = '0'] = line.split('\t');
    if (queue !== '' && messages !== '0') complaints.push(`${messages} messages lie in ${queue}`);
  }
  return complaints;
}

/** Processes that are not ready. */
export function processComplaints({ processes }: Processes): string[] {
  return [...processes.values()].flatMap(({ name, isReady }) => (isReady ? [] : [`${name} is not ready`]));
}
