import { createCarrierSim, type CarrierSim } from '@crm/carrier-sim/carrier-sim.js';
import type { SimClock } from '@crm/carrier-sim/clock/sim-clock.js';
import type { SimState } from '@crm/carrier-sim/control/control.js';
import { AgainstInterface, checkedClient } from '@crm/carrier-sim/oas/checked-client.js';
import { createApiCheck } from '@crm/carrier-sim/oas/oascheck.js';
import { allRead } from '@crm/carrier-sim/client/all-read.js';
import type { ClientMessage } from '@crm/carrier-sim/client-protocol.js';
import { connectDevice, type DeviceLine } from '@crm/carrier-sim/client/device-line.js';
import { callConnected, callEnded, callRinging, callStarted } from '@crm/contracts/bus/call-events.js';
import { leadOffered } from '@crm/contracts/bus/events.js';
import { createVoicemail } from '@crm/contracts/http/recordings.js';
import { callToken, type LeadToCall } from '@crm/contracts/http/calling.js';
import { firstOf } from '@crm/platform/jobs/earliest-due.js';
import { freePort } from '@crm/platform/network/free-port.js';
import { watchWrites } from '@crm/platform/outbox/watch-writes.js';
import { subscribeSessions } from '@crm/platform/testing/subscribe-sessions.js';
import type { CallDoc } from '../calls/call.model.js';
import type { Claimed } from '../calls/effects-waiting.js';
import { nextServeAt } from '../incoming/serve-queue.js';
import { nextSweepAt, sweepCalls } from '../calls/sweep-worker.js';
import type { ThroughClient } from '@crm/domain/carrier/twilio-client.js';
import { audioWork } from '../audio/audio-work.js';
import { outboxCollections } from '../models.js';
import { mp3 } from '../media/test/sound.js';
import { forgottenMs } from '../calls/inbox.js';
import { nextDialAt } from '../dialler/next-dials.js';
import { firstDialMs } from '../dialler/line.js';
import { nextSilentAt, sweepAttempts } from '../dialler/sweep-attempts.js';
import {
  carrierCredentials,
  neverMs,
  startTelephony,
  type SignedIn,
  type TelephonyServer,
} from './telephony-server.js';

/** What a device does when it is rung. */
type Manner = 'accepts' | 'ignores' | 'rejects';

export interface AgentDevice {
  line: DeviceLine;
  manner: Manner;
  /** Calls a lead, as the browser does. */
  call(lead: LeadToCall, callType?: 'single' | 'conference'): void;
  /** Calls a colleague. */
  callColleague(colleague: SignedIn): void;
  /** Ends whatever it is in. */
  hangUp(): void;
  /** The browser is gone at once. */
  cut(): Promise<void>;
}

export interface Flow {
  server: TelephonyServer<SimClock>;
  sim: CarrierSim;
  /** A lead of somebody whose number does what a row of the carrier's table says; by default a person who stays. */
  leadAt(row: string | undefined, given?: Partial<LeadToCall>): LeadToCall;
  device(who: SignedIn, manner?: Manner): Promise<AgentDevice>;
  /** Uploads an outbound voicemail of somebody's; answers its id. */
  voicemailOf(who: SignedIn): Promise<string>;
  /** How often each step of a call was told, in the order of its steps. */
  published(callId: string): Record<'started' | 'ringing' | 'connected' | 'ended' | 'offered', number>;
  /** Keeps time still while something is asked of the service. */
  ask<T>(work: Promise<T>): Promise<T>;
  /** Resolves once nothing happens any more by itself, at the carrier and here. */
  settled(): Promise<void>;
  /** Time goes by, with the sweeps that are due in it. */
  pass(ms: number): Promise<void>;
  callsOf(lead: LeadToCall): Promise<CallDoc[]>;
  /** Resolves once a lead's phone rings. */
  ringing(lead: LeadToCall): Promise<void>;
  /** A guide's device is gone while a lead's phone rings, and the carrier does not take the request to stop it at once. */
  vanish(guide: { device: AgentDevice }, lead: LeadToCall): Promise<void>;
  /** Lines that the carrier rang at a number. */
  rung(number: string): SimState['calls'];
  /** What must be so after every flow: nothing is left over, and nothing was asked against the interface. */
  leftOver(): Promise<object>;
  /** After another instance of the service came up: time stands still while it works. */
  revived(): void;
  stop(): Promise<void>;
}

