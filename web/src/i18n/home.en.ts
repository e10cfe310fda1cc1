import { laterMessages } from './later-messages.js';

/** What the house stands for. */
export const homeMessages = {
  home: {
    title: 'Top 10 Core Values:',
    values: {
      v1: { name: 'The family first', text: 'Sell the cover they need, or none at all.' },
      v2: { name: 'Permission always', text: 'Call and text people who agreed, in their own hours.' },
      v3: { name: 'Plain words', text: 'If a customer has to look it up, say it again.' },
      v4: { name: 'Listen longest', text: 'The person who talks more should be the customer.' },
      v5: { name: 'One honest price', text: 'Show the lowest one that truly fits.' },
      v6: { name: 'Keep the call back', text: 'A time we promised is a time we keep.' },
      v7: { name: 'Write it down', text: 'The next of us should know what you know.' },
      v8: { name: 'Guard what they tell us', text: 'Health and bank details stay on this screen.' },
      v9: { name: 'Take no with thanks', text: 'At the first time of asking, and for good.' },
      v10: { name: 'Lift the next desk', text: 'What worked for you works better shared.' },
    },
  },
};

export const useHomeMessages = laterMessages(homeMessages);
