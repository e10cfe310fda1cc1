import { setTimeout as pause } from 'node:timers/promises';
import mongoose, { type Connection } from 'mongoose';
import type { Logger } from '../log/logger.js';
import { patience } from '../patience.js';
import { watchLooks, type Looks } from './stuck-look.rules.js';

type Client = mongoose.mongo.MongoClient;

/** A client with what is known of its looks at the store and of what it has under way. */
interface Watched {
  client: Client;
  looks: Looks;
  /** Whether a look goes on that takes long. */
  isLate(): boolean;
  /** How many of its connections somebody is using. */
  inUse: () => number;
}

/** `late` is told of each look that takes longer than `lateMs`, counted by what the machine could do meanwhile. */
function watch(client: Client, { lateMs, late }: { lateMs: number; late: () => void }): Watched {
  const looks = watchLooks();
  const lateOnes = new Set<string>();
  const waits = new Map<string, () => void>();
  const ended = (address: string) => {
    waits.get(address)?.();
    waits.delete(address);
    lateOnes.delete(address);
    looks.ended(address);
  };
  client.on('serverHeartbeatStarted', ({ connectionId: address }) => {
    ended(address);
    looks.began(address);
    const release = patience.after(lateMs, () => {
      lateOnes.add(address);
      late();
    });
    waits.set(address, release);
  });
  client.on('serverHeartbeatSucceeded', ({ connectionId }) => {
    ended(connectionId);
  });
  client.on('serverHeartbeatFailed', ({ connectionId }) => {
    ended(connectionId);
  });
  client.on('serverClosed', ({ address }) => {
    ended(address);
  });
  let inUse = 0;
  client.on('connectionCheckedOut', () => (inUse += 1));
  client.on('connectionCheckedIn', () => (inUse -= 1));
  return { client, looks, isLate: () => lateOnes.size > 0, inUse: () => inUse };
}

/**
 * Gives the connection a new client where the driver has stopped looking for the store. When all sockets break at once,
 * as with a store that is killed, the driver (mongodb 7) may send its heartbeat into a socket that is destroyed already:
 * that call never ends, and no other is made. What mongoose calls disconnected is no sign of it, for that is also a store
 * that has not answered for two seconds. So a look that takes long is only the reason to ask the store by a client of its
 * own: where it answers that one again and again and the look still does not end, the look never will. The old client is
 * closed behind the last that it has under way; what waits in it for a store gives up after `lingerMs` by itself. Answers
 * what stops the watch.
 */
export function replaceStuckClient(options: {
  connection: Connection;
  /** Makes a client of its own, and throws where the store cannot be reached. */
  connectAnew: () => Promise<Client>;
  log: Logger;
  /** How long the driver rests between two looks: so long passes between two questions to the store, too. */
  pauseMs: number;
  /** How long a call waits for a store at the most. */
  lingerMs: number;
}): () => Promise<void> {
  const { connection, connectAnew, log, pauseMs, lingerMs } = options;
  const stopped = new AbortController();
  const { signal } = stopped;
  const closing = new Map<Client, Promise<void>>();
  const rest = (ms: number) => pause(ms, undefined, { signal, ref: false }).catch(() => undefined);
  let asking: Promise<void> | undefined;
  const late = () => {
    asking ??= askUntilKnown().finally(() => {
      asking = undefined;
    });
  };
  const watchOf = (client: Client) => watch(client, { lateMs: 2 * pauseMs, late });
  let current = watchOf(connection.getClient());

  /** A client of its own that the store has just answered; undefined where it did not. */
  async function ask(): Promise<Client | undefined> {
    let client: Client | undefined;
    try {
      client = await connectAnew();
      await client.db().admin().command({ hello: 1 });
      return client;
    } catch (error) {
      // The store is away for everybody: nothing to be replaced.
      log.debug({ err: error }, 'the store does not answer a client of its own either');
      await client?.close();
      return undefined;
    }
  }

  async function closeWhenDone({ client, inUse }: Watched): Promise<void> {
    await rest(lingerMs);
    while (inUse() > 0 && !signal.aborted) await rest(pauseMs);
    await client.close();
    closing.delete(client);
  }

  function replaceBy(fresh: Client): void {
    const stuck = current;
    current = watchOf(fresh);
    for (const event of ['serverDescriptionChanged', 'topologyDescriptionChanged'] as const) {
      // Of the store as it is the new client tells mongoose from now on.
      stuck.client.removeAllListeners(event);
    }
    connection.setClient(fresh);
    log.warn('store reconnected with a new client, the old one was stuck');
    closing.set(stuck.client, closeWhenDone(stuck));
  }

  /** Asks beside the driver until its look has ended, or never will. */
  async function askUntilKnown(): Promise<void> {
    do {
      const fresh = await ask();
      if (fresh !== undefined) {
        current.looks.othersAnswered();
        if (current.looks.isStuck && isDisconnected() && !signal.aborted) {
          replaceBy(fresh);
          return;
        }
        await fresh.close();
      }
      await rest(pauseMs);
    } while (current.isLate() && !signal.aborted);
  }

  /** Lost, or without an answer for two looks: what mongoose takes a new client in. */
  const isDisconnected = () => connection.readyState === mongoose.ConnectionStates.disconnected;

  return async () => {
    stopped.abort();
    await asking;
    await Promise.all(closing.values());
  };
}
