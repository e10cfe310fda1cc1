import { farEndEnds, startRinging, answerLeg } from '../legs/leg.js';
import type { CarrierMessage, LineSound } from '../client-protocol.js';
import type { SimClock } from '../clock/sim-clock.js';
import type { CallError, Carrier, Devices, FarEnd, Leg, Params } from '../model.js';

/** A connected device, as seen by the rest of the carrier. */
export interface Line {
  readonly identity: string | undefined;
  readonly isRegistered: boolean;
  /** Incoming calls this device can still accept or reject, by sid. */
  readonly invites: Map<string, { accept(): void; reject(): void }>;
  /** The calls it is in, or makes, by sid. */
  readonly calls: Map<string, Leg>;
  send(message: CarrierMessage): void;
  cut(): void;
}

export interface DeviceRegistry extends Devices {
  add(line: Line): void;
  remove(line: Line): void;
}

const nobodyThereMs = 500;

export const hangupMessage = (callsid: string, error: CallError | undefined): CarrierMessage => ({
  type: 'hangup',
  callsid,
  ...(error ? { error: { code: 31005, message: error.message } } : {}),
});

interface Ringing {
  carrier: Carrier;
  lines: Line[];
  custom: Params;
  accepted: (line: Line) => void;
}

function invite({ carrier, lines, custom, accepted }: Ringing, leg: Leg): void {
  const pending = new Set(lines);
  startRinging(carrier, leg);
  for (const line of lines) {
    line.invites.set(leg.sid, {
      accept: () => {
        for (const other of pending) {
          other.invites.delete(leg.sid);
          if (other !== line) other.send({ type: 'cancel', callsid: leg.sid });
        }
        line.calls.set(leg.sid, leg);
        accepted(line);
        answerLeg(carrier, leg);
      },
      reject: () => {
        line.invites.delete(leg.sid);
        pending.delete(line);
        if (pending.size === 0) farEndEnds(carrier, leg, 'busy');
      },
    });
    line.send({
      type: 'invite',
      callsid: leg.sid,
      parameters: { CallSid: leg.sid, From: leg.from, To: leg.to, AccountSid: carrier.options.accountSid },
      custom,
    });
  }
}

/** The connected devices, and a far end for every call to one of them. */
export function createDevices(clock: SimClock, carrierOf: () => Carrier): DeviceRegistry {
  const lines = new Set<Line>();
  const sounds = new Map<string, LineSound>();
  const registered = (identity: string) =>
    [...lines].filter((line) => line.isRegistered && line.identity === identity);

  function farEnd(identity: string, custom: Params): FarEnd {
    let rung: Line[] = [];
    let owner: Line | undefined;
    return {
      get isPerson() {
        return rung.length > 0;
      },
      ring: (leg) => {
        const carrier = carrierOf();
        rung = registered(identity);
        if (rung.length === 0) {
          void clock.sleep(nobodyThereMs, { signal: leg.over.signal }).then((how) => {
            if (how === 'over') farEndEnds(carrier, leg, 'no-answer');
          });
          return;
        }
        const accepted = (line: Line) => {
          owner = line;
        };
        invite({ carrier, lines: rung, custom, accepted }, leg);
      },
      ended: (leg, by, error) => {
        owner?.calls.delete(leg.sid);
        if (owner && by === 'carrier') owner.send(hangupMessage(leg.sid, error));
        for (const line of rung) {
          if (!line.invites.delete(leg.sid) || owner) continue;
          line.send({ type: 'cancel', callsid: leg.sid });
        }
      },
    };
  }

  return {
    add: (line) => lines.add(line),
    remove: (line) => lines.delete(line),
    isRegistered: (identity) => registered(identity).length > 0,
    identities: () => [
      ...new Set(
        [...lines].flatMap(({ identity, isRegistered }) =>
          isRegistered && identity !== undefined ? [identity] : [],
        ),
      ),
    ],
    reportLine: (identity, about) => {
      for (const line of lines) {
        if (line.identity !== identity) continue;
        const sids = new Set([...line.calls.values()].map(({ sid }) => sid));
        for (const callsid of sids) line.send({ type: 'line', callsid, ...about });
      }
    },
    setSound: (identity, sound) => {
      sounds.set(identity, sound);
      for (const line of lines) if (line.identity === identity) line.send({ type: 'sound', ...sound });
    },
    soundOf: (identity) => sounds.get(identity),
    cut: (identity) => {
      const cut = [...lines].filter((line) => identity === undefined || line.identity === identity);
      for (const line of cut) line.cut();
      return cut.length;
    },
    farEnd,
  };
}
