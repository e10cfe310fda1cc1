import type { ContactPlace } from '@crm/contracts/customers/contact.js';
import type { AwayReason } from '@crm/contracts/entities/agent-state.js';
import type { LiveCall } from '@crm/contracts/entities/telephony.js';
import { createContext, useContext, useEffect, useSyncExternalStore } from 'react';
import type { CallIssue, CallThumb } from '@crm/contracts/entities/call-quality.js';
import type { ConnectionTest, TestManner } from './connection-test.js';
import type { DeviceFault } from './device-faults.rules.js';
import type { Line } from './line-trouble.rules.js';

/**
 * State of this window's calling device. lost: no token, or the provider is unreachable; elsewhere: another window
 * of this browser has it.
 */
export type DeviceState = 'off' | 'starting' | 'ready' | 'lost' | 'elsewhere';

/** The call of this window. */
export interface CallHere {
  direction: 'inbound' | 'outbound';
  kind: LiveCall['kind'];
  number: string;
  /** The lead's id, if the provider passed it with the call. */
  name: string;
  leadId: string | null;
  /** It goes to a colleague. */
  isColleague?: true;
  /** The call of somebody else that an admin supervises with this one. */
  supervises?: string;
  /** connecting: not yet at the provider; calling: ringing; open: the connection to the provider is up. */
  state: 'connecting' | 'calling' | 'open';
  isMuted: boolean;
  line: Line;
  /** When the connection was established, in milliseconds. */
  openedAt: number | null;
}

/** An ended call of this window. */
export interface EndedCall extends Pick<CallHere, 'direction' | 'kind' | 'number' | 'leadId'> {
  /** Whether it reached the provider. */
  hasBegun: boolean;
  /** How long the customer was on the line; null where nobody answered, or nobody knows. */
  talkedMs: number | null;
  /** The page was reloaded in it; the name of its customer, or the number. */
  reloadedFrom?: string;
}

/** A call that is over and whose sound can be rated, by whom it was with. */
export interface RateableCall {
  id: string;
  name: string;
}

/** A call to be placed. */
export interface WantedCall {
  number: string;
  leadId: string | null;
  kind: 'single' | 'conference';
  /** The customer's, shown until the server answers. */
  name?: string;
  /** Who is called in place of a customer: then there is neither number nor lead. */
  colleague?: { id: string; name: string };
}

/** The calling actions. Errors of the provider or server are shown by the desk itself. */
export interface CallDesk {
  call: (wanted: WantedCall) => Promise<void>;
  /** Ends the call of this window, or, through the server, one in another window. */
  hangUp: () => void;
  mute: (isMuted: boolean) => void;
  /** Presses keys of the dialpad: 0-9, * and #. */
  press: (keys: string) => void;
  /** The Online switch; going offline may have a reason. */
  setOnline: (isOnline: boolean, reason?: AwayReason) => Promise<void>;
  /** Makes a test call, which says how calls would sound. */
  testConnection: (manner: TestManner) => ConnectionTest;
  /** What the user thought of the sound of the last call; with an issue again, or without. */
  rate: (thumb: CallThumb, issue: CallIssue | null) => void;
  /** Retries the device, and takes it over from another window of this browser. */
  connect: () => void;
}

export interface CallingState {
  device: DeviceState;
  /** The last device or call error; cleared by the next call. */
  fault: DeviceFault | undefined;
  here: CallHere | undefined;
  /** The call as known to the server, in any window; null if there is none. */
  live: LiveCall | null;
  /** A call of this window ended and no other has started. */
  hasEnded: boolean;
  /** A colleague takes over the call: the lead and its status dialog are theirs. */
  isHandedOver: boolean;
  /** The outcome of the last call, once reported by the server; cleared by the next call. */
  last: LiveCall | null;
  /** The last call, while its user may still say how it sounded; null once they did, and with the next call. */
  rateable: RateableCall | null;
  /** The lead whose customer asked in the call not to be called again; null where nobody did. */
  optedOutLead: string | null;
  /** A guide's dialler is running: no status dialog after its calls. */
  isDialling: boolean;
  /** The lead to be rung as soon as its page is open for work: asked for where the page was not yet there. */
  leadToRing: string | null;
  /** Which number of a lead was chosen last, where one was. */
  chosenPlaces: ReadonlyMap<string, Exclude<ContactPlace, 'email'>>;
  /** How many components need the device, beside the Online switch. */
  wanted: number;
  /** The actions; absent while their chunk is loading. */
  desk: CallDesk | undefined;
}

/** The store of calling state: it outlives every page. */
export interface CallingStore {
  get: () => CallingState;
  set: (change: Partial<CallingState>) => void;
  subscribe: (listener: () => void) => () => void;
  /** Requests the device until the returned function is called. */
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
    optedOutLead: null,
    leadToRing: null,
    chosenPlaces: new Map(),
    rateable: null,
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
 * Whether the user is in a call, in any window. A call that is only ringing here, or made by a dialler, counts only
 * once the user is connected.
 */
export const isInCall = ({ here, live }: Pick<CallingState, 'here' | 'live'>) =>
  here !== undefined ||
  live?.state === 'talking' ||
  (live !== null && live.direction === 'outbound' && live.kind !== 'dialler');

/** The calling state; `desk` has the actions. */
export function useCalling() {
  const store = useCallingStore();
  const state = useSyncExternalStore(store.subscribe, store.get);
  return { ...state, inCall: isInCall(state), setDialling: store.setDialling };
}

/** Whether somebody cannot go on without the actions: what makes them comes at once then. */
export function useIsDeskWanted(): boolean {
  const { desk, leadToRing, wanted, isDialling } = useCalling();
  return desk !== undefined || leadToRing !== null || wanted > 0 || isDialling;
}

/** Keeps the device on while the component is mounted and needs it. */
export function useKeptDevice(isWanted = true): void {
  const { saveDevice } = useCallingStore();
  useEffect(() => (isWanted ? saveDevice() : undefined), [isWanted, saveDevice]);
}
