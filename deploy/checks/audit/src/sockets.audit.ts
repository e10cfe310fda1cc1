import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { z } from 'zod';
import { clientEvents } from '@crm/contracts/sockets/client-events.js';
import { errorAnswer } from '@crm/contracts/errors.js';
import { setLeadStatus } from '@crm/contracts/http/leads.js';
import { openEnvironment, type TestEnvironment } from '@crm/e2e/environment.js';
import { eventually } from '@crm/platform/bus/testing/eventually.js';
import { bearerNames, endedToken, signInAll, type Bearers } from './bearers.js';
import { spoiled } from './hostile.js';
import { freshRecords } from './records.js';
import { openSocket } from './socket.js';

/**
 * The expected result of each client event for admin, owner, colleague, guide, the lead of the owner's team, the lead of
 * another team, compliance, auditor and operator; letters as in `expected-rights.ts`. If an event names a user, it is the owner; the lead is the owner's.
 */
const expected: Record<keyof typeof clientEvents, string> = {
  connected: 'yyyyyyyyy',
  setOnlineStatus: '-y-------',
  agentOnline: '-y-------',
  joinLeadsType: 'yyy-yy---',
  lifeLeads: 'yyy-yy---',
  healthLeads: 'y---y----',
  joinOwnLeads: 'y--------',
  joinMediaalphaLeads: 'y--------',
  joinManualLeads: 'y--------',
  joinBulkLeads: 'y--------',
  joinClickListingLeads: 'y--------',
  joinLiveTransferLeads: 'y--------',
  joinAgentLeads: '-y-------',
  joinRawLeads: 'yyy-yy---',
  joinFloor: 'y---yy---',
  processLead: 'yyhhyh---',
  updateStatus: 'yyhhyh---',
  updatePrice: 'yyhhyh---',
  assignAgent: 'yyhhyh---',
  busyLead: 'yyhhyh---',
  // A user who lost access to a lead while holding it can still release it; another's hold stays.
  unbusyLead: 'rrrrrr---',
};

let environment: TestEnvironment;
let bearers: Bearers;
before(async () => {
  environment = await openEnvironment({ leads: 20, trustProxy: 1 });
  bearers = await signInAll(environment);
});
after(() => environment.close());

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The example of an event, about the owner and an untouched lead of the owner. */
async function payloadOf({ example }: { example: { payload: unknown } }): Promise<unknown> {
  if (!isRecord(example.payload)) return example.payload;
  const payload = { ...example.payload };
  const records = freshRecords(environment.url, bearers);
  if ('lead_id' in payload) payload['lead_id'] = await records.idOf('lead');
  // A lead's own id beside what is to change in it; a user's everywhere else.
  if ('id' in payload) payload['id'] = 'lead' in payload ? await records.idOf('lead') : bearers.owner.user.id;
  if ('user_id' in payload) payload['user_id'] = bearers.owner.user.id;
  return payload;
}

function fits(letter: string, code: string | undefined): boolean {
  if (letter === '-') return code === 'forbidden';
  if (letter === 'h') return code === 'not_found';
  return !['forbidden', 'session_ended', 'server_error', ...(letter === 'r' ? [] : ['not_found'])].includes(
    code ?? '',
  );
}

for (const [key, event] of Object.entries(clientEvents)) {
  const row = Object.entries(expected).find(([name]) => name === key)?.[1] ?? '';
  void test(`${event.name} answers each role with ${row}`, async () => {
    const wrong: string[] = [];
    for (const [column, as] of bearerNames.entries()) {
      const socket = await openSocket(environment.url, { token: bearers[as].token });
      const code = await socket.refusalOf(event.name, await payloadOf(event));
      socket.close();
      if (!fits(row[column] ?? '', code)) wrong.push(`${as}: ${code ?? 'taken'}`);
    }
    assert.deepEqual(wrong, []);
  });
}

const refused = z.object({ data: errorAnswer });

void test('no socket opens without a token, with one that has ended, or with a forged one', async () => {
  const ended = await endedToken(environment);
  const own = bearers.owner.token;
  // Another token's signature under a forged payload.
  const [head, claims] = own.split('.');
  const swapped = [head, claims, bearers.admin.token.split('.')[2]].join('.');
  const auths = [undefined, {}, { token: '' }, { token: null }, { token: [own] }, { token: { token: own } }];
  for (const auth of [...auths, { token: ended }, { token: `${own}A` }, { token: swapped }]) {
    await assert.rejects(openSocket(environment.url, auth), (error) => {
      assert.equal(refused.parse(error).data.code, 'session_ended', JSON.stringify(auth));
      return true;
    });
  }
});

void test('whose lead it is not hears nothing of it', async () => {
  const records = freshRecords(environment.url, bearers);
  const lead = await records.idOf('lead');
  const sockets = {
    owner: await openSocket(environment.url, { token: bearers.owner.token }),
    colleague: await openSocket(environment.url, { token: bearers.colleague.token }),
    guide: await openSocket(environment.url, { token: bearers.guide.token }),
  };
  for (const socket of Object.values(sockets)) {
    for (const event of Object.values(clientEvents)) {
      if (event.name.startsWith('join') || event.name.endsWith('_leads')) {
        await socket.refusalOf(event.name, await payloadOf(event));
      }
    }
    // Leads that agents create have this source; the room is the owner's.
    await socket.refusalOf(clientEvents.joinAgentLeads.name, {
      source: 3,
      type: 'life',
      user_id: bearers.owner.user.id,
    });
    await socket.refusalOf(clientEvents.busyLead.name, { lead_id: lead });
  }
  await records.idOf('note');
  await records.idOf('followup');
  await records.idOf('customer-text');
  const saved = await bearers.owner.client.call(setLeadStatus, {
    params: { id: lead },
    body: { status: 'contactAttempt1' },
  });
  assert.equal(saved.answer.status, 'success');
  await eventually(() =>
    sockets.owner.heard.some((reported) => reported.startsWith('RECEIVE_MESSAGE') && reported.includes(lead)),
  );
  await eventually(() =>
    sockets.owner.heard.some((reported) => reported.startsWith('UPDATE_LEADS') && reported.includes(lead)),
  );
  assert.deepEqual(
    [...sockets.colleague.heard, ...sockets.guide.heard].filter((reported) => reported.includes(lead)),
    [],
  );
  for (const socket of Object.values(sockets)) socket.close();
});

void test('takes or refuses whatever an event carries, and goes on', async () => {
  const faults: string[] = [];
  for (const event of Object.values(clientEvents)) {
    const good = { body: (await payloadOf(event)) ?? {} };
    // Events are rate-limited per socket; each event has its own socket here.
    const socket = await openSocket(environment.url, { token: bearers.admin.token });
    for (const { body } of fc.sample(spoiled(good), { numRuns: 15, seed: 20_261_122 })) {
      const code = await socket.refusalOf(event.name, body);
      if (code === 'server_error') faults.push(`${event.name} ${JSON.stringify(body).slice(0, 200)}`);
    }
    assert.equal(await socket.refusalOf('connected', {}), undefined);
    socket.close();
  }
  assert.deepEqual(faults, []);
});
