import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import { createCarrierSim, type CarrierSim } from '@crm/carrier-sim/carrier-sim.js';
import { connectDevice } from '@crm/carrier-sim/client/device-line.js';
import { exampleUser, type User } from '@crm/contracts/entities/user.js';
import { callToken, type LeadToCall } from '@crm/contracts/http/calling.js';
import { startStore } from '@crm/local/store-process.js';
import { freePort } from '@crm/platform/network/free-port.js';
import { httpClient } from '@crm/platform/testing/http-client.js';
import { testMasterKeys } from '@crm/platform/testing/master-keys.js';
import { testKeySettings } from '@crm/platform/testing/service-keys.js';
import { uniqueId } from '@crm/platform/testing/unique.js';
import { countStoreCommands } from './idle/store-commands.js';
import { startAuth, startLeads } from './other-services.js';
import { percentile } from './percentile.js';
import { pidOfStore, processorSeconds } from './processor-time.js';
import { startServiceProcess } from './service-process.js';

/** Limit per webhook: the carrier's timeout is 15 seconds, a caller's patience is shorter. */
const maxMs = 1_000;
/** Limit of processor time for a call whole, of telephony and the store together. */
const maxProcessorMs = 60;
/** Shorter than most real calls, but unanswered calls take half a minute too. */
const talkMs = { least: 20_000, most: 60_000 };
const pauseMs = 2_000;
/** Staggered start. */
const beginMs = 20_000;
/** A customer answers after three seconds; a call without an event by then is given up. */
const answerMs = 30_000;
/** After the last call: recordings arrive and pending effects finish. */
const settleMs = 10_000;
const maxSettleMs = 60_000;

const hex = () => randomBytes(16).toString('hex');
const between = ({ least, most }: typeof talkMs) => least + Math.random() * (most - least);

interface Agent {
  user: User;
  lead: LeadToCall;
  /** Calls that the device made, and those that a customer answered. */
  made: number;
  answered: number;
}

function makeAgents(agents: number): Agent[] {
  return Array.from({ length: agents }, (_, index) => {
    const id = uniqueId();
    const number = (exchange: number) => `+1214${String(exchange)}${String(1_000 + index)}`;
    return {
      user: {
        ...exampleUser,
        id,
        role_id: 2,
        online: 1,
        active: 1,
        banned: 0,
        subroles: [1, 2],
        email: `agent-${String(index)}@example.com`,
        twilio_phone: number(700),
      },
      lead: {
        lead_id: uniqueId(),
        fullname: `Lead ${String(index)}`,
        type_id: 2,
        state: 'TX',
        status: 'newLead',
        user_id: id,
        phones: [number(600)],
        recorded_ok: 0,
        language: 'en',
        version: 1,
      },
      made: 0,
      answered: 0,
    };
  });
}

/** One agent with a device: calls, talks, hangs up, until time is up. */
async function work(agent: Agent, { sim, token, until }: { sim: CarrierSim; token: string; until: number }) {
  const line = await connectDevice(sim.url);
  line.say({ type: 'register', token });
  await line.next('ready');
  const { user, lead } = agent;
  for (; Date.now() < until; agent.made += 1) {
    const id = `${user.id}-${String(agent.made)}`;
    const callType = agent.made % 2 === 0 ? 'single' : 'conference';
    const params = { number: lead.phones[0] ?? '', lead_id: lead.lead_id, user_id: user.id, callType };
    line.say({ type: 'connect', id, params });
    const answer = await Promise.race([line.next('answer'), line.next('hangup'), wait(answerMs)]);
    if (answer?.type === 'answer') {
      await wait(between(talkMs));
      agent.answered += 1;
    }
    line.say({ type: 'hangup', callsid: answer?.callsid ?? id });
    await wait(pauseMs);
  }
  line.socket.terminate();
}

/** Collects webhook durations from the carrier's trace before it is truncated. */
function watchHooks(sim: CarrierSim) {
  const took: number[] = [];
  const failed: string[] = [];
  let seen = 0;
  const look = () => {
    for (const { seq, kind, text, details } of sim.control.trace(seen)) {
      seen = seq;
      if (kind !== 'hook') continue;
      if (typeof details['took'] === 'number') took.push(details['took']);
      if (details['status'] !== 200) failed.push(text);
    }
  };
  const timer = setInterval(look, 100);
  return {
    took,
    failed,
    stop: () => {
      clearInterval(timer);
      look();
    },
  };
}

interface Kept {
  user_id: { toHexString(): string } | null;
  state: string;
  outcome: string | null;
}

/** Deviations from what the agents did: missing, extra, active or interrupted calls, and leftovers. */
async function lostStates(uri: string, all: readonly Agent[]): Promise<string[]> {
  const client = await new MongoClient(uri).connect();
  try {
    const store = client.db();
    const calls = await store.collection<Kept>('calls').find().toArray();
    const lost = calls
      .filter(({ state, outcome }) => state !== 'ended' || outcome !== 'completed')
      .map(({ state, outcome }) => `a call is ${state}, ${String(outcome)}`);
    for (const { user, made, answered } of all) {
      if (answered !== made)
        lost.push(`of ${String(made)} calls of an agent ${String(answered)} were answered`);
      const kept = calls.filter(({ user_id }) => user_id?.toHexString() === user.id).length;
      if (kept !== made) lost.push(`${String(made)} calls of an agent are ${String(kept)}`);
    }
    const leases = await store.collection('callleases').countDocuments();
    const open = await store.collection('tw_inbox').countDocuments({ state: 'new' });
    if (leases > 0) lost.push(`${String(leases)} leases left`);
    if (open > 0) lost.push(`${String(open)} webhooks not processed`);
    return lost;
  } finally {
    await client.close();
  }
}