/** What nothing is left of. */
export const nothing = {
  leases: [],
  liveCalls: [],
  openEffects: [],
  webhooks: [],
  lines: [],
  problems: [],
};

const sweepEveryMs = 5_000;

/** A number that does what a row says; each is handed out once. */
const rows = new Map<string, number>();
export function numberAt(row: string): string {
  const used = rows.get(row) ?? 201;
  rows.set(row, [899, 975].includes(used) ? used + 2 : used + 1);
  return `+1${String(used)}55501${row}`;
}

/**
 * The whole service on the embedded store, with the simulated carrier in virtual time as the only clock: every request
 * and answer between them is held against the published interface on both sides.
 */
export async function startFlow(): Promise<Flow> {
  const credentials = carrierCredentials();
  const port = await freePort();
  const base = `http://127.0.0.1:${String(port)}`;
  const sim = createCarrierSim({
    accountSid: credentials.CARRIER_ACCOUNT_SID,
    authToken: credentials.CARRIER_AUTH_TOKEN,
    apiKeySid: credentials.CARRIER_API_KEY,
    apiSecret: credentials.CARRIER_API_SECRET,
    applicationSid: credentials.CARRIER_APP_SID,
    clock: 'virtual',
    quietMs: 2,
    checksApi: true,
    voiceUrl: `${base}/tw/voice/client`,
    numberVoiceUrl: `${base}/tw/voice/number`,
    smsUrl: `${base}/tw/sms/in`,
    transcriptUrl: `${base}/tw/transcript`,
    fallbackUrl: `${base}/tw/fallback`,
  });
  await sim.start();
  const { clock, control } = sim;

  const problems: string[] = [];
  const check = createApiCheck();
  /** Requests that are not answered yet; one that never will be is given up as soon as the carrier keeps silent. */
  const asked = new Set<{ path: string; giveUp: (error: Error) => void }>();
  const detectSilence = async () => {
    for (let last = 0; ;) {
      const { seq, details } = await control.waitFor(
        (entry) => entry.seq > last && entry.kind === 'rest' && entry.details['isSilent'] === true,
      );
      last = seq;
      const [unheard] = [...asked].filter(({ path }) => path === details['path']);
      unheard?.giveUp(new Error('The carrier never answers'));
    }
  };
  void detectSilence();
  const toCarrier: ThroughClient = (client) => {
    const checked = checkedClient(client, check);
    return new Proxy(checked, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name);
        if (name !== 'request') return value;
        return async (options: Parameters<typeof checked.request>[0]) => {
          const waiting = { path: new URL(options.uri).pathname, giveUp: (_error: Error) => {} };
          const unheard = new Promise<never>((_resolve, reject) => {
            waiting.giveUp = reject;
          });
          asked.add(waiting);
          try {
            return await Promise.race([target.request(options), unheard]);
          } catch (error) {
            if (error instanceof AgainstInterface) problems.push(error.message);
            throw error;
          } finally {
            asked.delete(waiting);
          }
        };
      },
    });
  };
  const server = await startTelephony(
    {
      ...credentials,
      PORT: String(port),
      PUBLIC_BASE_URL: base,
      CARRIER_URL: sim.url,
      // Time is the carrier's, and `pass` sweeps.
      SWEEP_MS: neverMs,
    },
    clock,
    { toCarrier },
  );
  const parts = () => server.service.ctx;
  // Whoever wants to be told that they are recorded says so in a test of its own.
  await parts().statePhones.updateMany({}, { $set: { announce: 0 } });

  /** When time wakes the next dials: by the carrier's, to the millisecond at which they are due. */
  let nextDialDue = Infinity;

  /** Time stands still while the service works on its own. */
  function holdsTime(): void {
    const { callDocs, effects, dueJobs, nextDials, queue } = parts();
    /** Lets time stand still until a worker is done, and what is behind it. */
    const holdUntilIdle = (worker: { idle(): Promise<void> }, behind = async () => {}) =>
      void clock.hold(
        worker
          .idle()
          .then(behind)
          .catch(() => undefined),
      );
    /** Whoever wakes it lets time stand still. */
    const hold = <A extends unknown[]>(
      worker: { wake(...args: A): void; idle(): Promise<void> },
      behind?: () => Promise<void>,
    ) => {
      const own = { ...worker };
      Object.assign(worker, {
        wake: (...args: A) => {
          own.wake(...args);
          holdUntilIdle(own, behind);
        },
      });
    };
    const [ownEffects, ownQueue] = [{ ...effects }, { ...queue }];
    Object.assign(effects, {
      begin: (claimed: Claimed) => {
        ownEffects.begin(claimed);
        holdUntilIdle(ownEffects);
      },
    });
    Object.assign(queue, {
      freed: () => {
        ownQueue.freed();
        holdUntilIdle(ownQueue);
      },
    });
    hold(effects);
    hold(dueJobs);
    hold(queue);
    hold(nextDials, async () => {
      const due = (await nextDialAt(parts()))?.getTime() ?? Infinity;
      if (due >= nextDialDue) return;
      nextDialDue = due;
      const wait = Math.max(1, due - clock.now().getTime());
      void clock.sleep(wait, { patient: wait > firstDialMs }).then((how) => {
        if (nextDialDue === due) nextDialDue = Infinity;
        if (how === 'over') parts().nextDials.wake();
      });
    });
    const written = () => void clock.hold(server.service.outboxIdle());
    for (const name of outboxCollections) watchWrites(callDocs.db, name, { written, unclear: written });
  }
  holdsTime();

  const seen = () => `${String(control.trace().at(-1)?.seq)} ${String(server.probe.types().length)}`;
  const ask: Flow['ask'] = (work) => clock.hold(work);
  async function settled(): Promise<void> {
    for (;;) {
      const before = seen();
      await clock.settled();
      const { effects, dueJobs, nextDials, queue } = parts();
      await ask(nextDials.idle());
      await ask(queue.idle());
      await ask(effects.idle());
      await ask(server.service.outboxIdle());
      await ask(dueJobs.idle());
      if (seen() === before) break;
    }
    // Sessions are asked for by the machine's time, and grow old by the carrier's.
    await ask(subscribeSessions(server.service.sessions));
  }

  /** How long until there is something to sweep, in whole paces of the sweep; for ever where nothing waits. */
  async function untilDue(): Promise<number> {
    const ctx = parts();
    const jobs = audioWork(ctx).map((job) => job.nextDueAt());
    const due = firstOf(await Promise.all([nextSweepAt(ctx), nextSilentAt(ctx), nextServeAt(ctx), ...jobs]));
    if (due === null) return Infinity;
    const wait = due.getTime() - clock.now().getTime();
    return Math.max(1, Math.ceil(wait / sweepEveryMs)) * sweepEveryMs;
  }

  const ringing: Flow['ringing'] = async ({ phones }) => {
    await control.waitFor(({ details }) => details['to'] === phones[0] && details['status'] === 'ringing');
  };
  const pass: Flow['pass'] = async (ms) => {
    for (let left = ms; left > 0;) {
      const step = Math.min(left, await ask(untilDue()));
      await clock.advance(step);
      await ask(sweepCalls(parts()));
      await ask(sweepAttempts(parts()));
      parts().dueJobs.wake();
      parts().queue.wake();
      parts().nextDials.wake();
      await settled();
      left -= step;
    }
  };

  let instance = server.service;
  const devices: AgentDevice[] = [];
  let ids = 0;

  return {
    server,
    sim,
    ask,
    settled,
    leadAt: (row, given) => server.givenLead({ phones: [numberAt(row ?? '99')], ...given }),
    device: async (who, manner = 'accepts') => {
      const params = { userId: who.user.id };
      const { token } = (await ask(who.client.call(callToken, { params }))).answer;
      const line = await connectDevice(sim.url);
      let current = '';
      /** Time stands still until the carrier has read it. */
      const say = (message: ClientMessage) => {
        line.say(message);
        void clock.hold(allRead(line.socket));
      };
      const connect = (given: Record<string, string>) => {
        current = `call-${String((ids += 1))}`;
        say({ type: 'connect', id: current, params: { user_id: who.user.id, ...given } });
      };
      const device: AgentDevice = {
        line,
        manner,
        call: ({ lead_id, phones: [number = ''] }, callType = 'single') => {
          connect({ number, lead_id, callType });
        },
        callColleague: ({ user }) => {
          connect({ callType: 'colleague', colleague_id: user.id });
        },
        hangUp: () => {
          say({ type: 'hangup', callsid: current });
        },
        cut: async () => {
          const closed = new Promise((resolve) => line.socket.once('close', resolve));
          line.socket.terminate();
          await closed;
          while (control.state().devices.some((each) => each === `user_${who.user.id}`))
            await new Promise((resolve) => setImmediate(resolve));
        },
      };
      line.onMessage = (message) => {
        if (message.type === 'answer' || message.type === 'ringing') current = message.callsid;
        if (message.type !== 'invite' || device.manner === 'ignores') return;
        const { callsid } = message;
        if (device.manner === 'accepts') current = callsid;
        say({ type: device.manner === 'accepts' ? 'accept' : 'reject', callsid });
      };
      line.say({ type: 'register', token });
      await line.next('ready');
      devices.push(device);
      return device;
    },
    voicemailOf: async (who) => {
      const form = new FormData();
      form.set('user_id', who.user.id);
      form.set('audio', new Blob([new Uint8Array(mp3(3))]), 'Sorry.mp3');
      const response = await ask(
        fetch(`${base}${createVoicemail.path}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${who.token}` },
          body: form,
        }),
      );
      return createVoicemail.answer.parse(await response.json()).vm.id;
    },
    published: (callId) => {
      const { probe } = server;
      const about = `call/${callId}`;
      const times = (messages: readonly { subject: string }[]) =>
        messages.filter(({ subject }) => subject === about).length;
      return {
        started: times(probe.all(callStarted)),
        ringing: times(probe.all(callRinging)),
        connected: times(probe.all(callConnected)),
        ended: times(probe.all(callEnded)),
        offered: times(probe.all(leadOffered)),
      };
    },
    pass,
    ringing,
    vanish: async ({ device }, lead) => {
      await ringing(lead);
      control.fault({ kind: 'rest', method: 'POST', path: '/Calls/', outcome: 'reset' });
      await device.cut();
      await pass(60_000);
    },
    callsOf: ({ lead_id }) =>
      parts().callDocs.find({ lead_id }).sort({ startedAt: 1, _id: 1 }).lean<CallDoc[]>(),
    rung: (number) => control.state().calls.filter(({ to }) => to === number),
    leftOver: async () => {
      if (server.service !== instance) {
        instance = server.service;
        // What the one that died had worked off and not noted is worked off again.
        await pass(forgottenMs + sweepEveryMs);
      }
      const { callLeases, callDocs, inbox, doneHooks } = parts();
      await doneHooks.flush();
      const [leases, calls, webhooks] = await Promise.all([
        callLeases.find().sort({ _id: 1 }).lean(),
        callDocs.find().lean<CallDoc[]>(),
        inbox.find({ state: 'new' }).lean(),
      ]);
      return {
        leases: leases.map(({ _id }) => _id),
        liveCalls: calls.filter(({ state }) => state !== 'ended').map(({ _id }) => _id.toHexString()),
        openEffects: calls.flatMap(({ effects }) =>
          effects.filter(({ state }) => state === 'new' || state === 'claimed').map(({ key }) => key),
        ),
        webhooks: webhooks.map(({ path, fields }) => [path, fields]),
        lines: control
          .state()
          .calls.filter(({ status }) => ['queued', 'ringing', 'in-progress'].includes(status))
          .map(({ to, status }) => [to, status]),
        problems: [...problems, ...control.apiProblems()],
      };
    },
    revived: holdsTime,
    stop: async () => {
      for (const { line } of devices) line.socket.terminate();
      await sim.stop();
      await server.stop();
    },
  };
}
