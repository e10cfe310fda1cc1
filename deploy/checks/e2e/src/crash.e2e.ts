import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { signIn } from '@crm/contracts/http/auth.js';
import { filterLeads } from '@crm/contracts/http/lead-lists.js';
import { getImport, uploadBulkCsv } from '@crm/contracts/http/imports.js';
import { restCreateLead, setLeadStatus } from '@crm/contracts/http/leads.js';
import { freePort } from '@crm/platform/network/free-port.js';
import { httpClient, type HttpClient } from '@crm/platform/testing/http-client.js';
import { demoAdminEmail } from '@crm/seed/demo-people.js';
import { password } from './environment.js';
import { startProcess, type Running } from './process.js';

const rows = 8_000;
const folder = mkdtempSync(join(tmpdir(), 'crash-'));
let running: Running;
let port: number;

async function admin(url: string): Promise<{ client: HttpClient; token: string }> {
  const { answer } = await httpClient(url).call(signIn, { body: { email: demoAdminEmail, password } });
  return { client: httpClient(url, answer.token), token: answer.token };
}

function csv(): string {
  const lines = ['Full Name,Phone,Email,State'];
  for (let row = 0; row < rows; row += 1) {
    const area = 200 + Math.floor(row / 100);
    const phone = row % 40 === 7 ? '12345' : `${String(area)}55501${String(row % 100).padStart(2, '0')}`;
    lines.push(`Crash Row ${String(row)},${phone},crash.${String(row)}@example.com,TX`);
  }
  return lines.join('\n');
}

async function upload(url: string, token: string): Promise<string> {
  const form = new FormData();
  form.set('lt', 'health');
  form.set('delimiter', ',');
  form.set('file', new Blob([csv()], { type: 'text/csv' }), 'crash.csv');
  const response = await fetch(`${url}${uploadBulkCsv.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  return uploadBulkCsv.answer.parse(await response.json()).import.id;
}

/** Saves leads until the system is killed; returns the acknowledged writes: the last saved status by the lead's e-mail. */
async function saveUntilGone(client: HttpClient, saver: number): Promise<Map<string, string>> {
  const acknowledged = new Map<string, string>();
  try {
    for (let count = 0; ; count += 1) {
      const email = `saver.${String(saver)}.${String(count)}@example.com`;
      const { answer } = await client.call(restCreateLead, {
        body: {
          type: 'life',
          fullname: `Saver ${String(saver)} ${String(count)}`,
          email,
          phone: `+1${String(300 + saver)}55501${String(count % 100).padStart(2, '0')}`,
          state: 'TX',
          birth_date: '1957-06-02',
          term: 'fex',
          rate_class: 'lb',
          coverage_amount: 10_000,
          disability: 'Cremation',
        },
      });
      acknowledged.set(email, 'newLead');
      const status = await client.call(setLeadStatus, {
        params: { id: answer.id },
        body: { status: 'followUp' },
      });
      acknowledged.set(email, status.answer.lead.status);
    }
  } catch (error) {
    // A network error: the system was killed. Only the writes acknowledged before count.
    if (error instanceof TypeError) return acknowledged;
    throw error;
  }
}

async function untilDone(client: HttpClient, id: string) {
  for (;;) {
    const { answer } = await client.call(getImport, { params: { id } });
    if (answer.state === 'done' || answer.state === 'failed') return answer;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

before(async () => {
  port = await freePort();
  running = await startProcess(folder, port);
});

after(async () => {
  await running.stop();
  rmSync(folder, { recursive: true, force: true });
});

void test(
  'killed during an import and writes, the system loses no acknowledged write and duplicates nothing',
  { timeout: 300_000 },
  async () => {
    const first = await admin(running.url);
    const before = await first.client.call(filterLeads, { body: { params: { type: 4, source: 4 } } });
    const importId = await upload(running.url, first.token);
    const savers = [1, 2, 3, 4].map((saver) => saveUntilGone(first.client, saver));

    // Kill it in the middle of the import: some batches are saved, but not all.
    for (;;) {
      const { answer } = await first.client.call(getImport, { params: { id: importId } });
      if (answer.read >= 1_500) break;
    }
    await running.killAll();
    const acknowledged = new Map((await Promise.all(savers)).flatMap((each) => [...each]));
    assert.ok(acknowledged.size > 4, `only ${String(acknowledged.size)} saves were acknowledged`);

    running = await startProcess(folder, port);
    const { client } = await admin(running.url);
    const finished = await untilDone(client, importId);
    assert.deepEqual(
      [finished.state, finished.read, finished.saved + finished.refused + finished.duplicates],
      ['done', rows, rows],
    );
    assert.equal(finished.refused, rows / 40);

    const afterwards = await client.call(filterLeads, { body: { params: { type: 4, source: 4 } } });
    assert.equal(afterwards.answer.totalCount - before.answer.totalCount, finished.saved);

    for (const [email, status] of acknowledged) {
      const { answer } = await client.call(filterLeads, { body: { params: { type: 2, q: email } } });
      assert.deepEqual([email, answer.leads.map((lead) => lead.email)], [email, [email]]);
      // A write in flight when the system was killed may have been saved without being acknowledged.
      assert.ok([status, 'followUp'].includes(answer.leads[0]?.status ?? ''), `${email} lost its status`);
    }
  },
);

void test('a second start on the same folder is refused in one sentence', { timeout: 180_000 }, async () => {
  const other = await freePort();
  await assert.rejects(startProcess(folder, other), /Another process is already using the data folder/);
});

void test('a taken port is refused in one sentence', { timeout: 180_000 }, async () => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'port-'));
  await assert.rejects(
    startProcess(elsewhere, port),
    /Port \d+ on 127.0.0.1 is in use; set PORT to another one/,
  );
  rmSync(elsewhere, { recursive: true, force: true });
});
