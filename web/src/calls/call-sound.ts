import type { CallIssue, CallThumb, QualityFigures } from '@crm/contracts/entities/call-quality.js';
import type { LiveCall } from '@crm/contracts/entities/telephony.js';
import { toShown } from '@crm/contracts/phone.js';
import type { CallHere, CallingStore } from '../calling/calling.js';
import { figuresOf, unmeasured, withSample } from './call-sound.rules.js';
import type { VoiceCall, VoiceSample } from './device/voice-device.js';

/** Where the sound of calls is sent to. */
export interface SoundServer {
  /** How a call sounded; it goes out even where the window closes. */
  sendQuality: (callId: string, measured: QualityFigures & { leg: string }) => void;
  rate: (callId: string, rating: { leg: string; thumb: CallThumb; issue: CallIssue | null }) => void;
}

/** Measures the sound of the call of this window, sends it when it is over, and lets its user rate it. */
export function createCallSound(store: CallingStore, server: SoundServer) {
  let heard = unmeasured;
  /** What the server calls the call; null until it has told of it. */
  let callId: string | null = null;
  let hasTalked = false;
  let leadName = '';
  /** The provider's side of the call that can be rated. */
  let rated: { line: VoiceCall; leg: string } | undefined;

  return {
    id: () => callId,
    begin: () => {
      heard = unmeasured;
      callId = null;
      hasTalked = false;
      leadName = '';
      rated = undefined;
    },
    measure: (sample: VoiceSample) => {
      heard = withSample(heard, sample);
    },
    /** The server tells of the call of this window. */
    isKnownAs: (call: LiveCall) => {
      callId = call.id;
      hasTalked ||= call.connectedAt !== null;
      leadName = call.lead_name;
    },
    end: (line: VoiceCall, { kind, name, number }: CallHere) => {
      if (callId === null) return;
      const leg = line.parameters['CallSid'] ?? '';
      const figures = figuresOf(heard);
      if (figures) server.sendQuality(callId, { ...figures, leg });
      // A guide goes on to the next call at once, and where nobody answered nothing was to be listened to.
      if (!hasTalked || kind === 'dialler' || store.get().isDialling) return;
      rated = { line, leg };
      store.set({ rateable: { id: callId, name: leadName || name || toShown(number) } });
    },
    rate: (thumb: CallThumb, issue: CallIssue | null) => {
      const { rateable } = store.get();
      if (!rateable || !rated) return;
      const { line, leg } = rated;
      server.rate(rateable.id, { leg, thumb, issue });
      // For the provider's own figures; ours do not depend on it.
      line.postFeedback(thumb === 'good' ? 5 : 1, issue ?? undefined).catch(() => undefined);
    },
  };
}
