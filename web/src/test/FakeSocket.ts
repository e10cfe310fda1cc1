import { clientEvents, type ClientEventKey } from '@crm/contracts/sockets/client-events.js';
import { serverEvents, type ServerEventKey } from '@crm/contracts/sockets/server-events.js';
import { act } from '@testing-library/react';
import type { z } from 'zod';
import * as events from '../realtime/live-events.js';
import type { LiveSocket } from '../realtime/socket.js';

type Listener = (...given: never[]) => unknown;
type Acknowledge = (payload: unknown) => unknown;
/** What a gateway says that has nothing against it; a lead that is opened is held, too. */
const agreed: Acknowledge = () => ({ status: 'success', message: 'Joined', held: true });

class Listeners {
  private readonly byName = new Map<string, Set<Listener>>();
  readonly on = (name: string, listener: Listener) => {
    this.byName.set(name, (this.byName.get(name) ?? new Set()).add(listener));
    return this as never;
  };
  readonly off = (name: string, listener: Listener) => {
    this.byName.get(name)?.delete(listener);
    return this as never;
  };
  notify(name: string, ...given: unknown[]): void {
    for (const listener of [...(this.byName.get(name) ?? [])]) listener(...(given as never[]));
  }
}

/** As socket.io does with an event that is not acknowledged. */
const tooLate = (ms: number) =>
  new Promise<never>((_, reject) => {
    setTimeout(() => {
      reject(new Error('operation has timed out'));
    }, ms);
  });

/** A socket whose server is the test: it connects when asked, acknowledges, and says what it is told to. */
export class FakeSocket {
  readonly sent: { name: string; payload: unknown }[] = [];
  /** What the next connections do. */
  reachable = true;
  connected = false;
  active = false;
  private readonly listeners = new Listeners();
  private readonly manager = new Listeners();
  private readonly acknowledgements = new Map<string, Acknowledge>();

  readonly socket: LiveSocket = Object.defineProperties(
    {
      on: this.listeners.on,
      off: this.listeners.off,
      io: { on: this.manager.on, off: this.manager.off },
      connect: () => {
        this.active = true;
        if (this.reachable) queueMicrotask(this.rise);
        return this.socket;
      },
      disconnect: () => {
        this.connected = false;
        this.active = false;
        return this.socket;
      },
      timeout: (ms: number) => ({
        emitWithAck: async (name: string, payload: unknown) => {
          this.sent.push({ name, payload });
          const acknowledged = (this.acknowledgements.get(name) ?? agreed)(payload);
          return acknowledged instanceof Promise ? Promise.race([acknowledged, tooLate(ms)]) : acknowledged;
        },
      }),
    } as unknown as LiveSocket,
    { connected: { get: () => this.connected }, active: { get: () => this.active } },
  );

  /** Whether the socket's own script can be loaded. */
  loadable = true;
  readonly open = async () => {
    if (!this.loadable) throw new TypeError('Failed to fetch dynamically imported module');
    return { socket: this.socket, events };
  };

  private readonly rise = () => {
    this.active = true;
    this.connected = true;
    this.listeners.notify('connect');
  };

  /** The payloads of an event that the browser sent, oldest first. */
  sentOf(key: ClientEventKey): unknown[] {
    return this.sent.filter(({ name }) => name === clientEvents[key].name).map(({ payload }) => payload);
  }

  acknowledge(key: ClientEventKey, acknowledge: Acknowledge): this {
    this.acknowledgements.set(clientEvents[key].name, acknowledge);
    return this;
  }

  /** The connection stands. */
  async comeUp(): Promise<void> {
    await act(async () => {
      this.rise();
    });
  }

  /** The connection is lost; socket.io goes on trying by itself. */
  async goDown(): Promise<void> {
    await act(async () => {
      this.connected = false;
      this.listeners.notify('disconnect', 'transport close');
    });
  }

  /** The last attempt has failed. */
  async giveUp(): Promise<void> {
    await act(async () => {
      this.manager.notify('reconnect_failed');
    });
  }

  /** The gateway refuses the handshake. */
  async refuseHandshake(data: unknown): Promise<void> {
    await act(async () => {
      this.active = false;
      this.listeners.notify('connect_error', Object.assign(new Error('refused'), { data }));
    });
  }

  /** The server says something, by contract. */
  async say<K extends ServerEventKey>(
    key: K,
    payload: z.input<(typeof serverEvents)[K]['payload']>,
  ): Promise<void> {
    await act(async () => {
      this.listeners.notify(serverEvents[key].name, payload);
    });
  }
}
