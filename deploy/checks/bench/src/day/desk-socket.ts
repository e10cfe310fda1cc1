import { z } from 'zod';
import type { ClientEvent } from '@crm/contracts/sockets/client-events.js';
import type { Said } from '@crm/faults/load/person.js';
import type { Client } from '../socket-clients.js';

/** Timeout of an action. */
const patienceMs = 15_000;
const answered = z.tuple([
  z.looseObject({ status: z.string(), message: z.string().optional(), http_status: z.number().optional() }),
]);
type Answered = z.output<typeof answered>[0];

/** A browser's live socket: sends events and receives acknowledgements and live events. */
export interface DeskSocket {
  say(event: Pick<ClientEvent, 'name'>, payload: unknown): Promise<Said<Answered>>;
  close(): void;
}

/** `onEvent` receives the text of every event, `onEnd` the reason of an unexpected disconnect. */
export function deskSocket(
  client: Client,
  on: { event: (text: string) => void; end: (why: string) => void },
): DeskSocket {
  const waiting = new Map<number, (answer: Said<Answered>) => void>();
  let last = 0;
  client.onEvent = (text) => {
    if (!text.startsWith('43')) {
      on.event(text);
      return;
    }
    const from = text.indexOf('[');
    const number = Number(text.slice(2, from));
    const [answer] = answered.parse(JSON.parse(text.slice(from)));
    const { http_status, message = '' } = answer;
    waiting.get(number)?.(
      http_status === undefined
        ? { is: 'acknowledged', answer }
        : { is: 'refused', status: http_status, text: message },
    );
  };
  client.onEnd = on.end;
  return {
    say: ({ name }, payload) =>
      new Promise((resolve) => {
        last += 1;
        const number = last;
        const done = (answer: Said<Answered>) => {
          clearTimeout(limit);
          waiting.delete(number);
          resolve(answer);
        };
        const limit = setTimeout(() => {
          done({ is: 'unknown', why: `${name} was not acknowledged` });
        }, patienceMs);
        waiting.set(number, done);
        client.socket.send(`42${String(number)}${JSON.stringify([name, payload])}`);
      }),
    close: () => {
      client.onEnd = () => undefined;
      client.socket.terminate();
    },
  };
}
