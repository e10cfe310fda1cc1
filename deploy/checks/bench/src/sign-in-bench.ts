import { verify as verifySignature } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { createAgent } from '@crm/contracts/http/agents.js';
import { signIn, verifyToken } from '@crm/contracts/http/auth.js';
import { startStore } from '@crm/local/store-process.js';
import { systemClock } from '@crm/platform/clock.js';
import { createTokenVerifier } from '@crm/platform/identity/token-verifier.js';
import { httpClient } from '@crm/platform/testing/http-client.js';
import { createTestTokens } from '@crm/platform/testing/tokens.js';
import { uniqueActor, uniqueEmail } from '@crm/platform/testing/unique.js';
import {
  adminEmail,
  password,
  repeatAtOnce,
  signInsAtOnce,
  startServer,
  type Server,
} from './sign-in-server.js';

const rounds = 5;
const attempts = 3;
/** A run whose baseline varies by more than this is discarded. */
const widestSpread = 2;
const verifiesAtOnce = 50;
const verifySeconds = 2;
const maxStallMs = 20;
const maxMicrosecondsPerKnownToken = 5;
const serviceRatio = 0.35;

const percentile = (values: readonly number[], share: number) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
const median = (values: readonly number[]) => percentile(values, 0.5);

/** One account per concurrent sign-in, each with a token to verify. */
async function makeAccounts({ url }: Server) {
  const stranger = httpClient(url);
  const { token } = (await stranger.call(signIn, { body: { email: adminEmail, password } })).answer;
  const accounts: { email: string; token: string }[] = [];
  for (let count = 0; count < signInsAtOnce; count += 1) {
    const body = { role_id: 2 as const, fname: 'Dana', lname: 'Reyes', email: uniqueEmail(), password };
    await stranger.as(token).call(createAgent, { body });
    const { answer } = await stranger.call(signIn, { body: { email: body.email, password } });
    accounts.push({ email: body.email, token: answer.token });
  }
  return accounts;
}
type Accounts = Awaited<ReturnType<typeof makeAccounts>>;

async function verifiesPerSecond(url: string, token: string): Promise<number> {
  const result = await autocannon({
    url: `${url}${verifyToken.path}`,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
    connections: verifiesAtOnce,
    duration: verifySeconds,
  });
  if (result.non2xx + result.errors > 0)
    throw new Error(`${String(result.non2xx + result.errors)} verifies failed`);
  return result.requests.average;
}

/** Interleaved rounds of each baseline and its counterpart, so that other load affects both alike. */
async function measure(server: Server, accounts: Accounts) {
  const client = httpClient(server.url);
  const token = accounts[0]?.token ?? '';
  const signInOnce = async (worker: number) =>
    (await client.call(signIn, { body: { email: accounts[worker]?.email ?? '', password } })).answer.token;
  const seen = {
    hashes: [] as number[],
    signIns: [] as number[],
    took: [] as number[],
    stalls: [] as number[],
  };
  const hashStalls: number[] = [];
  const bare: number[] = [];
  const verifies: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await server.ask('stall');
    seen.hashes.push(await server.ask('hashes'));
    hashStalls.push(await server.ask('stall'));
    const { rate, took } = await repeatAtOnce(signInsAtOnce, signInOnce);
    seen.stalls.push(await server.ask('stall'));
    seen.signIns.push(rate);
    seen.took.push(...took);
    bare.push(await verifiesPerSecond(server.bareUrl, token));
    verifies.push(await verifiesPerSecond(server.url, token));
  }
  const spreadOf = (rates: readonly number[]) => Math.max(...rates) / Math.min(...rates);
  return { ...seen, hashStalls, bare, verifies, spread: Math.max(spreadOf(seen.hashes), spreadOf(bare)) };
}

/** Microseconds for a new token, against the bare signature check, and for a cached one. */
function measureTokens() {
  const made = createTestTokens();
  const verifier = createTokenVerifier({ keys: made.keys, clock: systemClock });
  const tokens = Array.from({ length: 2_000 }, () => made.tokenFor(uniqueActor(2)));
  const key = { key: made.keys[made.kid] ?? '', dsaEncoding: 'ieee-p1363' } as const;
  const each = (work: (token: string) => void, of: readonly string[]) => {
    const started = performance.now();
    for (const token of of) work(token);
    return ((performance.now() - started) * 1000) / of.length;
  };
  const signature = each((token) => {
    const cut = token.lastIndexOf('.');
    const signed = Buffer.from(token.slice(cut + 1), 'base64url');
    if (!verifySignature('sha256', Buffer.from(token.slice(0, cut)), key, signed))
      throw new Error('Not ours');
  }, tokens);
  const unseen = each((token) => verifier.verify(token), tokens);
  // Headers are new strings every time, so these are too.
  const again = tokens.map((token) => Buffer.from(token).toString('latin1'));
  return { signature, unseen, known: each((token) => verifier.verify(token), again) };
}

/** Sign-ins and verifies per second, against their baselines; how long sign-ins block others; the cost of tokens. */
export async function benchSignIn(options: { log: (line: string) => void }): Promise<void> {
  const { log } = options;
  const folder = mkdtempSync(join(tmpdir(), 'sign-in-bench-'));
  const store = await startStore(join(folder, 'store'));
  const server = await startServer(store.uri, folder);
  try {
    const accounts = await makeAccounts(server);
    await measure(server, accounts);
    let run = await measure(server, accounts);
    for (let attempt = 1; run.spread > widestSpread && attempt < attempts; attempt += 1) {
      log(`discarded: a baseline spread ${run.spread.toFixed(1)}-fold, the machine is busy`);
      run = await measure(server, accounts);
    }
    const line = (name: string, text: string) => {
      log(`${name.padEnd(26)} ${text}`);
    };
    const rate = (of: readonly number[], what: string) => `${median(of).toFixed(0)} ${what}/s`;
    const ratio = (of: readonly number[], baseline: readonly number[]) =>
      `ratio ${median(of.map((each, round) => each / (baseline[round] ?? Number.NaN))).toFixed(2)}`;
    log(`median of ${String(rounds)} interleaved rounds, baseline spread ${run.spread.toFixed(2)}`);
    line('argon2id alone', `${rate(run.hashes, 'hashes')}, ${String(signInsAtOnce)} at once`);
    line(
      'sign-in',
      `${rate(run.signIns, 'sign-ins')}, ${String(signInsAtOnce)} at once   p50 ${median(run.took).toFixed(1)} ms, p95 ${percentile(run.took, 0.95).toFixed(1)} ms   ${ratio(run.signIns, run.hashes)}`,
    );
    line(
      'longest stall meanwhile',
      `${median(run.stalls).toFixed(1)} ms (at most ${String(maxStallMs)}), by the hash alone ${median(run.hashStalls).toFixed(1)} ms`,
    );
    line('its reads on node:http', `${rate(run.bare, 'requests')}, ${String(verifiesAtOnce)} connections`);
    line(
      'verify',
      `${rate(run.verifies, 'verifies')}, ${String(verifiesAtOnce)} connections   ${ratio(run.verifies, run.bare)} (at least ${String(serviceRatio)})`,
    );
    const { signature, unseen, known } = measureTokens();
    line('its signature alone', `${signature.toFixed(1)} us`);
    line('a token never seen', `${unseen.toFixed(1)} us`);
    line('a token seen before', `${known.toFixed(2)} us (at most ${String(maxMicrosecondsPerKnownToken)})`);
  } finally {
    await server.stop();
    await store.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
