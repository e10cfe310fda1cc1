import type { TranscribedSentence } from './transcript.rules.js';

/** Who writes recordings down. What goes wrong is thrown; asking throws a `CarrierError` alone. */
export interface Transcriber {
  /** Asks for a recording to be written down; `key` comes back with the answer. Resolves with the transcript's name. */
  ask(recordingSid: string, key: string): Promise<string>;
  state(transcriptSid: string): Promise<'completed' | 'failed' | 'going-on'>;
  sentences(transcriptSid: string): Promise<TranscribedSentence[]>;
}
