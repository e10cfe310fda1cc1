import type { PayloadOf, ServerEventKey } from '@crm/contracts/sockets/server-events.js';
import type { ClientEventKey } from '@crm/contracts/sockets/client-events.js';
import { errorAnswer } from '@crm/contracts/errors.js';
import { HttpError } from 'react-admin';
import type { AnswerOfEvent, PayloadOfEvent, SendOptions } from './live-events.js';
import type { OpenedSocket, OpenSocket } from './open-socket.js';
import {
  noAnswerMessage,
  reconnectAttempts,
  reconnectDelayMs,
  reconnectPauseMs,
  type LiveSocket,
} from './socket.js';

/** starting: first connection in progress; lost: reconnecting automatically, also where the first one failed; given-up: after the last attempt, until it begins again. */
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
  /** Called once the rooms are joined, the first time and after each reconnect: what was read before may be stale. */
  onGap(listener: (gap: Gap) => void): () => void;
  /** Called when the server refuses the connection or a room. */
  onRefused(listener: (error: unknown) => void): () => void;
}

/** The time before it was live: until its page was shown, or while a connection was lost. */
export type Gap = 'opening' | 'loss';

interface Room {
  join: (on: OpenedSocket) => Promise<unknown>;
}

interface Subscription {
  start: (on: OpenedSocket) => () => void;
  stop?: () => void;
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

/** It begins once `before` is over, and at once when something is sent. */
export function createLiveConnection(
  openSocket: OpenSocket,
  before: () => Promise<void> = () => Promise.resolve(),
): LiveConnection {
  let attached: OpenedSocket | undefined;
  let opening: Promise<OpenedSocket> | undefined;
  let isOpening = false;
  const listeners = new Set<() => void>();
  const gapListeners = new Set<(gap: Gap) => void>();
  const refusalListeners = new Set<(error: unknown) => void>();
  const rooms = new Set<Room>();
  const subscriptions = new Set<Subscription>();
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
    if (isOpening || closed) return;
    isOpening = true;
    try {
      const opened = await theSocket();
      // Closed while loading.
      if (closed) return;
      attach(opened);
      opened.socket.connect();
    } catch {
      if (!closed) become('lost');
      connectLater();
    } finally {
      isOpening = false;
    }
  };

  const greet = async (on: OpenedSocket) => {
    const gap = wasLive ? 'loss' : 'opening';
    attempts = 0;
    try {
      await on.events.sendAcknowledged(on.socket, 'connected', {});
      await Promise.all([...rooms].map((room) => room.join(on)));
    } catch (error) {
      refuse(error);
    }
    if (!on.socket.connected) return;
    wasLive = true;
    become('live');
    // Only now: later changes are received in the rooms, so none is missed.
    for (const listener of gapListeners) listener(gap);
  };

  const onConnect = () => {
    if (attached) void greet(attached);
  };
  const onDisconnect = () => {
    if (closed || !attached) return;
    become('lost');
    if (needsHand(attached.socket)) connectLater();
  };
  const onConnectError = (error: Error) => {
    if (closed || !attached) return;
    const refusal = refusalOfHandshake(error);
    // Where nothing came back, nothing may for long: the page is there and says so, though it never was live.
    if (wasLive || !refusal) become('lost');
    if (refusal) refuse(refusal);
    if (needsHand(attached.socket)) connectLater();
  };
  /** Begins again after a while by itself, not in every browser at the same instant. */
  const giveUp = () => {
    become('given-up');
    clearTimeout(timer);
    if (!closed) timer = setTimeout(retry, reconnectPauseMs * (1 + Math.random() / 3));
  };
  const retry = () => {
    if (closed || attached?.socket.connected) return;
    clearTimeout(timer);
    attempts = 0;
    become('lost');
    void connect();
  };

  const attach = (opened: OpenedSocket) => {
    if (attached) return;
    attached = opened;
    const { socket } = opened;
    socket.on('connect', onConnect);
    socket.on('disconnect', onDisconnect);
    socket.on('connect_error', onConnectError);
    socket.io.on('reconnect_failed', giveUp);
    for (const subscription of subscriptions) subscription.stop = subscription.start(opened);
  };
  const detach = () => {
    if (!attached) return;
    const { socket } = attached;
    socket.off('connect', onConnect);
    socket.off('disconnect', onDisconnect);
    socket.off('connect_error', onConnectError);
    socket.io.off('reconnect_failed', giveUp);
    for (const { stop } of subscriptions) stop?.();
    socket.disconnect();
    attached = undefined;
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
      void before().then(() => {
        if (!attached) void connect();
      });
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
      if (!attached) void connect();
      // Synchronously if possible: a closing window does not wait.
      const { socket, events } =
        attached ??
        (await theSocket().catch(() => {
          throw new HttpError(noAnswerMessage, 0);
        }));
      return events.sendAcknowledged(socket, key, payload, options);
    },
    listen: (key, handler) => {
      const subscription: Subscription = {
        start: ({ socket, events }) => events.listenTo(socket, key, handler),
      };
      subscriptions.add(subscription);
      if (attached) subscription.stop = subscription.start(attached);
      return () => {
        subscriptions.delete(subscription);
        subscription.stop?.();
      };
    },
    join: (key, payload) => {
      const room: Room = { join: ({ socket, events }) => events.sendAcknowledged(socket, key, payload) };
      rooms.add(room);
      if (state === 'live' && attached) room.join(attached).catch(refuse);
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
