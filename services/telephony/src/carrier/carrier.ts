import type { Twilio } from 'twilio';
import type { SupervisionMode } from '@crm/contracts/codes/supervision-codes.js';
import type { AccountFaults } from '@crm/domain/carrier/account-faults.js';
import { carrierError } from '@crm/domain/carrier/carrier-error.js';

/** Who or what answers is found out beside everything else, and never holds the line up. */
export interface Detection {
  mode: 'Enable' | 'DetectMessageEnd';
  /** Seconds after which whoever answered stays unknown: 3 to 59. */
  timeout: number;
  /** Where it is told who or what answered. */
  statusCallback: string;
}

/** What a conference does and tells from its first party on; those who come later change nothing of it. */
export interface Opening {
  statusCallback: string;
  recordingStatusCallback: string;
}

export interface NewParticipant {
  to: string;
  from: string;
  label: string;
  /** Seconds that it rings. */
  timeout: number;
  statusCallback: string;
  /** Whether those who wait hear it ring; they do by default. */
  earlyMedia?: boolean;
  detection?: Detection;
  /** Of the party that opens the conference. */
  opening?: Opening;
  /** Somebody of ours who listens, whispers or joins: the conference neither begins nor ends with them. */
  supervises?: Supervising;
}

/** A device that is rung for a caller; what its line does is asked once it took the call. */
export interface RungDevice {
  to: string;
  from: string;
  /** Where that is asked. */
  url: string;
  /** Seconds that it rings. */
  timeout: number;
  statusCallback: string;
}

/** How a supervisor is in a conference; `coached`: the leg that alone receives a whisper. */
export interface Supervising {
  mode: SupervisionMode;
  coached: string | null;
}

/** A call as the carrier knows it. */
export interface CarrierCall {
  sid: string;
  status: string;
  duration: number | undefined;
}

/** What is being recorded: a conference, or the leg that a call began with. */
export type Recorded = { conferenceSid: string } | { callSid: string };

/** Every request that calls make of the carrier. Each throws a `CarrierError` alone. */
export interface Carrier {
  fetchCall(callSid: string): Promise<CarrierCall>;
  /** Lines that stand and began since an instant, a thousand to a request. */
  standingCalls(since: Date): Promise<CarrierCall[]>;
  /** Calls to a number that began since an instant: what became of one whose answer was lost. */
  callsTo(number: string, since: Date): Promise<CarrierCall[]>;
  /** Ends a leg, whatever it is doing. */
  endCall(callSid: string): Promise<void>;
  /** Calls off a leg that is queued or rings; one that is answered meanwhile goes on. */
  cancelCall(callSid: string): Promise<void>;
  /** Gives a leg another document, or where to ask for it; it leaves the conference or the bridge that it is in. */
  redirectCall(callSid: string, document: { twiml: string } | { url: string }): Promise<void>;
  addParticipant(conference: string, participant: NewParticipant): Promise<string>;
  /** Answers the carrier's id of the line. */
  ringDevice(device: RungDevice): Promise<string>;
  setHold(conferenceSid: string, callSid: string, music: string | false): Promise<void>;
  isOnHold(conferenceSid: string, callSid: string): Promise<boolean>;
  setSupervision(conferenceSid: string, callSid: string, how: Supervising): Promise<void>;
  /** How a supervisor is in a conference at the moment. */
  supervisionOf(conferenceSid: string, callSid: string): Promise<Supervising>;
  /** Says something to one party alone. */
  announce(conferenceSid: string, callSid: string, url: string): Promise<void>;
  /** Whether the conference ends when this party goes. */
  setEndOnExit(conferenceSid: string, callSid: string, ends: boolean): Promise<void>;
  removeParticipant(conferenceSid: string, callSid: string): Promise<void>;
  /** A conference that goes on under our own name for it. */
  findConference(name: string): Promise<string | undefined>;
  endConference(conferenceSid: string): Promise<void>;
  pauseRecording(recorded: Recorded, paused: boolean): Promise<void>;
}

/** Who receives what a supervisor says, by the carrier's fields. */
function audioOf({ mode, coached }: Supervising) {
  if (mode === 'join') return { muted: false, coaching: false };
  // A whisper without anybody to receive it is none.
  if (mode === 'listen' || coached === null) return { muted: true, coaching: false };
  return { muted: false, coaching: true, callSidToCoach: coached };
}

const legEvents = ['initiated', 'ringing', 'answered', 'completed'];
/** What is told of every conference, and of every recording. */
export const conferenceEvents = ['start', 'end', 'join', 'leave', 'mute', 'hold'] as const;
export const recordingEvents = ['in-progress', 'completed', 'absent'] as const;
const wholeSeconds = (text: string) => (/^\d+$/.test(text) ? Number(text) : undefined);

