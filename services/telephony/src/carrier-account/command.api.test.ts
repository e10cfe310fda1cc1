import { createCarrierSim, type CarrierSim } from '@crm/carrier-sim/carrier-sim.js';
import { freePort } from '@crm/platform/network/free-port.js';
import {
  carrierCredentials,
  startTelephony,
  testEnvironment,
  type TelephonyServer,
} from '../test/telephony-server.js';
import { runCarrierCommand } from './command.js';

const [agents, other] = ['+12145550101', '+17135550102'];

let sim: CarrierSim;
let server: TelephonyServer;
let env: Record<string, string>;
beforeEach(async () => {
  const credentials = carrierCredentials();
  const port = await freePort();
  const base = `http://127.0.0.1:${String(port)}`;
  sim = createCarrierSim({
    accountSid: credentials.CARRIER_ACCOUNT_SID,
    authToken: credentials.CARRIER_AUTH_TOKEN,
    apiKeySid: credentials.CARRIER_API_KEY,
    apiSecret: credentials.CARRIER_API_SECRET,
    applicationSid: credentials.CARRIER_APP_SID,
    checksApi: true,
    voiceUrl: `${base}/tw/voice/client`,
    numberVoiceUrl: `${base}/tw/voice/number`,
    smsUrl: `${base}/tw/sms/in`,
    fallbackUrl: `${base}/tw/fallback`,
    numbers: [agents, other],
  });
  await sim.start();
  env = { ...credentials, PORT: String(port), PUBLIC_BASE_URL: base, CARRIER_URL: sim.url };
  server = await startTelephony(env);
  await server.signIn({ fullname: 'Dana Reyes', twilio_phone: agents });
  await server.service.ctx.settings.updateOne({}, { $set: { default_phone: other } });
});
afterEach(async () => {
  await server.stop();
  await sim.stop();
});

/** Runs the command as beside the running service, and answers its code and what it printed. */
async function run(words: string[], answer = false) {
  const printed: string[] = [];
  const code = await runCarrierCommand({
    env: { ...testEnvironment(server.auth.server.tokens.keys), ...env },
    words,
    clock: server.clock,
    print: (line) => printed.push(line),
    confirm: () => Promise.resolve(answer),
  });
  return { code, text: printed.join('\n') };
}

test('a sound account is fine, and exits 0', async () => {
  const { code, text } = await run(['check']);
  expect(text).not.toMatch(/Blocks|Warnings/);
  expect([code, text.includes('The account is active')]).toEqual([0, true]);
});

test('what blocks is printed first, with what to do, and exits 1', async () => {
  sim.control.account({ number: { number: agents, isRented: false } });
  sim.control.account({ trust: null });
  const { code, text } = await run(['check']);
  expect(code).toBe(1);
  expect(text).toMatch(
    /Blocks calls or texts \(1\)\n.*\(214\) 555-0101, Dana Reyes’s number,.*\n.*Buy the number/,
  );
  expect(text.indexOf('Blocks')).toBeLessThan(text.indexOf('Warnings'));
});

test('setup shows the changes, writes nothing on a no, and mends on a yes', async () => {
  sim.control.account({ number: { number: agents, voiceUrl: null } });
  const refused = await run(['setup']);
  expect(refused.text).toContain('(214) 555-0101\n  voiceUrl: none -> ');
  expect([refused.code, refused.text.endsWith('Nothing was written.')]).toEqual([1, true]);
  const agreed = await run(['setup'], true);
  expect([agreed.code, agreed.text.includes('Written: 1 of 1.')]).toEqual([0, true]);
  expect((await run(['setup', '--yes'])).text).toContain('Nothing to change.');
});

test('where the service does not run, its numbers are not compared, and that is said', async () => {
  await server.service.stop();
  const { code, text } = await run(['check']);
  expect(text).toContain('Nothing answers at');
  expect(text).toContain('The numbers of agents and states were not compared');
  expect(code).toBe(1);
});

test('any other word is answered by how it is used', async () => {
  expect(await run(['mend'])).toEqual({ code: 1, text: 'Usage: carrier check | carrier setup [--yes]' });
});
