import { migratedCall } from '@crm/contracts/http/call-migration.js';
import { pacificDate } from '@crm/contracts/time/pacific.js';
import { demoAudio } from './demo-audio.js';
import { demoCalls, demoStrangers, type CalledLead } from './demo-calls.js';

const now = new Date('2026-11-26T18:00:00.000Z');
const leads = (['contactAttempt3', 'followUp', 'newLead', 'in-force', 'notInterested'] as const).map(
  (status, n): CalledLead => ({
    lead_id: `66f0a1b2c3d4e5f60102030${String(n)}`,
    fullname: `Customer ${String(n)}`,
    phone: `+1214555010${String(n)}`,
    status,
    created_at: '2026-09-01T17:00:00.000Z',
  }),
);
const calls = demoCalls({ user_id: '66f0a1b2c3d4e5f601020304', leads, now, recorded: 2 });

test('the calls of the demo fit their contract, each with an id of its own', () => {
  const all = [...calls, ...demoStrangers(now)];
  for (const call of all) expect(migratedCall.safeParse(call).error).toBeUndefined();
  expect(new Set(all.map(({ external_id }) => external_id)).size).toBe(all.length);
});

test('a lead was called as often as its status says, once a day at most, and a new one never', () => {
  const of = (n: number) =>
    calls.filter(({ lead_id, direction }) => lead_id === leads[n]?.lead_id && direction === 'outbound');
  expect(of(0).map(({ outcome }) => outcome)).not.toContain('completed');
  expect(of(0)).toHaveLength(3);
  expect(of(1).at(-1)).toMatchObject({ outcome: 'completed' });
  expect(of(2)).toEqual([]);
  const daysOf = of(0).map(({ at }) => pacificDate(new Date(at)));
  expect(new Set(daysOf).size).toBe(3);
});

test('nobody was called before they came', () => {
  const fresh = leads.map((lead) => ({ ...lead, created_at: '2026-11-26T17:00:00.000Z' }));
  expect(demoCalls({ user_id: '66f0a1b2c3d4e5f601020304', leads: fresh, now, recorded: 2 })).toEqual([]);
});

test('all were made before now, on working days, while it is day for every customer', () => {
  for (const { at } of [...calls, ...demoStrangers(now)]) {
    const local = new Date(new Date(at).toLocaleString('en-US', { timeZone: 'America/Los_Angeles' }));
    expect(new Date(at).getTime()).toBeLessThan(now.getTime());
    expect([0, 6]).not.toContain(local.getDay());
    expect(local.getHours()).toBeGreaterThanOrEqual(10);
    expect(local.getHours()).toBeLessThan(16);
  }
});

test('recordings and voicemails are audio of their length, the same each time', () => {
  const heard = calls.flatMap(({ recording, voicemail }) => recording ?? voicemail ?? []);
  expect(calls.filter(({ recording }) => recording)).toHaveLength(2);
  for (const { audio, seconds } of heard) {
    const file = Buffer.from(audio, 'base64');
    expect([file.toString('latin1', 0, 4), file.length]).toEqual([
      'RIFF',
      44 + seconds * (seconds > 30 ? 4_000 : 8_000),
    ]);
  }
  const said = { seed: 7, voices: 2 } as const;
  expect(demoAudio(6, said)).toBe(demoAudio(6, said));
  expect(demoAudio(6, said)).not.toBe(demoAudio(6, { ...said, seed: 8 }));
});
