import { wavOf } from '@crm/carrier-sim/recordings/audio.js';

/** A second of audio as a form file. */
export const sound = (name = 'audited.wav'): File =>
  new File([new Uint8Array(wavOf({ duration: 1, channels: 1 }))], name, { type: 'audio/wav' });

/** The beginning of a picture, which is what a picture is told by. */
export const picture = (name = 'audited.png'): File =>
  new File([Buffer.from('89504e470d0a1a0a', 'hex')], name, { type: 'image/png' });

/** A CSV of leads with two columns. */
export const leadList = (text = 'Name,Phone\nAudited Row,(214)555-0100\n', name = 'leads.csv'): File =>
  new File([text], name, { type: 'text/csv' });
