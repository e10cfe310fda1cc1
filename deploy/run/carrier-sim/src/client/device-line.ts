import { WebSocket } from 'ws';
import { carrierMessage, type CarrierMessage, type ClientMessage } from '../client-protocol.js';

type Said<T extends CarrierMessage['type']> = Extract<CarrierMessage, { type: T }>;

export interface DeviceLine {
  /** Everything the carrier said, in order. */
  heard: CarrierMessage[];
  say(message: ClientMessage): void;
  /** The next unread message of that type. */
  next<T extends CarrierMessage['type']>(type: T): Promise<Said<T>>;
  /** Called with every message. */
  onMessage: (message: CarrierMessage) => void;
  socket: WebSocket;
}

const isOf =
  <T extends CarrierMessage['type']>(type: T) =>
  (message: CarrierMessage): message is Said<T> =>
    message.type === type;

/** A device connected to the carrier at `url`, not yet registered. */
export async function connectDevice(url: string): Promise<DeviceLine> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/_sim/client`);
  const fresh: CarrierMessage[] = [];
  const looks = new Set<() => void>();
  const device: DeviceLine = {
    heard: [],
    socket,
    onMessage: () => undefined,
    say: (message) => {
      socket.send(JSON.stringify(message));
    },
    next: (type) =>
      new Promise((resolve) => {
        const look = () => {
          const found = fresh.find(isOf(type));
          if (found === undefined) return;
          fresh.splice(fresh.indexOf(found), 1);
          looks.delete(look);
          resolve(found);
        };
        looks.add(look);
        look();
      }),
  };
  socket.on('message', (data: Buffer) => {
    const message = carrierMessage.parse(JSON.parse(data.toString()));
    device.heard.push(message);
    fresh.push(message);
    device.onMessage(message);
    for (const look of [...looks]) look();
  });
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  return device;
}
