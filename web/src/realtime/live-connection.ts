import { serverEvents, type PayloadOf, type ServerEventKey } from '@crm/contracts/sockets/server-events.js';
import type { ClientEventKey } from '@crm/contracts/sockets/client-events.js';
import { errorAnswer } from '@crm/contracts/errors.js';
import { HttpError } from 'react-admin';
import {
  noAnswerMessage,
  sendAcknowledged,
  type AnswerOfEvent,
  type PayloadOfEvent,
  type SendOptions,
} from './acknowledge.js';
import {
  reconnectAttempts,
  reconnectDelayMs,
  reconnectPauseMs,
  type LiveSocket,
  type OpenSocket,
} from './socket.js';

/** starting: first connection in progress; lost: reconnecting automatically; given-up: after the last attempt, until it begins again. */
export type ConnectionState = 'starting' | 'live' | 'lost' | 'given-up';

/** The live connection of a signed-in user: rejoins rooms after a reconnect and reports possibly missed events. */
export interface LiveConnection {
  state: () => ConnectionState;
  subscribe: (listener: () => void) => () => void;
  open(): void;
  close(): void;
  /** Reconnects at once, after it was given up. */
  retry: () => void;
  send<K extends ClientEventKey>(
    key: K,
    payload: PayloadOfEvent<K>,
    options?: SendOptions,
  ): Promise<AnswerOfEvent<K>>;
  listen<K extends ServerEventKey>(key: K, handler: (payload: PayloadOf<K>) => void): () => void;
  /** Joins a room now and after each reconnect, until the returned function is called. */
  join<K extends ClientEventKey>(key: K, payload: PayloadOfEvent<K>): () => void;
  /** Called after a reconnect, once the rooms are rejoined: what is on screen may be stale. */
  onGap(listener: () => void): () => void;
  /** Called when the server refuses the connection or a room. */
  onRefused(listener: (error: unknown) => void): () => void;
}

interface Room {
  join: (socket: LiveSocket) => Promise<unknown>;
}

interface Hearing {
  name: string;
  received: (payload: unknown) => void;
}

/** Closed by the server or handshake refused: socket.io does not reconnect then, so we do. */
const needsHand = (socket: LiveSocket) => !socket.active;

/** The envelope that the gateway sends with a refused handshake. */
function refusalOfHandshake(error: Error): HttpError | undefined {
  const parsed = errorAnswer.safeParse('data' in error ? error.data : undefined);
  return parsed.success
    ? new HttpError(parsed.data.message, parsed.data.code === 'unavailable' ? 503 : 403, parsed.data)
    : undefined;
}

