import type { CallingStore } from '../calling/calling.js';
import { forgetSound, isDefaultOther } from './chosen-sound.js';
import type { DeviceClaim } from './device-claim.js';
import { connectionLost, faultOfCode } from '../calling/device-faults.rules.js';
import type { DeviceGrant, MakeDevice } from './device/create-device.js';
import type { VoiceCall, VoiceDevice } from './device/voice-device.js';

interface Setting {
  store: CallingStore;
  claim: DeviceClaim;
  makeDevice: MakeDevice;
  /** Rejects if no token can be obtained. */
  fetchToken: () => Promise<DeviceGrant>;
  onIncoming: (call: VoiceCall) => void;
  /** No token could be obtained: the user goes offline. */
  onTokenFailed: () => void;
  /** The connection to the provider may be lost: a ringing call is then closed without an event. */
  onTrouble: () => void;
  /** A call is never ended because of its token. */
  isInCall: () => boolean;
  /** Waits; injected for tests. */
  pause: (ms: number) => Promise<void>;
}

/** Retry interval for a token; a token is refreshed a minute before it expires. */
const againMs = [2_000, 10_000];

/**
 * On unload, the browser aborts requests before the page is notified; these failures do not count. Nothing of the
 * page runs after this pause.
 */
const unlessLeft = () => new Promise<void>((resolve) => setTimeout(resolve));

/** Manages the calling device: creates it, refreshes its token, and releases it; one window has it at a time. */
export function createDeviceKeeper({
  store,
  claim,
  makeDevice,
  fetchToken,
  onIncoming,
  onTokenFailed,
  onTrouble,
  isInCall,
  pause,
}: Setting) {
  let device: VoiceDevice | undefined;
  let release: (() => void) | undefined;
  let starting: Promise<VoiceDevice | undefined> | undefined;
  let isRenewing = false;
  /** The token expired during a call and no other could be obtained. */
  let isOwed = false;
  /** Generation counter of starts and stops, so that obsolete work is discarded. */
  let turn = 0;

  const stop = (state: 'off' | 'lost' | 'elsewhere' = 'off') => {
    turn += 1;
    starting = undefined;
    isOwed = false;
    claim.giveUp();
    // Detached before it is destroyed: its final event is not a loss.
    const former = device;
    device = undefined;
    former?.destroy();
    release?.();
    release = undefined;
    if (store.get().device !== state) store.set({ device: state });
  };

  const failed = () => {
    stop('lost');
    store.set({ fault: connectionLost });
    onTokenFailed();
  };

  /** `isDue`: the token is expiring; an early refresh may fail while the old token is still valid. */
  const renew = async (isDue: boolean) => {
    const of = device;
    if (!of || isRenewing) return;
    isRenewing = true;
    try {
      const { token } = await fetchPatiently(() => of === device);
      if (of !== device) return;
      of.updateToken(token);
      isOwed = false;
      if (of.state === 'unregistered') await of.register();
    } catch {
      await unlessLeft();
      if (of !== device || !(isDue || of.state !== 'registered')) return;
      if (isInCall()) isOwed = true;
      else failed();
    } finally {
      isRenewing = false;
    }
  };

  /** Requests a token up to three times, while it is needed. */
  const fetchPatiently = async (isWanted: () => boolean): Promise<DeviceGrant> => {
    for (const ms of againMs) {
      try {
        return await fetchToken();
      } catch (error) {
        await unlessLeft();
        if (!isWanted()) throw error;
        await pause(ms);
        if (!isWanted()) throw error;
      }
    }
    return fetchToken();
  };

  const attach = (made: VoiceDevice) => {
    const isOurs = () => device === made;
    made.on('registered', () => {
      if (isOurs()) store.set({ device: 'ready', fault: undefined });
    });
    made.on('unregistered', () => {
      if (!isOurs()) return;
      if (store.get().device === 'ready') store.set({ device: 'lost', fault: connectionLost });
      onTrouble();
    });
    made.on('tokenWillExpire', () => void renew(true));
    made.on('incoming', onIncoming);
    const { audio } = made;
    audio?.on('deviceChange', (lost) => {
      if (!isOurs()) return;
      if (lost.length > 0) forgetSound(audio);
      const isOther = isDefaultOther(audio);
      if (isInCall() && lost.length > 0) store.set({ fault: { kind: 'sound-device-lost', code: null } });
      else if (isInCall() && isOther) store.set({ fault: { kind: 'sound-device-changed', code: null } });
    });
    made.on('error', ({ code }) => {
      if (!isOurs()) return;
      const fault = faultOfCode(code);
      if (fault.kind === 'token-expired') void renew(true);
      else store.set({ fault });
      onTrouble();
    });
  };

  /** Another window took over the device: this one gets it back when that one closes. */
  const lostToOther = () => {
    stop('elsewhere');
    void waitForTurn();
  };

  const waitForTurn = async () => {
    const mine = turn;
    const granted = await claim.take('wait', lostToOther);
    if (!granted) return;
    if (mine !== turn) {
      granted();
      return;
    }
    release = granted;
    void start();
  };

  const begin = async (mine: number, how: 'if-free' | 'migration'): Promise<VoiceDevice | undefined> => {
    store.set({ device: 'starting', fault: undefined });
    if (!release) {
      const granted = await claim.take(how, lostToOther);
      if (mine !== turn) {
        granted?.();
        return undefined;
      }
      if (!granted) {
        stop('elsewhere');
        void waitForTurn();
        return undefined;
      }
      release = granted;
    }
    try {
      const made = await makeDevice(await fetchToken());
      if (mine !== turn) {
        made.destroy();
        return undefined;
      }
      device = made;
      attach(made);
      await made.register();
      return mine === turn ? made : undefined;
    } catch {
      await unlessLeft();
      if (mine === turn) failed();
      return undefined;
    }
  };

  const start = (how: 'if-free' | 'migration' = 'if-free'): Promise<VoiceDevice | undefined> => {
    if (starting) return starting;
    turn += 1;
    const begun = begin(turn, how);
    starting = begun;
    return begun;
  };

  return {
    start,
    stop: () => {
      stop();
    },
    /** Like start, but takes over another window's device and retries after a failure. */
    retry: () => {
      stop();
      return start('migration');
    },
    /**
     * A call ended: the token is refreshed if the device is still needed or a refresh is overdue. A device that
     * takes a closed call for a live one accepts no other: it is recreated.
     */
    afterCall: (isWanted: boolean) => {
      if (device?.isBusy === true) {
        stop();
        if (isWanted) void start('migration');
      } else if (isOwed || isWanted) void renew(isOwed);
    },
    isOn: () => starting !== undefined,
    /** What the device plays on and listens with; null while there is none. */
    audio: () => device?.audio ?? null,
  };
}

export type DeviceKeeper = ReturnType<typeof createDeviceKeeper>;
