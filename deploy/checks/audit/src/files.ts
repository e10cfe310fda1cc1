import { wavOf } from '@crm/carrier-sim/recordings/audio.js';

/** A second of audio as a form file. */
export const sound = (name = 'audited.wav'): File =>
  new File([new Uint8Array(wavOf({ duration: 1, channels: 1 }))], name, { type: 'audio/wav' });

/** A CSV of leads with two columns. */
export const leadList = (text = 'Name,Phone\nAudited Row,(214)555-0100\n', name = 'leads.csv'): File =>
  new File([text], name, { type: 'text/csv' });
