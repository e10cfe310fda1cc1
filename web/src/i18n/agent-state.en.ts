import { laterMessages } from './later-messages.js';

/** The words of an agent's own state. */
export const agentStateMessages = {
  agentState: {
    goAway: 'Go offline for a while',
    break: 'Break',
    lunch: 'Lunch',
    training: 'Training',
    meeting: 'Meeting',
    wrapUp: 'Wrap-up',
    ready: 'Ready',
    readyHint: 'End wrap-up',
    inCall: 'You are on a call',
  },
};

export const useAgentStateMessages = laterMessages(agentStateMessages);
