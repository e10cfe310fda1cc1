import { laterMessages } from './later-messages.js';

/** The dialog in which somebody chooses and tries what calls are made with. */
const soundMessages = {
  sound: {
    title: 'Sound',
    subtitle: 'The microphone and speaker for calls on this computer',
    microphone: 'Microphone',
    speaker: 'Speaker',
    default: 'Default of the browser',
    level: 'Level of the microphone',
    speak: 'Speak: the bar moves with your voice.',
    heard: 'Your microphone works.',
    noLevel: 'This browser does not show the level.',
    asking: 'Allow the browser to use your microphone.',
    refused: 'The browser may not use your microphone. Allow it in the address bar, then open this again.',
    missing: 'No microphone was found. Connect a microphone or headset.',
    test: 'Play a test sound',
    testFailed: 'The sound could not be played on this speaker',
    noChoice: 'This browser plays calls on the speaker of the system.',
  },
};

export const useSoundMessages = laterMessages(soundMessages);
