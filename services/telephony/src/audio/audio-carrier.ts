import type { Twilio } from 'twilio';
import { carrierError } from '@crm/domain/carrier/carrier-error.js';
import type { CarrierConfig } from '../config.js';
import type { Transcriber } from '../recordings/transcriber.js';
import { openAtCarrier, type OpenAtCarrier } from '@crm/domain/media/carrier-files.js';

const fetchMs = 2 * 60 * 1000;
const maxSentences = 5_000;

/** What recordings and voicemails ask of the carrier. */
export interface AudioCarrier {
  openAtCarrier: OpenAtCarrier;
  /** Has the carrier throw a recording away; one that is gone already is fine. Throws `CarrierError`. */
  forgetRecording: (recordingSid: string) => Promise<void>;
  /** Undefined where nothing is written down: no service for it is configured. */
  transcriber: Transcriber | undefined;
}

function transcriberOf(client: Twilio, serviceSid: string): Transcriber {
  const { transcripts } = client.intelligence.v2;
  return {
    ask: async (recordingSid, key) => {
      const channel = { media_properties: { source_sid: recordingSid } };
      try {
        return (await transcripts.create({ serviceSid, channel, customerKey: key })).sid;
      } catch (error) {
        throw carrierError(error);
      }
    },
    state: async (sid) => {
      const { status } = await transcripts(sid).fetch();
      if (status === 'completed') return 'completed';
      return status === 'failed' || status === 'canceled' || status === 'error' ? 'failed' : 'going-on';
    },
    sentences: async (sid) => {
      const found = await transcripts(sid).sentences.list({ limit: maxSentences });
      return found
        .sort((a, b) => a.sentenceIndex - b.sentenceIndex)
        .map(({ mediaChannel, transcript }) => ({ channel: mediaChannel, text: transcript }));
    },
  };
}

const recordingForgetter =
  ({ recordings }: Twilio) =>
  async (recordingSid: string): Promise<void> => {
    try {
      await recordings(recordingSid).remove();
    } catch (error) {
      const failure = carrierError(error);
      if (failure.kind !== 'over') throw failure;
    }
  };

export function createAudioCarrier(client: Twilio, config: CarrierConfig): AudioCarrier {
  const { intelligenceSid } = config;
  return {
    openAtCarrier: openAtCarrier(config, fetchMs),
    forgetRecording: recordingForgetter(client),
    transcriber: intelligenceSid === undefined ? undefined : transcriberOf(client, intelligenceSid),
  };
}
