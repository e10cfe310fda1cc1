import type { LiveCall } from '@crm/contracts/entities/telephony.js';
import { createContext, useContext, useEffect, useSyncExternalStore } from 'react';
import type { DeviceFault } from './device-faults.rules.js';

/**
 * The calling device of this window. lost: no token, or the provider is out of reach; elsewhere: another window of this
 * browser has it.
 */
export type DeviceState = 'off' | 'starting' | 'ready' | 'lost' | 'elsewhere';

/** The call that runs through this window. */
export interface CallHere {
  direction: 'inbound' | 'outbound';
  kind: LiveCall['kind'];
  number: string;
  /** Of the lead, where the provider told it along with the call. */
  name: string;
  leadId: string | null;
  /** connecting: not with the provider yet; calling: it rings; open: the line to the provider stands. */
  state: 'connecting' | 'calling' | 'open';
  isMuted: boolean;
  /** When the line stood, in milliseconds. */
  openedAt: number | null;
}

/** A call through this window that is over. */
export interface EndedCall extends Pick<CallHere, 'direction' | 'kind' | 'number' | 'leadId'> {
  /** Whether it got as far as the provider. */
  hasBegun: boolean;
}

/** A call that somebody wants to make. */
export interface WantedCall {
  number: string;
  leadId: string | null;
  kind: 'single' | 'conference';
}

/** The actions of calling. What the provider or the server refuses is shown by the desk itself. */
export interface CallDesk {
  call: (wanted: WantedCall) => Promise<void>;
  /** Ends the call of this window, or by the server one that runs in another. */
  hangUp: () => void;
  mute: (isMuted: boolean) => void;
  /** Presses keys of the dialpad: 0-9, * and #. */
  press: (keys: string) => void;
  /** The Online switch. */
  setOnline: (isOnline: boolean) => Promise<void>;
  /** Tries for the device again, and takes it over from another window of this browser. */
  connect: () => void;
}

export interface CallingState {
  device: DeviceState;
  /** What last went wrong with the device or the call; gone with the next call. */
  fault: DeviceFault | undefined;
  here: CallHere | undefined;
  /** The call as the server knows it, in whichever window it runs; null where there is none. */
  live: LiveCall | null;
  /** A call of this window ended and no other has begun. */
  hasEnded: boolean;
  /** A colleague takes the call over: its lead, and the question how it stands, are theirs. */
  isHandedOver: boolean;
  /** How the last call came out, once the server said so; gone with the next call. */
  last: LiveCall | null;
  /** A guide's dialler runs: the status dialog stays away after its calls. */
  isDialling: boolean;
  /** How many parts of the screen want the device, beside the Online switch. */
  wanted: number;
  /** What can be done; absent while its script is on the way. */
  desk: CallDesk | undefined;
}

/** Where calling is kept: it outlives every page. */
export interface CallingStore {
  get: () => CallingState;
  set: (change: Partial<CallingState>) => void;
  subscribe: (listener: () => void) => () => void;
  /** Wants the device until the returned function is called. */
  saveDevice: () => () => void;
  setDialling: (isDialling: boolean) => void;
  incoming: Listeners<CallHere>;
  ended: Listeners<EndedCall>;
}

interface Listeners<T> {
  add: (listener: (notified: T) => void) => () => void;
  notify: (notified: T) => void;
}

function createListeners<T>(): Listeners<T> {
  const listeners = new Set<(notified: T) => void>();
  return {
    add: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    notify: (notified) => {
      for (const listener of listeners) listener(notified);
    },
  };
}

export function createCallingStore(): CallingStore {
  let state: CallingState = {
    device: 'off',
    fault: undefined,
    here: undefined,
    live: null,
    hasEnded: false,
    isHandedOver: false,
    last: null,
    isDialling: false,
    wanted: 0,
    desk: undefined,
  };
  const changed = createListeners<void>();
  const set = (change: Partial<CallingState>) => {
    state = { ...state, ...change };
    changed.notify();
  };
  return {
    get: () => state,
    set,
    subscribe: changed.add,
    saveDevice: () => {
      set({ wanted: state.wanted + 1 });
      return () => {
        set({ wanted: state.wanted - 1 });
      };
    },
    setDialling: (isDialling) => {
      set({ isDialling });
    },
    incoming: createListeners(),
    ended: createListeners(),
  };
}

const CallingContext = createContext(createCallingStore());
export const CallingProvider = CallingContext.Provider;

export const useCallingStore = () => useContext(CallingContext);

/**
 * Whether somebody is on a call, in this window or in another. One that only rings here, or that a dialler makes, is not
 * theirs before they are on the line.
 */
export const isInCall = ({ here, live }: Pick<CallingState, 'here' | 'live'>) =>
  here !== undefined ||
  live?.state === 'talking' ||
  (live !== null && live.direction === 'outbound' && live.kind !== 'dialler');

/** How calling stands; `desk` does the actions. */
export function useCalling() {
  const store = useCallingStore();
  const state = useSyncExternalStore(store.subscribe, store.get);
  return { ...state, inCall: isInCall(state), setDialling: store.setDialling };
}

/** Keeps the device on while the component is there and wants it. */
export function useKeptDevice(isWanted = true): void {
  const { saveDevice } = useCallingStore();
  useEffect(() => (isWanted ? saveDevice() : undefined), [isWanted, saveDevice]);
}
