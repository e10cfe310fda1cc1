import { choiceNow, type SoundChoice } from '../sound/sound-choice.js';
import type { VoiceAudio } from './device/voice-device.js';

/** What each device uses at the moment, as far as it was told; null for the default. */
const inUse = new WeakMap<VoiceAudio, SoundChoice>();
const usedBy = (audio: VoiceAudio): SoundChoice => inUse.get(audio) ?? { input: null, output: null };

const chosenNow = (audio: VoiceAudio, choice: SoundChoice): SoundChoice =>
  choiceNow(choice, {
    inputs: [...audio.availableInputDevices.values()],
    outputs: [...audio.availableOutputDevices.values()],
  });

/** Whether a device uses what was chosen already: then a call need not wait for it. */
export function isChosenInUse(audio: VoiceAudio | null, choice: SoundChoice): boolean {
  if (audio === null) return true;
  const used = usedBy(audio);
  const { input, output } = chosenNow(audio, choice);
  return used.input === input && used.output === output;
}

/** Has a device use what was chosen for the call that begins; answers whether all of it is there. */
export async function applySound(audio: VoiceAudio | null, choice: SoundChoice): Promise<boolean> {
  if (audio === null || isChosenInUse(audio, choice)) return true;
  const used = usedBy(audio);
  const { input, output: chosenOutput } = chosenNow(audio, choice);
  const output = audio.isOutputSelectionSupported ? chosenOutput : used.output;
  const wanted: Promise<unknown>[] = [];
  if (input !== used.input)
    wanted.push(input === null ? audio.unsetInputDevice() : audio.setInputDevice(input));
  if (output !== used.output) wanted.push(audio.speakerDevices.set(output ?? 'default'));
  const settled = await Promise.allSettled(wanted);
  const isDone = settled.every(({ status }) => status === 'fulfilled');
  // Of what failed nobody knows what it left: it is asked for anew with the next call.
  if (isDone) inUse.set(audio, { input, output: chosenOutput });
  else inUse.delete(audio);
  return isDone;
}

/** Closes the microphone that was kept open for a call. */
export function releaseSound(audio: VoiceAudio | null): void {
  if (audio === null || usedBy(audio).input === null) return;
  inUse.set(audio, { ...usedBy(audio), input: null });
  // Refused where another call has begun: then it is in use.
  audio.unsetInputDevice().catch(() => undefined);
}

/** The names of the default microphone and speaker as they were last; '' for one that is chosen, or has no name. */
const defaults = new WeakMap<VoiceAudio, readonly string[]>();

const defaultIn = (devices: VoiceAudio['availableInputDevices']) =>
  (devices.get('default') ?? [...devices.values()][0])?.label ?? '';

/**
 * Whether a default device that calls use is another one than when this was last asked: the browser follows the system
 * silently where a headset is unplugged that nobody chose.
 */
export function isDefaultOther(audio: VoiceAudio): boolean {
  const { input, output } = usedBy(audio);
  const now = [
    input === null ? defaultIn(audio.availableInputDevices) : '',
    output === null ? defaultIn(audio.availableOutputDevices) : '',
  ];
  const before = defaults.get(audio) ?? [];
  defaults.set(audio, now);
  // The browser names none before the microphone was allowed.
  return now.some((name, place) => name !== '' && (before[place] ?? '') !== '' && before[place] !== name);
}

/** Something in use was unplugged: what is used now is the default, whatever was chosen. */
export function forgetSound(audio: VoiceAudio): void {
  inUse.delete(audio);
}
