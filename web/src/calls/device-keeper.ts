import type { CallingStore } from '../calling/calling.js';
import type { DeviceClaim } from './device-claim.js';
import { connectionLost, faultOfCode } from '../calling/device-faults.rules.js';
import type { DeviceGrant, MakeDevice } from './device/create-device.js';
import type { VoiceCall, VoiceDevice } from './device/voice-device.js';

interface Setting {
  store: CallingStore;
  claim: DeviceClaim;
  makeDevice: MakeDevice;
  /** Rejects where no token is to be had. */
  fetchToken: () => Promise<DeviceGrant>;
  onIncoming: (call: VoiceCall) => void;
  /** No token was to be had: whoever was online is not any more. */
  onTokenFailed: () => void;
  /** The way to the provider may have broken off: a call that rings is closed without a word then. */
  onTrouble: () => void;
  /** A call is never ended because of its token. */
  isInCall: () => boolean;
  /** Lets time go by. */
  pause: (ms: number) => Promise<void>;
}

/** A token that is not to be had is asked for again after so long, and again; it is asked for a minute before its end. */
const againMs = [2_000, 10_000];

/**
 * A page that is left breaks off what it has asked for, before anybody is told that it goes; what fails so is no failure.
 * Nothing of the page runs behind this pause then.
 */
const unlessLeft = () => new Promise<void>((resolve) => setTimeout(resolve));

/** Keeps the calling device: makes it, keeps its token fresh, and lets it go; one window has it at a time. */
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
  /** The token ended in a call and no other was to be had. */
  let isOwed = false;
  /** Counts starts and stops, so that what was under way knows that it is too late. */
  let turn = 0;

  const stop = (state: 'off' | 'lost' | 'elsewhere' = 'off') => {
    turn += 1;
    starting = undefined;
    isOwed = false;
    claim.giveUp();
    // No longer ours before it goes: what it says of its end is no loss.
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

  /** `isDue`: the token ends; one that is only made fresh may fail while the old one still serves. */
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

  /** Asks for a token three times, as long as somebody wants it. */
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
    made.on('error', ({ code }) => {
      if (!isOurs()) return;
      const fault = faultOfCode(code);
      if (fault.kind === 'token-expired') void renew(true);
      else store.set({ fault });
      onTrouble();
    });
  };

  /** Another window took the device over: this one has it again when that one closes. */
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
    /** As start, over another window's device and after a failure. */
    retry: () => {
      stop();
      return start('migration');
    },
    /**
     * A call is over: the token is made fresh where the device goes on being wanted, or is owed one. A device that takes
     * a closed call for a live one makes no other: it is made anew.
     */
    afterCall: (isWanted: boolean) => {
      if (device?.isBusy === true) {
        stop();
        if (isWanted) void start('migration');
      } else if (isOwed || isWanted) void renew(isOwed);
    },
    isOn: () => starting !== undefined,
  };
}

export type DeviceKeeper = ReturnType<typeof createDeviceKeeper>;
