import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient, ObjectId } from 'mongodb';
import { signIn } from '@crm/contracts/http/auth.js';
import { makeEvidence } from '@crm/contracts/http/evidence.js';
import { deleteLead, restCreateLead } from '@crm/contracts/http/leads.js';
import { keysIn } from '@crm/local/keys.js';
import { startStore } from '@crm/local/store-process.js';
import { startSystem } from '@crm/local/system.js';
import { httpClient } from '@crm/platform/testing/http-client.js';
import { demoAdminEmail } from '@crm/seed/demo-people.js';
import { medians } from './medians.js';

const password = 'measured copper lantern';
const phone = '+12145550117';
const events = { texts: 80, calls: 60, decisions: 60 };
const maxMs = 2_000;

/** What a number of so many events leaves in the stores of the services. */
async function insertEvents(mongo: MongoClient, lead_id: ObjectId): Promise<void> {
  const many = (count: number, of: (index: number) => object) =>
    Array.from({ length: count }, (_, index) => ({ _id: new ObjectId(), lead_id, version: 1, ...of(index) }));
  const at = (index: number) => new Date(Date.UTC(2026, 10, 1) + index * 60_000);
  await mongo
    .db('crm_messaging')
    .collection('texts')
    .insertMany(
      many(events.texts, (index) => ({
        ...{ customer_phone: phone, our_number: '+17375550100', is_client_message: index % 2, arrival: null },
        ...{ text: `Good morning ${String(index)}`, send_status: 'delivered', reason: '', message_sid: null },
        ...{ agent_fullname: 'Ada Agent', read_status: 1, at: null, ask_at: null, createdAt: at(index) },
      })),
    );
  await mongo
    .db('crm_telephony')
    .collection('calls')
    .insertMany(
      many(events.calls, (index) => ({
        ...{ number: phone, own_number: '+17375550100', direction: 'outbound', outcome: 'completed' },
        ...{ state: 'ended', user_id: null, startedAt: at(index), endedAt: at(index), lookAt: null },
      })),
    );
  await mongo
    .db('crm_leads')
    .collection('contactdecisions')
    .insertMany(
      many(events.decisions, (index) => ({
        ...{ at: at(index), address: phone, channel: 'call', allowed: true, rule: null },
        ...{ sentence: 'May be contacted', based_on: { rules: [{ id: 'TX', version: 3 }] } },
      })),
    );
}

/** The evidence pack of a deleted lead's number, through the gateway. */
export async function benchEvidence({ log }: { log: (line: string) => void }): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'evidence-bench-'));
  const store = await startStore(join(folder, 'store'));
  const system = await startSystem({
    readingPerHour: 1_000_000,
    host: '127.0.0.1',
    port: 0,
    storeUri: store.uri,
    keys: keysIn(folder),
    logLevel: 'silent',
    mail: { dropFolder: join(folder, 'mail') },
    firstAdmin: { email: demoAdminEmail, password },
  });
  const mongo = await new MongoClient(store.uri).connect();
  try {
    const signedIn = await httpClient(system.url).call(signIn, { body: { email: demoAdminEmail, password } });
    const { token } = signedIn.answer;
    const client = httpClient(system.url, token);
    const created = await client.call(restCreateLead, {
      body: {
        type: 'life',
        fullname: 'Raymond Okafor',
        email: 'r.okafor@example.com',
        phone,
        state: 'TX',
        birth_date: '1957-06-02',
        gender: 'm',
        term: 'fex',
        rate_class: 'lb',
        coverage_amount: 15_000,
        disability: 'Cremation',
      },
    });
    const { id } = created.answer.lead;
    await insertEvents(mongo, new ObjectId(id));
    await client.call(deleteLead, { body: { lead_id: id } });
    let bytes = 0;
    const pack = async () => {
      const response = await fetch(`${system.url}${makeEvidence.path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ phone }),
      });
      if (!response.ok) throw new Error(`The pack was refused: ${await response.text()}`);
      bytes = (await response.arrayBuffer()).byteLength;
    };
    const found = await medians({ pack }, { rounds: 20, warmUp: 3 });
    const all = events.texts + events.calls + events.decisions;
    log(
      `evidence pack of ${String(all)} events ${(found.get('pack') ?? NaN).toFixed(0)} ms (at most ${String(maxMs)}), ${(bytes / 1000).toFixed(0)} KB`,
    );
  } finally {
    await mongo.close();
    await system.stop();
    await store.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
