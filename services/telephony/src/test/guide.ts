import { callConnected, diallerNext, diallerOutcome } from '@crm/contracts/bus/call-events.js';
import { userPresenceChanged } from '@crm/contracts/bus/events.js';
import { dialOneByOne } from '@crm/contracts/http/calling.js';
import { subscribeSessions } from '@crm/platform/testing/subscribe-sessions.js';
import type { AgentDevice, Flow } from './flow.js';
import type { SignedIn } from './telephony-server.js';

/** A guide's window with the automatic dialler, as the web application runs it. */
export interface Guide extends SignedIn {
  device: AgentDevice;
  isOn: boolean;
  /** So long the guide talks to whoever stays, in milliseconds. */
  talkMs: number;
  /** What the window was told of each dial, its own and the server's, in order, and whether the dialler stays on. */
  answers: { message: string; on: boolean }[];
  /** Switches the dialler on, or off; auth tells everybody. */
  turn(on: boolean): Promise<void>;
  /** Takes calls again, on a new line where the old one is gone. */
  back(): Promise<void>;
}

/** How long after a call, or a word to go on, the next lead is dialled. */
const dialAfterMs = 1_000;
let presences = 1;

/** Makes auth tell of diallers that are switched, and leads hear of those that were dialled, as the real ones do. */
export async function subscribeDiallers({ server }: Flow): Promise<void> {
  await server.bus.consume({
    queue: 'leads.calling',
    types: [diallerOutcome.type],
    handle: async ({ data }) => {
      const { lead_id, AD_status } = diallerOutcome.data.parse(data);
      if (AD_status !== null) server.leads.dialled.add(lead_id);
    },
  });
  server.auth.onDialler = async (user_id, AD_status) => {
    await server.send(userPresenceChanged, {
      subject: `user/${user_id}/presence`,
      sequence: (presences += 1),
      data: { user_id, online: 0, active: 0, in_call: 0, AD_status, agents: 0 },
    });
  };
}

/** A guide at a window: asks for the first call, twice as windows do, is told of the next ones, and hangs up on whoever stays. */
export async function startGuide(flow: Flow): Promise<Guide> {
  const { server, sim } = flow;
  const who = await server.signIn({ role_id: 3, subroles: [], states: [], twilio_phone: '' });
  const { id } = who.user;
  let isWaiting = false;
  let talksIn: string | undefined;

  const guide: Guide = {
    ...who,
    device: await flow.device(who),
    isOn: false,
    talkMs: 20_000,
    answers: [],
    turn: async (on) => {
      guide.isOn = on;
      server.auth.diallers.set(id, on ? 1 : 0);
      await flow.ask(server.auth.onDialler(id, on ? 1 : 0));
      if (on) dialSoon();
    },
    back: async () => {
      guide.device.manner = 'accepts';
      if (guide.device.line.socket.readyState === guide.device.line.socket.OPEN) return;
      guide.device = await flow.device(who);
    },
  };

  async function dial(): Promise<void> {
    if (!guide.isOn) return;
    const ask = () => who.client.call(dialOneByOne, { body: { guide_id: id } });
    try {
      // The talk before was long by the carrier's time, and took the machine no second.
      await flow.ask(subscribeSessions(server.service.sessions));
      for (const reply of await flow.ask(Promise.all([ask(), ask()]))) {
        if (reply.status !== 200) {
          guide.answers.push({ message: reply.refusal.message, on: false });
          if (guide.isOn) await guide.turn(false);
          continue;
        }
        const { message, AD_restart } = reply.answer;
        guide.answers.push({ message, on: true });
        if (AD_restart) dialSoon();
      }
    } catch {
      // The service is gone: the window stands still.
      guide.isOn = false;
    }
  }

  function dialSoon(): void {
    if (isWaiting) return;
    isWaiting = true;
    void sim.clock.sleep(dialAfterMs).then((how) => {
      isWaiting = false;
      if (how === 'over') void sim.clock.hold(dial());
    });
  }

  await server.bus.consume({
    queue: `guide.${id}`,
    types: [diallerOutcome.type, diallerNext.type, callConnected.type],
    handle: async ({ type, data }) => {
      if (type === callConnected.type) {
        const { user_id, call } = callConnected.data.parse(data);
        if (user_id === id && call?.connectedAt && call.id !== talksIn) talk(call.id);
      } else if (type === diallerNext.type) {
        const { guide_id, message, on } = diallerNext.data.parse(data);
        if (guide_id !== id) return;
        guide.answers.push({ message, on });
        if (!on) guide.isOn = false;
      } else {
        const { guide_id, restart } = diallerOutcome.data.parse(data);
        if (guide_id === id && restart) guide.isOn = true;
      }
    },
  });
  function talk(callId: string): void {
    talksIn = callId;
    const { device } = guide;
    void sim.clock.sleep(guide.talkMs).then(() => {
      if (talksIn === callId) device.hangUp();
    });
  }
  return guide;
}
