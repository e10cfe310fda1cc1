import { useStore } from 'react-admin';

/** The microphone and speaker that calls use on this machine, by the browser's ids for them; null for its default. */
export interface SoundChoice {
  input: string | null;
  output: string | null;
}

const browsersOwn: SoundChoice = { input: null, output: null };

/** What was chosen on this machine, and how to choose anew. */
export const useSoundChoice = () => useStore<SoundChoice>('sound', browsersOwn);
