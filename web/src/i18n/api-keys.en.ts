import { laterMessages } from './later-messages.js';

/** The page of API keys. */
export const apiKeyMessages = {
  apiKeys: {
    emptyText: 'With an API key another system reads and creates leads over HTTP. Add the first one.',
    never: 'Never',
    everywhere: 'Everywhere',
    ended: 'Ended',
    keyTitle: 'The API key %{name}',
    keyText:
      'Copy it now: it is shown only once. Send it in the header Authorization, behind the word Bearer.',
    keyLabel: 'Key',
    copy: 'Copy',
    copied: 'Copied',
    withdraw: 'Withdraw %{name}',
    withdrawTitle: 'Withdraw this API key?',
    withdrawText: 'The key %{name} stops working at once and for good.',
    withdrawNow: 'Withdraw',
  },
};

export const useApiKeyMessages = laterMessages(apiKeyMessages);
