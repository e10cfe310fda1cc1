import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { unzipSync } from 'fflate';
import type { LeadToCall } from '@crm/contracts/http/calling.js';
import { evidence, makeEvidence, type EvidenceSubject } from '@crm/contracts/http/evidence.js';
import type { PersonRecords } from '@crm/contracts/http/privacy.js';
import { notFound } from '@crm/platform/errors/app-error.js';
import { uniqueId } from '@crm/platform/testing/unique.js';
import { Types } from 'mongoose';
import { newText } from '../texts/new-text.js';
import { startMessaging, type MessagingServer, type SignedIn } from '../test/messaging-server.js';

let server: MessagingServer;
let agent: SignedIn;
let lead: LeadToCall;
beforeAll(async () => {
  server = await startMessaging();
});
afterAll(() => server.stop());
beforeEach(async () => {
  agent = await server.signIn();
  lead = server.givenLead({ user_id: agent.user.id });
  server.others.telephony.evidence = [];
});

const hostile = '<script>document.title = "owned"</script> & "so"';
const events = 200;

async function download(subject: EvidenceSubject) {
  const token = server.others.tokens.tokenFor(server.admin.actor);
  const response = await fetch(`${server.service.url}${makeEvidence.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(subject),
  });
  return { response, bytes: new Uint8Array(await response.arrayBuffer()) };
}

/** Writes a pack's files to a folder, as whoever opens it does. */
function unpacked(bytes: Uint8Array): string {
  const folder = mkdtempSync(join(tmpdir(), 'evidence-'));
  for (const [name, content] of Object.entries(unzipSync(bytes))) writeFileSync(join(folder, name), content);
  return folder;
}

const given = async (count: number, text: (index: number) => string) => {
  const texts = Array.from({ length: count }, (_, index) => ({
    ...newText({
      ...{ _id: new Types.ObjectId(), send_status: 'delivered', is_client_message: 0, read_status: 1 },
      lead_id: new Types.ObjectId(lead.lead_id),
      user_id: new Types.ObjectId(agent.user.id),
      text: text(index),
      ...{ customer_fullname: 'Raymond', customer_phone: lead.phones[0] ?? '' },
      ...{ agent_fullname: agent.user.fullname, at: null },
      createdAt: new Date(server.clock.now().getTime() + index * 1000),
    }),
    version: 1,
  }));
  await server.service.ctx.texts.collection.insertMany(texts);
};

test('a pack is checked by its manifest, and shows hostile texts of a deleted lead as text', async () => {
  await given(1, () => hostile);
  const decisions: PersonRecords = {
    kind: 'contact_decisions',
    items: [
      {
        ...{ at: '2026-11-20T15:00:00.000Z', channel: 'text', allowed: false, rule: 'hours' },
        based_on: { rules: [{ id: 'TX', version: 4 }] },
      },
    ],
  };
  server.others.leads.evidence = () => ({
    person: { phones: lead.phones, emails: [], lead_ids: [lead.lead_id] },
    leads: [],
    records: [decisions],
  });
  server.others.telephony.evidence = [
    { kind: 'calls', items: [{ at: '2026-11-20T16:00:00.000Z', outcome: 'no-answer' }] },
    { kind: 'recordings', items: [{ id: uniqueId(), seconds: 40, sha256: 'ab'.repeat(32) }] },
  ];
  const { response, bytes } = await download({ lead_id: lead.lead_id });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/zip');
  expect(response.headers.get('content-disposition')).toMatch(
    /^attachment; filename="evidence-[0-9a-f-]{36}\.zip"$/,
  );

  const folder = unpacked(bytes);
  expect(execFileSync('sha256sum', ['-c', 'manifest.sha256'], { cwd: folder }).toString()).toBe(
    'index.html: OK\nevidence.json: OK\n',
  );
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  expect(page).not.toContain('<script');
  for (const shown of [
    '&lt;script&gt;document.title = &quot;owned&quot;&lt;/script&gt; &amp; &quot;so&quot;',
    'no-answer',
    'ab'.repeat(32),
    '2026-11-20 15:00:00',
    '<span class="key">Id</span> TX; <span class="key">Version</span> 4',
    `by ${server.admin.user.fullname}`,
  ])
    expect(page).toContain(shown);
  const json = evidence.parse(JSON.parse(readFileSync(join(folder, 'evidence.json'), 'utf8')));
  expect(json.made_by).toBe(server.admin.user.fullname);
  expect(json.records.map(({ kind, items }) => [kind, items.length])).toEqual([
    ['contact_decisions', 1],
    ['calls', 1],
    ['recordings', 1],
    ['texts', 1],
    ['emails', 0],
  ]);
  // Changed by a letter it is found out.
  writeFileSync(join(folder, 'index.html'), page.replace('no-answer', 'No-answer'));
  expect(() =>
    execFileSync('sha256sum', ['-c', 'manifest.sha256'], { cwd: folder, stdio: 'pipe' }),
  ).toThrow();
});

test(`a pack of ${String(events)} events takes less than two seconds`, async () => {
  await given(events, (index) => `Good morning ${String(index)}`);
  const item = { at: '2026-11-20T15:00:00.000Z', channel: 'text', sentence: 'May be contacted' };
  server.others.leads.evidence = () => ({
    person: { phones: lead.phones, emails: [], lead_ids: [lead.lead_id] },
    leads: [],
    records: [{ kind: 'contact_decisions', items: Array.from({ length: events }, () => item) }],
  });
  const began = performance.now();
  const { response } = await download({ phone: lead.phones[0] });
  expect(response.status).toBe(200);
  expect(performance.now() - began).toBeLessThan(2_000);
});

test('a pack is whole or is none', async () => {
  server.others.telephony.isAway = true;
  const { response } = await download({ lead_id: lead.lead_id });
  server.others.telephony.isAway = false;
  expect(response.status).toBe(503);
  server.others.leads.evidence = () => {
    throw notFound('Lead');
  };
  expect((await download({ lead_id: lead.lead_id })).response.status).toBe(404);
});

test('packs are for admins, and of somebody who is named', async () => {
  const call = (body: EvidenceSubject, { client }: Pick<SignedIn, 'client'>) =>
    client.call(makeEvidence, { body });
  expect((await call({ lead_id: lead.lead_id }, agent)).status).toBe(403);
  expect((await call({ lead_id: lead.lead_id }, { client: server.stranger })).status).toBe(403);
  const refused = await call({}, server.admin);
  expect([refused.status, refused.refusal.errors]).toEqual([
    422,
    { phone: 'Name a number, an e-mail or a lead' },
  ]);
});