/** Polls until nothing is missing, or the time is up. */
async function afterPause(uri: string, all: readonly Agent[]): Promise<string[]> {
  const from = Date.now();
  for (;;) {
    await wait(settleMs);
    const lost = await lostStates(uri, all);
    if (lost.length === 0 || Date.now() - from > maxSettleMs) return lost;
  }
}

/**
 * Agents in calls at once on the simulated carrier, in real time: webhook latency, processor time of a call, and whether
 * every call is stored correctly. Fails if a webhook or a call takes too much, or a state is lost.
 */
export async function benchCalls({
  log,
  seconds,
  agents,
}: {
  log: (line: string) => void;
  seconds: number;
  agents: number;
}): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'calls-bench-'));
  const store = await startStore(folder);
  const counted = await countStoreCommands(store.uri);
  const all = makeAgents(agents);
  const [auth, leads] = await Promise.all([
    startAuth(all.map(({ user }) => user)),
    startLeads(all.map(({ lead }) => lead)),
  ]);
  const port = await freePort();
  const base = `http://127.0.0.1:${String(port)}`;
  const credentials = {
    accountSid: `AC${hex()}`,
    authToken: hex(),
    apiKeySid: `SK${hex()}`,
    apiSecret: hex(),
    applicationSid: `AP${hex()}`,
  };
  const sim = createCarrierSim({
    ...credentials,
    voiceUrl: `${base}/tw/voice/client`,
    numberVoiceUrl: `${base}/tw/voice/number`,
    fallbackUrl: `${base}/tw/fallback`,
    transcriptUrl: `${base}/tw/transcript`,
  });
  await sim.start();
  const uri = Object.assign(new URL(counted.uri), { pathname: '/calls_bench' }).toString();
  const telephony = await startServiceProcess('telephony', {
    PORT: String(port),
    MONGODB_URI: uri,
    AUTH_URL: auth.url,
    LEADS_URL: leads.url,
    PUBLIC_BASE_URL: base,
    PUBLIC_KEYS: JSON.stringify(auth.tokens.keys),
    ...testKeySettings('telephony'),
    MASTER_KEYS: testMasterKeys,
    AGENCY_NAME: 'Juniper Insurance',
    MEDIA_KEYS: JSON.stringify({ m1: randomBytes(32).toString('base64') }),
    TELEPHONY_MODE: 'sim',
    CARRIER_URL: sim.url,
    CARRIER_ACCOUNT_SID: credentials.accountSid,
    CARRIER_AUTH_TOKEN: credentials.authToken,
    CARRIER_API_KEY: credentials.apiKeySid,
    CARRIER_API_SECRET: credentials.apiSecret,
    CARRIER_APP_SID: credentials.applicationSid,
  });
  const stranger = httpClient(telephony.url);
  const tokenOf = async ({ user }: Agent) => {
    const { id, role_id: role, subroles, fullname } = user;
    const client = stranger.as(auth.tokens.tokenFor({ id, role, subroles, fullname }));
    return (await client.call(callToken, { params: { userId: id } })).answer.token;
  };
  const tokens = await Promise.all(all.map(tokenOf));

  const pids = [telephony.pid, await pidOfStore(store.uri)];
  const spent = () => pids.reduce((sum, pid) => sum + processorSeconds(pid), 0);
  const before = spent();
  counted.take();
  const hooks = watchHooks(sim);
  const until = Date.now() + seconds * 1_000;
  await Promise.all(
    all.map(async (agent, index) => {
      await wait(Math.random() * beginMs);
      await work(agent, { sim, token: tokens[index] ?? '', until });
    }),
  );
  const lost = await afterPause(uri, all);
  const processorMs = (spent() - before) * 1_000;
  const commands = counted.take();
  hooks.stop();
  await telephony.stop();
  await sim.stop();
  await Promise.all([auth.close(), leads.close()]);
  counted.close();
  await store.stop();
  rmSync(folder, { recursive: true, force: true });

  const { took, failed } = hooks;
  const calls = all.reduce((sum, { made }) => sum + made, 0);
  const max = took.reduce((most, ms) => Math.max(most, ms), 0);
  const ms = (figure: number) => `${figure.toFixed(1)} ms`;
  log(`agents in calls at once    ${String(agents)}, ${String(calls)} calls in ${String(seconds)} s`);
  log(
    `webhooks                   ${String(took.length)}: p50 ${ms(percentile(took, 0.5))}, p99 ${ms(percentile(took, 0.99))}, longest ${ms(max)} (at most ${String(maxMs)} ms)`,
  );
  const perCall = processorMs / calls;
  log(
    `processor time of a call   ${ms(perCall)}, telephony and store (at most ${String(maxProcessorMs)} ms)`,
  );
  const perCallOf = (count: number) => (count / calls).toFixed(1);
  const inAll = [...commands.values()].reduce((sum, count) => sum + count, 0);
  log(`store commands of a call   ${perCallOf(inAll)}`);
  for (const [command, count] of [...commands].sort(([, one], [, other]) => other - one).slice(0, 12))
    log(`  ${perCallOf(count).padStart(5)} ${command.replace('calls_bench.', '')}`);
  log(`webhooks that failed       ${String(failed.length)} (none)`);
  log(`lost states                ${String(lost.length)} (none)`);
  for (const what of [...new Set([...failed, ...lost])].slice(0, 10)) log(`  ${what}`);
  if (max > maxMs || perCall > maxProcessorMs || failed.length > 0 || lost.length > 0)
    throw new Error('Calls: a webhook or a call took too much, a webhook failed, or a state was lost');
}
