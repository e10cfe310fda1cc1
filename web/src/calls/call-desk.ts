import type { AwayReason } from '@crm/contracts/entities/agent-state.js';
import type { ConnectParams } from '@crm/contracts/http/calling.js';
import type { LiveCall } from '@crm/contracts/entities/telephony.js';
import type { OutcomeStatus } from '@crm/contracts/errors.js';
import type { Flag } from '@crm/contracts/ids.js';
import type { CallDesk, CallHere, CallingStore, WantedCall } from '../calling/calling.js';
import type { SoundChoice } from '../sound/sound-choice.js';
import { answeredAt } from './call-shown.rules.js';
import { createCallSound, type SoundServer } from './call-sound.js';
import { applySound, isChosenInUse, isDefaultOther, releaseSound } from './chosen-sound.js';
import { startConnectionTest } from './connection-check.js';
import type { DeviceClaim } from './device-claim.js';
import { faultOfCode } from '../calling/device-faults.rules.js';
import { toShown } from '@crm/contracts/phone.js';
import { goodLine, withWarning, type Line } from '../calling/line-trouble.rules.js';
import { createDeviceKeeper } from './device-keeper.js';
import type { DeviceGrant, MakeDevice } from './device/create-device.js';
import type { RunTest } from './device/run-test.js';
import type { VoiceCall } from './device/voice-device.js';
import { createReloadedCall, type CallMemory } from './reloaded-call.js';

/** The desk's requests to the server; errors are shown by the caller that supplies these. */
export interface DeskServer extends SoundServer {
  token: () => Promise<DeviceGrant>;
  /** Whether it was accepted; `status`: the colour of its message, if not the response's own. */
  setActive: (
    active: Flag,
    how?: { status?: OutcomeStatus; reason?: AwayReason | undefined },
  ) => Promise<boolean>;
  setInCall: (inCall: Flag) => void;
  /** Starts work on the lead; whether the call may proceed. */
  startWork: (leadId: string) => Promise<boolean>;
  hangUp: (callId: string) => void;
  /** Ends a call whose window lost its connection, without a word. */
  endLost: (callId: string) => void;
  testToken: () => Promise<DeviceGrant>;
}

interface Setting {
  store: CallingStore;
  server: DeskServer;
  makeDevice: MakeDevice;
  runTest: RunTest;
  claim: DeviceClaim;
  memory: CallMemory;
  /** The current user. */
  user: () => { id: string; active: Flag };
  /** What calls are made with on this machine. */
  sound?: () => SoundChoice;
  now?: () => number;
  /** Waits; injected for tests. */
  pause?: (ms: number) => Promise<void>;
}

/** How long the connection may outlive the server's report that its call ended. */
const endsByItselfMs = 3_000;
const usualPause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** The desk of a signed-in user, with the inputs of its keeper. */
export interface Desk extends CallDesk {
  /** Starts or stops the device, depending on who needs it. */
  sync: () => void;
  /** The call as known to the server, after a load or a reconnect. */
  read: (call: LiveCall | null) => void;
  /** The server reports a call's state. */
  changed: (call: LiveCall) => void;
  /** The window is closed or left: connection and device go with it. */
  leave: () => void;
  /** The browser shows the page again as it was left. */
  back: () => void;
  dispose: () => void;
}