export function createLiveConnection(openSocket: OpenSocket): LiveConnection {
  let socket: LiveSocket | undefined;
  let opening: Promise<LiveSocket> | undefined;
  let isOpening = false;
  const listeners = new Set<() => void>();
  const gapListeners = new Set<() => void>();
  const refusalListeners = new Set<(error: unknown) => void>();
  const rooms = new Set<Room>();
  const handlers = new Set<Hearing>();
  let state: ConnectionState = 'starting';
  let wasLive = false;
  let closed = true;
  let attempts = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const become = (next: ConnectionState) => {
    if (next === state) return;
    state = next;
    for (const listener of listeners) listener();
  };
  const refuse = (error: unknown) => {
    for (const listener of refusalListeners) listener(error);
  };

  /** The single socket; if loading failed, the next caller tries again. */
  const theSocket = () =>
    (opening ??= openSocket().catch((error: unknown) => {
      opening = undefined;
      throw error;
    }));

  const connectLater = () => {
    clearTimeout(timer);
    if (closed) return;
    attempts += 1;
    if (attempts > reconnectAttempts) {
      giveUp();
      return;
    }
    timer = setTimeout(() => void connect(), reconnectDelayMs);
  };

  const connect = async () => {
    if (isOpening) return;
    isOpening = true;
    try {
      const opened = await theSocket();
      // Closed while loading.
      if (closed) return;
      attach(opened);
      opened.connect();
    } catch {
      connectLater();
    } finally {
      isOpening = false;
    }
  };

  const greet = async (on: LiveSocket) => {
    const reconnected = wasLive;
    attempts = 0;
    try {
      await sendAcknowledged(on, 'connected', {});
      await Promise.all([...rooms].map((room) => room.join(on)));
    } catch (error) {
      refuse(error);
    }
    if (!on.connected) return;
    wasLive = true;
    become('live');
    // Only now: later changes are received in the rooms, so none is missed.
    if (reconnected) for (const listener of gapListeners) listener();
  };

  const onConnect = () => {
    if (socket) void greet(socket);
  };
  const onDisconnect = () => {
    if (closed || !socket) return;
    become('lost');
    if (needsHand(socket)) connectLater();
  };
  const onConnectError = (error: Error) => {
    if (closed || !socket) return;
    if (wasLive) become('lost');
    const refusal = refusalOfHandshake(error);
    if (refusal) refuse(refusal);
    if (needsHand(socket)) connectLater();
  };
  /** Begins again after a while by itself, not in every browser at the same instant. */
  const giveUp = () => {
    become('given-up');
    clearTimeout(timer);
    if (!closed) timer = setTimeout(retry, reconnectPauseMs * (1 + Math.random() / 3));
  };
  const retry = () => {
    if (closed || socket?.connected) return;
    clearTimeout(timer);
    attempts = 0;
    become('lost');
    void connect();
  };

  const attach = (opened: LiveSocket) => {
    if (socket) return;
    socket = opened;
    opened.on('connect', onConnect);
    opened.on('disconnect', onDisconnect);
    opened.on('connect_error', onConnectError);
    opened.io.on('reconnect_failed', giveUp);
    for (const { name, received } of handlers) opened.on(name, received);
  };
  const detach = () => {
    if (!socket) return;
    socket.off('connect', onConnect);
    socket.off('disconnect', onDisconnect);
    socket.off('connect_error', onConnectError);
    socket.io.off('reconnect_failed', giveUp);
    for (const { name, received } of handlers) socket.off(name, received);
    socket.disconnect();
    socket = undefined;
  };

  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    open: () => {
      closed = false;
      window.addEventListener('online', retry);
      void connect();
    },
    close: () => {
      closed = true;
      clearTimeout(timer);
      window.removeEventListener('online', retry);
      detach();
      wasLive = false;
      become('starting');
    },
    retry,
    send: async (key, payload, options) => {
      // Synchronously if possible: a closing window does not wait.
      const on =
        socket ??
        (await theSocket().catch(() => {
          throw new HttpError(noAnswerMessage, 0);
        }));
      return sendAcknowledged(on, key, payload, options);
    },
    listen: (key, handler) => {
      const event = serverEvents[key];
      const received = (payload: unknown) => {
        const parsed = event.payload.safeParse(payload);
        // Violates the contract: reported as an uncaught error, not shown.
        if (parsed.success) handler(parsed.data as PayloadOf<typeof key>);
        else reportError(new Error(`${event.name} does not fit its contract`, { cause: parsed.error }));
      };
      const listening = { name: event.name, received };
      handlers.add(listening);
      socket?.on(event.name, received);
      return () => {
        handlers.delete(listening);
        socket?.off(event.name, received);
      };
    },
    join: (key, payload) => {
      const room: Room = { join: (on) => sendAcknowledged(on, key, payload) };
      rooms.add(room);
      if (state === 'live' && socket) room.join(socket).catch(refuse);
      return () => rooms.delete(room);
    },
    onGap: (listener) => {
      gapListeners.add(listener);
      return () => gapListeners.delete(listener);
    },
    onRefused: (listener) => {
      refusalListeners.add(listener);
      return () => refusalListeners.delete(listener);
    },
  };
}
