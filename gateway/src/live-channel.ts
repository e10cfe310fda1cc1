import { randomUUID } from 'node:crypto';
import { packBundle, unpackBundle, type Message } from './bundle.js';

type Listener = (message: Buffer, channel: Buffer) => void;

export interface LiveChannel {
  /** The two clients as socket.io's adapter uses them: it awaits nothing, so nothing here rejects. */
  readonly adapterClients: { pub: object; sub: object };
  /** Hands a bundle from Redis to the adapter. */
  receive(bundle: Buffer): void;
}

const nothing = Buffer.alloc(0);

/**
 * What the adapters of all gateways tell each other, over one channel of Redis: whatever is said in one turn of the
 * event loop goes out together, as each command costs several times what an event itself does. The first message of a
 * bundle names its sender.
 */
export function createLiveChannel(send: (bundle: Buffer) => void): LiveChannel {
  const sender = randomUUID();
  /** Listeners by what their channels begin with, and by a channel's whole name. */
  const byStart = new Map<string, Listener>();
  const byName = new Map<string, Listener>();
  let waiting: Message[] = [];

  const flush = () => {
    const messages = waiting;
    waiting = [];
    send(packBundle([{ channel: sender, content: nothing }, ...messages]));
  };

  const deliver = ({ channel, content }: Message, isOwn: boolean) => {
    const exact = byName.get(channel);
    if (exact !== undefined) {
      exact(content, Buffer.from(channel));
      return;
    }
    // An emit of this gateway has reached its sockets already.
    if (isOwn) return;
    for (const [start, listener] of byStart) {
      if (channel.startsWith(start)) listener(content, Buffer.from(channel));
    }
  };

  // Errors of the connection are told by whoever holds it.
  const events = { on: () => undefined, off: () => undefined };
  return {
    adapterClients: {
      pub: {
        ...events,
        // The adapter tells the client's generation by this one's presence.
        pSubscribe: () => undefined,
        publish: (channel: string, message: string | Buffer) => {
          if (waiting.length === 0) setImmediate(flush);
          waiting.push({ channel, content: Buffer.from(message) });
        },
      },
      sub: {
        ...events,
        pSubscribe: (pattern: string, listener: Listener) => {
          byStart.set(pattern.replace(/\*$/, ''), listener);
        },
        subscribe: (channels: string[], listener: Listener) => {
          for (const channel of channels) byName.set(channel, listener);
        },
        pUnsubscribe: (pattern: string) => {
          byStart.delete(pattern.replace(/\*$/, ''));
        },
        unsubscribe: (channels: string | string[]) => {
          for (const channel of [channels].flat()) byName.delete(channel);
        },
      },
    },
    receive: (bundle) => {
      const [first, ...messages] = unpackBundle(bundle);
      for (const message of messages) deliver(message, first?.channel === sender);
    },
  };
}
