import { laterMessages } from './later-messages.js';

/** The dialog in which somebody chooses and tries what calls are made with. */
export const soundMessages = {
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
    notices: 'Notices',
    noticesAre: {
      default: 'Be told of a call-back that is due while another window, or none, is open.',
      granted: 'On: a call-back that is due is shown while the application is open in a window or tab.',
      pushed: 'On: a call-back that is due is shown on this computer, also while the application is closed.',
      denied: 'The browser may not show notices of this page. Allow them in the address bar.',
      none: 'This browser has no notices.',
    },
    turnOn: 'Turn on notices',
    connection: 'Connection',
    connectionText: 'A short test call: you listen to a sentence, and nobody is rung.',
    testConnection: 'Test my connection',
    testing: 'Testing your connection, about ten seconds…',
    notInCall: 'Not during a call',
    notYet: 'Calling is still loading',
    verdict: {
      good: 'Your connection is good for calls.',
      usable: 'Your connection is usable for calls, but not good.',
      unusable: 'Your connection is not usable for calls.',
    },
    trouble: {
      microphoneRefused:
        'The browser may not use your microphone. Allow it in the address bar, then test again.',
      noMicrophone: 'No microphone was found. Connect a microphone or headset.',
      unreachable:
        'The telephony provider could not be reached. Check your internet connection, or ask whether a firewall blocks it.',
      noSound:
        'No sound came through. A firewall or VPN may block it: turn the VPN off, or ask for UDP to the telephony provider to be allowed.',
      loss: '%{loss}% of the sound is lost. Use a cable instead of Wi-Fi, or move closer to the router.',
      jitter:
        'The sound arrives unevenly, by %{jitter} ms. Stop downloads and videos on this network, or use a cable.',
      delay: 'The sound takes %{rtt} ms there and back. Turn off VPNs, or use a faster connection.',
      relayed: 'The sound takes a detour over a relay (TURN), since a firewall closes the direct way.',
    },
    figures: 'Sound %{mos} of 5 (MOS) · jitter %{jitter} ms · loss %{loss}% · round trip %{rtt} ms',
    edge: 'by %{edge}',
    unusableBefore: 'Test again under Settings, Sound.',
  },
};

export const useSoundMessages = laterMessages(soundMessages);