/** Places and answers calls, and tracks the call of this window. */
export function createCallDesk({
  store,
  server,
  makeDevice,
  runTest,
  claim,
  memory,
  user,
  sound = () => ({ input: null, output: null }),
  now = Date.now,
  pause = usualPause,
}: Setting): Desk {
  let line: VoiceCall | undefined;
  /** Generation counter: identifies a call that was cancelled while it was being placed. */
  let calls = 0;
  let hasRung = false;
  const callSound = createCallSound(store, server);
  /** The page is going: what ends now ends with it. */
  let isLeaving = false;
  const reloaded = createReloadedCall({
    ...{ memory, pause, isTaken: claim.isTaken, userId: user().id, end: server.endLost },
    onEnded: ({ direction, kind, leadId, number, name }) => {
      store.ended.notify({
        direction,
        kind,
        number,
        leadId,
        hasBegun: true,
        talkedMs: null,
        reloadedFrom: name,
      });
    },
  });
  /** Calls that ended here, although the server may not know it yet. */
  const over = new Set<string>();

  const change = (known: Partial<CallHere>) => {
    const { here } = store.get();
    if (!here) return;
    store.set({ here: { ...here, ...known } });
    remember();
  };

  /** A call that has begun is remembered beyond the page. */
  const remember = () => {
    const { here, live } = store.get();
    if (!here || isLeaving || !(hasRung || here.openedAt !== null || live !== null)) return;
    const { leadId, kind, direction, number } = here;
    const name = live?.lead_name || here.name || toShown(live?.number ?? number);
    memory.remember({ user_id: user().id, id: callSound.id(), leadId, name, number, kind, direction });
  };

  /** The server tells of the call of this window. */
  const isKnownAs = (call: LiveCall) => {
    callSound.isKnownAs(call);
    remember();
  };

  const finish = (number: number) => {
    const { here, live, last } = store.get();
    if (number !== calls || !here) return;
    calls += 1;
    const hasBegun = hasRung || live !== null || here.openedAt !== null || last !== null;
    const answered = answeredAt({ here, live: live ?? last });
    const talkedMs = answered === null ? null : Math.max(0, now() - answered);
    const ended = line;
    line = undefined;
    // Between the calls of a dialler it stays open: whoever answers next is to hear the guide at once.
    if (!store.get().isDialling) releaseSound(keeper.audio());
    if (live) over.add(live.id);
    const isOwn = here.supervises === undefined;
    if (!isLeaving) memory.forget();
    store.set({ here: undefined, live: null, hasEnded: isOwn });
    if (ended && isOwn) callSound.end(ended, here);
    if (isOwn) server.setInCall(0);
    keeper.afterCall(user().active === 1);
    const { direction, kind, leadId } = here;
    if (isOwn) store.ended.notify({ direction, kind, number: here.number, leadId, hasBegun, talkedMs });
    sync();
  };

  const attach = (call: VoiceCall, number: number) => {
    line = call;
    const isOurs = () => number === calls;
    call.on('ringing', () => {
      if (!isOurs()) return;
      hasRung = true;
      change({ state: 'calling' });
    });
    call.on('accept', () => {
      if (isOurs()) change({ state: 'open', openedAt: now() });
    });
    call.on('mute', (isMuted) => {
      if (isOurs()) change({ isMuted });
    });
    call.on('error', ({ code }) => {
      // The microphone error arrives after the end of its call.
      if (isOurs() || store.get().hasEnded) store.set({ fault: faultOfCode(code) });
    });
    const changeLine = (next: (line: Line) => Line) => {
      const { here } = store.get();
      if (isOurs() && here) change({ line: next(here.line) });
    };
    call.on('reconnecting', () => {
      changeLine((known) => ({ ...known, isReconnecting: true }));
    });
    call.on('reconnected', () => {
      changeLine((known) => ({ ...known, isReconnecting: false }));
    });
    call.on('warning', (name) => {
      changeLine((known) => withWarning(known, name, true));
    });
    call.on('warning-cleared', (name) => {
      changeLine((known) => withWarning(known, name, false));
    });
    call.on('sample', (sample) => {
      if (isOurs()) callSound.measure(sample);
    });
    for (const end of ['disconnect', 'cancel', 'reject'] as const) {
      call.on(end, () => {
        finish(number);
      });
    }
  };

  /** If the connection to the provider is lost while a call is ringing, the call is closed without an event. */
  const clearIfClosed = () => {
    const number = calls;
    if (line?.status() === 'closed') finish(number);
  };

  /** The server reports that the call of this window ended: its connection ends too, sooner or later, or never. */
  const endLine = async () => {
    const number = calls;
    clearIfClosed();
    await pause(endsByItselfMs);
    if (number !== calls) return;
    line?.disconnect();
    finish(number);
  };

  const begin = (here: CallHere) => {
    calls += 1;
    hasRung = false;
    callSound.begin();
    const audio = keeper.audio();
    // What is the default now is what another one is told apart from.
    if (audio) isDefaultOther(audio);
    store.set({
      here,
      fault: undefined,
      hasEnded: false,
      isHandedOver: false,
      optedOutLead: null,
      rateable: null,
      last: null,
    });
    return calls;
  };

  const onIncoming = (call: VoiceCall) => {
    if (store.get().here) return;
    const supervises = call.customParameters.get('supervises');
    const here: CallHere = {
      direction: 'inbound',
      kind: call.customParameters.get('kind') === 'dialler' ? 'dialler' : 'conference',
      number: call.customParameters.get('number') ?? call.parameters['From'] ?? '',
      name: call.customParameters.get('lead_name') ?? '',
      leadId: call.customParameters.get('lead_id') || null,
      state: 'connecting',
      isMuted: false,
      line: goodLine,
      openedAt: null,
      ...(supervises !== undefined && { supervises }),
    };
    attach(call, begin(here));
    if (supervises === undefined) {
      server.setInCall(1);
      store.incoming.notify(here);
    } else {
      // Nothing is sent of who listens, from the first moment on.
      call.on('accept', () => {
        call.mute(call.customParameters.get('mode') === 'listen');
      });
    }
    if (isChosenInUse(keeper.audio(), sound())) call.accept();
    else
      void chooseSound().then(() => {
        // Ended before it was taken.
        if (call.status() !== 'closed') call.accept();
      });
  };

  /** The call that begins uses what was chosen; what is gone is said, and the default used. */
  const chooseSound = async () => {
    if (!(await applySound(keeper.audio(), sound())))
      store.set({ fault: { kind: 'sound-device-missing', code: null } });
  };

  const keeper = createDeviceKeeper({
    store,
    claim,
    makeDevice,
    fetchToken: server.token,
    onIncoming,
    onTokenFailed: () => {
      // Not a success: the result of a failure.
      if (user().active === 1) void server.setActive(0, { status: 'warning' });
    },
    onTrouble: clearIfClosed,
    isInCall: () => store.get().here !== undefined,
    pause,
  });

  const isWanted = () => {
    const { wanted, isDialling, here } = store.get();
    return user().active === 1 || wanted > 0 || isDialling || here !== undefined;
  };
  const sync = () => {
    if (isWanted()) {
      // After a failure, dialling is resumed manually.
      if (!keeper.isOn() && store.get().device === 'off') void keeper.start();
    } else if (store.get().device !== 'off') keeper.stop();
  };

  const give = async (wanted: WantedCall, number: number) => {
    if (wanted.leadId !== null && !(await server.startWork(wanted.leadId))) return false;
    if (number !== calls) return false;
    const device = await (store.get().device === 'lost' ? keeper.retry() : keeper.start());
    if (!device || number !== calls) return false;
    await chooseSound();
    if (number !== calls) return false;
    const user_id = user().id;
    const params: ConnectParams = wanted.colleague
      ? { callType: 'colleague', colleague_id: wanted.colleague.id, user_id }
      : { callType: wanted.kind, number: wanted.number, lead_id: wanted.leadId ?? '', user_id };
    const call = await device.connect({ params });
    if (number !== calls) {
      call.disconnect();
      return true;
    }
    attach(call, number);
    change({ state: 'calling' });
    server.setInCall(1);
    // Ended before anybody could subscribe: this only happens with a refused microphone.
    if (call.status() === 'closed') {
      if (!store.get().fault) store.set({ fault: { kind: 'microphone-refused', code: null } });
      finish(number);
    }
    return true;
  };

  const abandon = (number: number) => {
    if (number !== calls) return;
    calls += 1;
    store.set({ here: undefined });
    sync();
  };

  return {
    sync,
    call: async (wanted) => {
      const { here, live } = store.get();
      if (here || live) return;
      const number = begin({
        direction: 'outbound',
        kind: wanted.kind,
        number: wanted.number,
        name: wanted.colleague?.name ?? wanted.name ?? '',
        leadId: wanted.leadId,
        ...(wanted.colleague && { isColleague: true }),
        state: 'connecting',
        isMuted: false,
        line: goodLine,
        openedAt: null,
      });
      try {
        if (!(await give(wanted, number))) abandon(number);
      } catch {
        // The device is already in a call, or gone.
        store.set({ fault: { kind: 'other', code: null } });
        abandon(number);
      }
    },
    hangUp: () => {
      const { here, live } = store.get();
      if (line) {
        const wasClosed = line.status() === 'closed';
        line.disconnect();
        clearIfClosed();
        // The provider may not know that the user is gone.
        if (wasClosed && live) server.hangUp(live.id);
      } else if (here) abandon(calls);
      else if (live) server.hangUp(live.id);
    },
    mute: (isMuted) => {
      line?.mute(isMuted);
    },
    press: (keys) => {
      line?.sendDigits(keys);
    },
    setOnline: async (isOnline, reason) => {
      if (!(await server.setActive(isOnline ? 1 : 0, { reason }))) return;
      if (isOnline) {
        // A device that failed before is retried.
        if (store.get().device === 'lost') void keeper.retry();
      } else store.setDialling(false);
      sync();
    },
    testConnection: (manner) => startConnectionTest({ fetchToken: server.testToken, runTest }, manner),
    rate: callSound.rate,
    connect: () => void keeper.retry(),
    read: (call) => {
      reloaded.read(call);
      const { here, live } = store.get();
      const isOver = call === null || over.has(call.id) || call.state === 'ended';
      if (isOver) clearIfClosed();
      // A live event may be newer than the response.
      if (isOver ? here !== undefined : call.id === live?.id && call.version < live.version) return;
      store.set({ live: isOver ? null : call });
      if (here && call !== null && !isOver) isKnownAs(call);
    },
    changed: (call) => {
      reloaded.changed(call);
      const { live, here } = store.get();
      if (live?.id === call.id && call.version < live.version) return;
      if (call.state === 'ended') {
        const isEarlier = over.has(call.id);
        over.add(call.id);
        if (live?.id === call.id) store.set({ live: null });
        // A call that fails at once ends before any other event about it, and before its connection does.
        const isUntold = !isEarlier && live === null && here?.number === call.number;
        if (isUntold) isKnownAs(call);
        // An event of an earlier call says nothing about the current one.
        if (!here || live?.id === call.id || isUntold) store.set({ last: call });
        if (here && (live?.id === call.id || isUntold)) void endLine();
      } else if (!over.has(call.id)) {
        store.set({ live: call });
        if (!here) return;
        change({ kind: call.kind, leadId: call.lead_id ?? here.leadId });
        isKnownAs(call);
      }
    },
    leave: () => {
      isLeaving = true;
      line?.disconnect();
      keeper.stop();
    },
    back: () => {
      // The page was not reloaded: it knows itself what ended when it was left.
      isLeaving = false;
      memory.forget();
      sync();
    },
    dispose: () => {
      if (store.get().here) memory.forget();
      calls += 1;
      line?.disconnect();
      line = undefined;
      keeper.stop();
      store.set({
        here: undefined,
        live: null,
        desk: undefined,
        hasEnded: false,
        last: null,
        rateable: null,
        leadToRing: null,
        chosenPlaces: new Map(),
      });
    },
  };
}
