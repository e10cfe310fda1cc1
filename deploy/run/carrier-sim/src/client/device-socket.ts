import type { RawData, WebSocket } from 'ws';
import { callApplication } from '../calls/originate.js';
import { addLeg, farEndEnds, hasEnded } from '../legs/leg.js';
import { clientMessage, type CarrierMessage, type ClientMessage } from '../client-protocol.js';
import type { Carrier, FarEnd, Leg } from '../model.js';
import { allRead } from './all-read.js';
import { BadToken, readAccessToken, type AccessToken } from './access-token.js';
import { hangupMessage, type DeviceRegistry, type Line } from './devices.js';

/** The far end of a device's call. The device uses its own id until it has received the sid. */
function callingDevice(id: string, line: Line): FarEnd {
  let isNamed = false;
  return {
    isPerson: true,
    ring: () => undefined,
    heardRinging: (leg) => {
      if (!isNamed) line.send({ type: 'ringing', id, callsid: leg.sid });
      isNamed = true;
    },
    answered: (leg) => {
      isNamed = true;
      line.send({ type: 'answer', id, callsid: leg.sid });
    },
    ended: (leg, by, error) => {
      line.calls.delete(leg.sid);
      line.calls.delete(id);
      if (by === 'carrier') line.send(hangupMessage(isNamed ? leg.sid : id, error));
    },
  };
}

class DeviceSession implements Line {
  readonly invites: Line['invites'] = new Map();
  readonly calls: Line['calls'] = new Map();
  isRegistered = false;
  #token: AccessToken | undefined;
  #expiry: NodeJS.Timeout | undefined;

  constructor(
    private readonly carrier: Carrier,
    private readonly socket: WebSocket,
  ) {}

  get identity() {
    return this.#token?.identity;
  }

  send(message: CarrierMessage): void {
    const { clock, options, trace } = this.carrier;
    clock.touch();
    trace.add('device', `→ ${message.type}`, { identity: this.identity, message });
    if (this.socket.readyState !== this.socket.OPEN) return;
    this.socket.send(JSON.stringify(message));
    if (options.clock === 'virtual') void clock.hold(allRead(this.socket));
  }

  cut(): void {
    this.socket.terminate();
  }

  /** The device disconnected: its calls end. */
  end(): void {
    clearTimeout(this.#expiry);
    this.isRegistered = false;
    for (const leg of new Set(this.calls.values())) farEndEnds(this.carrier, leg, 'canceled');
    for (const invite of [...this.invites.values()]) invite.reject();
  }

  stream(data: RawData): void {
    this.carrier.clock.touch();
    const message = readMessage(data);
    if (!message) {
      this.send({ type: 'error', code: 31000, message: 'The message cannot be read' });
      return;
    }
    this.carrier.trace.add('device', `← ${message.type}`, {
      identity: this.identity,
      ...('callsid' in message ? { callSid: message.callsid } : {}),
      ...('digits' in message ? { digits: message.digits } : {}),
    });
    try {
      this.#follow(message);
    } catch (error) {
      if (!(error instanceof BadToken)) throw error;
      this.send({ type: 'error', code: error.code, message: error.message });
    }
  }

  #follow(message: ClientMessage): void {
    switch (message.type) {
      case 'register':
        this.#admit(message.token);
        this.isRegistered = this.#token?.mayReceive === true;
        if (this.isRegistered) this.send({ type: 'ready' });
        return;
      case 'token':
        this.#admit(message.token);
        return;
      case 'connect':
        if (message.token !== undefined) this.#admit(message.token);
        this.#connect(message.id, message.params);
        return;
      case 'accept':
        this.invites.get(message.callsid)?.accept();
        return;
      case 'reject':
        this.invites.get(message.callsid)?.reject();
        return;
      case 'hangup': {
        const leg = this.calls.get(message.callsid);
        if (leg) farEndEnds(this.carrier, leg, 'canceled');
        return;
      }
      case 'dtmf':
        return;
    }
  }

  #admit(token: string): void {
    const read = readAccessToken(token, this.carrier.options);
    if (this.#token && this.#token.identity !== read.identity)
      throw new BadToken(20101, 'The token is of another identity');
    this.#token = read;
    clearTimeout(this.#expiry);
    const ms = read.expiresAt - Date.now();
    this.#expiry = setTimeout(() => {
      this.#expire();
    }, ms);
    this.#expiry.unref();
    this.send({ type: 'connected', token: { identity: read.identity, ttl: Math.round(ms / 1000) } });
    const sound = this.carrier.devices.soundOf(read.identity);
    if (sound) this.send({ type: 'sound', ...sound });
  }

  #expire(): void {
    this.isRegistered = false;
    this.send({ type: 'error', code: 20104, message: 'AccessTokenExpired' });
    this.send({ type: 'offline' });
  }

  #connect(id: string, params: Record<string, string>): void {
    const token = this.#token;
    if (!token?.mayCall || token.expiresAt <= Date.now()) {
      const error = token?.mayCall ? { code: 20104, message: 'AccessTokenExpired' } : noRight;
      this.send({ type: 'error', ...error });
      this.send({ type: 'hangup', callsid: id, error });
      return;
    }
    const leg: Leg = addLeg(this.carrier, {
      from: `client:${token.identity}`,
      to: '',
      direction: 'inbound',
      far: callingDevice(id, this),
      status: 'ringing',
      fallback: fallbackOf(this.carrier),
    });
    this.calls.set(id, leg);
    this.calls.set(leg.sid, leg);
    if (!hasEnded(leg)) callApplication(this.carrier, leg, params);
  }
}

const noRight = { code: 20101, message: 'AccessTokenInvalid' };

const fallbackOf = ({ options: { fallbackUrl } }: Carrier) =>
  fallbackUrl === undefined ? undefined : ({ url: fallbackUrl, method: 'POST' } as const);

function readMessage(data: RawData): ClientMessage | undefined {
  try {
    const bytes = Array.isArray(data) ? Buffer.concat(data) : data;
    const text = bytes instanceof ArrayBuffer ? Buffer.from(bytes).toString() : bytes.toString();
    return clientMessage.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Handles a device's connection for the lifetime of the socket. */
export function admitDevice(carrier: Carrier, devices: DeviceRegistry, socket: WebSocket): void {
  const session = new DeviceSession(carrier, socket);
  devices.add(session);
  socket.on('message', (data) => {
    session.stream(data);
  });
  socket.on('error', () => {
    socket.terminate();
  });
  socket.on('close', () => {
    devices.remove(session);
    session.end();
  });
}