const callOf = ({
  sid,
  status,
  duration,
}: {
  sid: string;
  status: string;
  duration: string;
}): CarrierCall => ({
  sid,
  status,
  duration: wholeSeconds(duration),
});

/** The carrier of calls on its REST interface. Nothing here knows whether it is the simulated one. */
export function createCarrier(client: Twilio, faults: Pick<AccountFaults, 'met'>): Carrier {
  /** Answers what a request answers, and turns whatever it throws into what that means. */
  async function asked<T>(request: Promise<T>): Promise<T> {
    try {
      return await request;
    } catch (error) {
      const failure = carrierError(error);
      await faults.met(failure);
      throw failure;
    }
  }
  const seat = (conferenceSid: string, callSid: string) =>
    client.conferences(conferenceSid).participants(callSid);
  return {
    fetchCall: async (callSid) => callOf(await asked(client.calls(callSid).fetch())),
    standingCalls: async (since) =>
      (await asked(client.calls.list({ status: 'in-progress', startTimeAfter: since, pageSize: 1000 }))).map(
        callOf,
      ),
    callsTo: async (to, since) =>
      (await asked(client.calls.list({ to, startTimeAfter: since, limit: 20 }))).map(callOf),
    endCall: async (callSid) => {
      await asked(client.calls(callSid).update({ status: 'completed' }));
    },
    cancelCall: async (callSid) => {
      await asked(client.calls(callSid).update({ status: 'canceled' }));
    },
    redirectCall: async (callSid, document) => {
      await asked(client.calls(callSid).update(document));
    },
    addParticipant: async (conference, { detection, opening, supervises, ...participant }) => {
      const added = client.conferences(conference).participants.create({
        ...(supervises && { ...audioOf(supervises), startConferenceOnEnter: false }),
        earlyMedia: true,
        ...participant,
        beep: 'false',
        endConferenceOnExit: false,
        statusCallbackEvent: legEvents,
        ...(detection && {
          machineDetection: detection.mode,
          machineDetectionTimeout: detection.timeout,
          amdStatusCallback: detection.statusCallback,
        }),
        ...(opening && {
          conferenceStatusCallback: opening.statusCallback,
          conferenceStatusCallbackEvent: [...conferenceEvents],
          conferenceRecord: 'record-from-start',
          conferenceTrim: 'do-not-trim',
          conferenceRecordingStatusCallback: opening.recordingStatusCallback,
          conferenceRecordingStatusCallbackEvent: [...recordingEvents],
        }),
      });
      return (await asked(added)).callSid;
    },
    ringDevice: async (device) =>
      (await asked(client.calls.create({ ...device, statusCallbackEvent: legEvents }))).sid,
    setHold: async (conferenceSid, callSid, music) => {
      const change = music === false ? { hold: false } : { hold: true, holdUrl: music, holdMethod: 'GET' };
      await asked(seat(conferenceSid, callSid).update(change));
    },
    isOnHold: async (conferenceSid, callSid) => (await asked(seat(conferenceSid, callSid).fetch())).hold,
    setSupervision: async (conferenceSid, callSid, how) => {
      await asked(seat(conferenceSid, callSid).update(audioOf(how)));
    },
    supervisionOf: async (conferenceSid, callSid) => {
      const { muted, coaching, callSidToCoach } = await asked(seat(conferenceSid, callSid).fetch());
      if (muted) return { mode: 'listen', coached: null };
      return coaching ? { mode: 'whisper', coached: callSidToCoach } : { mode: 'join', coached: null };
    },
    announce: async (conferenceSid, callSid, announceUrl) => {
      await asked(seat(conferenceSid, callSid).update({ announceUrl, announceMethod: 'POST' }));
    },
    setEndOnExit: async (conferenceSid, callSid, endConferenceOnExit) => {
      await asked(seat(conferenceSid, callSid).update({ endConferenceOnExit }));
    },
    removeParticipant: async (conferenceSid, callSid) => {
      await asked(seat(conferenceSid, callSid).remove());
    },
    findConference: async (friendlyName) => {
      const found = await asked(client.conferences.list({ friendlyName, limit: 5 }));
      return found.find(({ status }) => status !== 'completed')?.sid;
    },
    endConference: async (conferenceSid) => {
      await asked(client.conferences(conferenceSid).update({ status: 'completed' }));
    },
    pauseRecording: async (recorded, paused) => {
      const change = paused
        ? ({ status: 'paused', pauseBehavior: 'silence' } as const)
        : ({ status: 'in-progress' } as const);
      // The one that runs at the moment, by the name the carrier has for it.
      const current = 'Twilio.CURRENT';
      await ('conferenceSid' in recorded
        ? asked(client.conferences(recorded.conferenceSid).recordings(current).update(change))
        : asked(client.calls(recorded.callSid).recordings(current).update(change)));
    },
  };
}
