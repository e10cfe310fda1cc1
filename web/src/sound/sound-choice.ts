import { useStore } from 'react-admin';

/**
 * The microphone and speaker that calls use on this machine, by the browser's ids for them; null for its default. Beside them
 * their names: a browser gives a device another id where it is plugged in elsewhere, or with another visit.
 */
export interface SoundChoice {
  input: string | null;
  inputName?: string;
  output: string | null;
  outputName?: string;
}

const browsersOwn: SoundChoice = { input: null, output: null };

/** What was chosen on this machine, and how to choose anew. */
export const useSoundChoice = () => useStore<SoundChoice>('sound', browsersOwn);

type Known = Pick<MediaDeviceInfo, 'deviceId' | 'label'>;

/** The id that a chosen device has now among those of its kind: its own, or that of the first one of its name. */
function idNow(devices: readonly Known[], id: string | null, name: string | undefined): string | null {
  if (id === null || devices.some(({ deviceId }) => deviceId === id)) return id;
  return devices.find(({ label }) => label !== '' && label === name)?.deviceId ?? id;
}

/** What was chosen, by the ids that the devices have now; one that is gone keeps the one that it had. */
export const choiceNow = (
  choice: SoundChoice,
  { inputs, outputs }: { inputs: readonly Known[]; outputs: readonly Known[] },
): SoundChoice => ({
  ...choice,
  input: idNow(inputs, choice.input, choice.inputName),
  output: idNow(outputs, choice.output, choice.outputName),
});
