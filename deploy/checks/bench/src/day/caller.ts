import { setTimeout as pause } from 'node:timers/promises';
import { connectDevice } from '@crm/carrier-sim/client/device-line.js';
import { callToken } from '@crm/contracts/http/calling.js';
import type { Records } from './records.js';
import type { Desk } from './staff.js';
import type { Tallies } from './tallies.js';

/** A call without any event by then is given up. */
const patienceMs = 30_000;
/** A customer takes three seconds to answer. */
const pickUpMs = 3_000;

/** An agent's calling device. */
export interface Caller {
  /** Calls the customer, talks for this long and hangs up. */
  call(talkMs: number): Promise<void>;
  close(): void;
}

interface Call {
  id: string;
  callsid: string;
  /** Called at its first event: ringing, connected, or ended. */
  onSign: (sign: 'under way' | 'over') => void;
  isOver: boolean;
}

/** A connected calling device. */
export async function openCaller(
  { agent, customer }: Desk,
  { carrierUrl, tallies, records }: { carrierUrl: string; tallies: Tallies; records: Records },
): Promise<Caller> {
  const user_id = agent.user.id;
  const { token } = await agent.must(callToken, { params: { userId: user_id } });
  const line = await connectDevice(carrierUrl);
  line.say({ type: 'register', token });
  await line.next('ready');
  let current: Call | undefined;
  let count = 0;
  line.onMessage = (message) => {
    // Nothing looks back at what was heard.
    line.heard.length = 0;
    if (current === undefined) return;
    if ((message.type === 'ringing' || message.type === 'answer') && message.id === current.id) {
      current.callsid = message.callsid;
      current.onSign('under way');
    } else if (message.type === 'hangup' && message.callsid === current.callsid) {
      current.isOver = true;
      current.onSign('over');
    }
  };

  /**
   * Resolves with the call once it rings at the customer's or, for a conference, once the application answered it.
   */
  const begin = (id: string, callType: 'single' | 'conference') =>
    new Promise<Call | undefined>((resolve) => {
      const limit = setTimeout(() => {
        resolve(undefined);
      }, patienceMs);
      const call: Call = {
        id,
        callsid: id,
        isOver: false,
        onSign: (sign) => {
          clearTimeout(limit);
          resolve(sign === 'under way' ? call : undefined);
        },
      };
      current = call;
      const { phone: number, id: lead_id } = customer;
      line.say({ type: 'connect', id, params: { number, lead_id, user_id, callType } });
    });

  return {
    call: async (talkMs) => {
      count += 1;
      records.calls += 1;
      const id = `${user_id}-${String(count)}`;
      const call = await tallies.time('call', async () => {
        const answer = await begin(id, count % 2 === 0 ? 'single' : 'conference');
        return answer === undefined
          ? { is: 'unknown', why: 'A call did not ring' }
          : { is: 'acknowledged', answer };
      });
      if (call === undefined) return;
      await pause(pickUpMs + talkMs);
      if (call.isOver) tallies.of('call').failures.push('A call was interrupted');
      else line.say({ type: 'hangup', callsid: call.callsid });
      current = undefined;
    },
    close: () => {
      line.socket.terminate();
    },
  };
}
