import { setTimeout as pause } from 'node:timers/promises';
import { connectDevice, type DeviceLine } from '@crm/carrier-sim/client/device-line.js';
import { callToken } from '@crm/contracts/http/calling.js';
import { book, type Ledger } from './ledger.js';
import type { Person } from './person.js';
import type { Reachable } from './reachable.js';

const answerMs = 25_000;
const talkMs = 4_500;
const pauseMs = 1_000;
const lookEveryMs = 50;

/** The carrier's messages about a call so far; undefined on timeout. */
async function outcomeOf(line: DeviceLine, from: number) {
  const givesUpAt = Date.now() + answerMs;
  while (Date.now() < givesUpAt) {
    const said = line.heard
      .slice(from)
      .find((message) => message.type === 'answer' || message.type === 'hangup');
    if (said !== undefined) return said;
    await pause(lookEveryMs);
  }
  return undefined;
}

/** An agent with a device who calls a customer, talks and hangs up. */
export async function makeCalls(
  agent: Person,
  carrierUrl: string,
  { id: lead_id, phone }: Reachable,
  ledger: Ledger,
  isOver: () => boolean,
): Promise<void> {
  const user_id = agent.user.id;
  const said = book(ledger, await agent.call(callToken, { params: { userId: user_id } }));
  if (said.is !== 'acknowledged') return;
  const line = await connectDevice(carrierUrl);
  line.say({ type: 'register', token: said.answer.token });
  for (let count = 0; !isOver(); count += 1) {
    const id = `${user_id}-${String(Date.now())}`;
    const callType = count % 2 === 0 ? 'single' : 'conference';
    const from = line.heard.length;
    line.say({ type: 'connect', id, params: { number: phone, lead_id, user_id, callType } });
    const heard = await outcomeOf(line, from);
    if (heard?.type === 'answer') {
      ledger.calls += 1;
      await pause(talkMs);
    }
    if (heard?.type !== 'hangup') line.say({ type: 'hangup', callsid: heard?.callsid ?? id });
    await pause(pauseMs);
  }
  line.socket.terminate();
}
