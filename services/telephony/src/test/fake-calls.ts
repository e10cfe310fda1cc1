import type { LiveCall } from '@crm/contracts/entities/telephony.js';
import type { CallToDial, DiallerCallEnd } from '../calls/dialler-call.js';

const nothingHappened = () => ({
  placed: [] as CallToDial[],
  calledOff: [] as string[],
  asked: [] as string[],
  fails: undefined as Error | undefined,
  refuses: undefined as string | undefined,
  /** How a call came out that ended otherwise than by its customer. */
  ends: {} as Partial<DiallerCallEnd>,
  /** The call that every user is in. */
  live: null as LiveCall | null,
  whilePlacing: async () => {},
});

export type FakeCalls = ReturnType<typeof fakeCalls>;

/** The calls of the dialler as a test wants them: what was placed, called off and asked about. */
export function fakeCalls() {
  const known = nothingHappened();
  return {
    known,
    forget: () => void Object.assign(known, nothingHappened()),
    place: async (call: CallToDial) => {
      await known.whilePlacing();
      if (known.fails !== undefined) throw known.fails;
      if (known.refuses !== undefined) return known.refuses;
      known.placed.push(call);
      return undefined;
    },
    callOff: async (callId: string) => {
      known.calledOff.push(callId);
    },
    resync: async (callId: string) => {
      known.asked.push(callId);
      return true;
    },
    endOf: async (callId: string) => ({
      placed: known.placed.some(({ call_id }) => call_id === callId),
      ...{ isMissedByGuide: false, fault: null, reason: '' },
      ...known.ends,
    }),
    live: async () => known.live,
  };
}
