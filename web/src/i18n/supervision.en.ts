import { laterMessages } from './later-messages.js';
import type { Leaves } from './useTranslate.js';

/** The words of supervising calls, and of asking for help in one. */
export const supervisionMessages = {
  supervision: {
    listen: 'Listen',
    whisper: 'Whisper',
    join: 'Join',
    of: {
      listen: 'Listen to %{name}',
      whisper: 'Whisper to %{name}',
      join: 'Join the call of %{name}',
    },
    actions: 'Supervise the call of %{name}',
    notConference: 'This call cannot be joined',
    taken: '%{name} is in this call already',
    held: 'The customer is on hold',
    heldHint: 'The customer is on hold: you can speak once they are back',
    inCall: 'You are in a call',
    ownCall: 'This is your own call',
    deviceNotReady: 'Your calling device is not ready. Check the connection and try again.',
    panel: 'Supervision',
    mode: 'How you are in the call',
    connecting: 'Connecting…',
    listenText: 'Nobody hears you',
    whisperText: 'Only %{name} hears you',
    joinText: 'Everybody hears you',
    between: '%{agent} and %{customer}',
    alsoOn: 'also %{name}',
    leave: 'Leave',
    nobody: 'Nobody',
    unknown: 'Unknown number',
    live: 'Live calls',
    liveCount: '%{smart_count} live call |||| %{smart_count} live calls',
    failed: 'Live calls failed to load',
    none: 'No live calls',
    noneText: 'Calls that go on are listed here.',
    agent: 'Agent',
    customer: 'Customer',
    state: 'State',
    since: 'Talking',
    supervisor: 'Supervisor',
    supervise: 'Supervise',
    ringing: 'Ringing',
    talking: 'Talking',
    onHold: 'On hold',
    help: 'Help',
    helpAsked: 'Help asked',
    helpComing: 'Help is on the way',
    helpFor: '%{agent} asks for help in the call with %{customer}',
    by: {
      listen: '%{name} is listening',
      whisper: '%{name} whispers to you',
      join: '%{name} is on the call',
    },
  },
};

export type SupervisionWordKey = Leaves<typeof supervisionMessages, 'crm'>;
export const useSupervisionMessages = laterMessages(supervisionMessages);
