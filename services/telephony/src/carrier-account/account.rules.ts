import { blocks, fine, ofPart, orFine, warns, type Check } from './finding.rules.js';

/** Whether the account is active and may call anyone. */
export const checkStatus = ofPart(
  'account',
  'The account',
  ({ account }) => account,
  ({ status, type }) => {
    if (status !== 'active') {
      return [
        blocks('account', 'account-inactive', {
          sentence: `The carrier account is ${status}: no call and no text goes through.`,
          remedy: 'Open the carrier’s console: it says why, and whom to write to.',
        }),
      ];
    }
    if (type === 'Trial') {
      return [
        blocks('account', 'account-trial', {
          sentence: 'The carrier account is a trial: it calls and texts verified numbers only.',
          remedy: 'Upgrade the account in the carrier’s console, under Billing.',
        }),
      ];
    }
    return [fine('account', 'The account is active, and no trial.')];
  },
);

/** Whether browsers can sign in to the carrier: their tokens are signed with the API key. */
export const checkKey = ofPart(
  'key',
  'The API key',
  ({ key }) => key,
  (key) => {
    const remedy =
      'Create a Standard API key in the carrier’s console, set TWILIO_API_KEY and TWILIO_API_SECRET, and restart.';
    if (key === 'foreign') {
      return [
        blocks('key', 'key-foreign', {
          sentence: 'The account has no such API key: no browser can place or take calls.',
          remedy,
        }),
      ];
    }
    if (key === 'wrong-secret') {
      return [
        blocks('key', 'key-secret', {
          sentence: 'The secret of the API key is wrong: no browser can place or take calls.',
          remedy,
        }),
      ];
    }
    return [fine('key', 'The API key is the account’s own, and its secret is right.')];
  },
);

/** Whether the carrier can reach us: an unsigned request to our webhooks is refused with 403, and by nobody else. */
export const checkReach: Check = ({ reach }, { settings }) => {
  const found = reach
    .filter(({ status }) => status !== 403)
    .map(({ url, status }) =>
      blocks('address', 'address-unreachable', {
        sentence:
          status === null
            ? `Nothing answers at ${url}.`
            : `${url} does not lead to this installation: it answered ${String(status)}.`,
        remedy: `Start the installation, check the tunnel or proxy, and that ${settings.address} is its public address.`,
      }),
    );
  return orFine(found, 'address', 'The public address leads to this installation.');
};

/** Whether calls of browsers come to us. */
export const checkApplication = ofPart(
  'application',
  'The TwiML application',
  ({ application }) => application,
  (application, _state, { addresses, applicationSid, settings }) => {
    if (application === null) {
      return [
        blocks('application', 'application-missing', {
          sentence: `The account has no TwiML application ${applicationSid}: no browser can place calls.`,
          remedy: `Mend: one is created. Then set ${settings.application} to its id, and restart.`,
          mendable: true,
        }),
      ];
    }
    const { voiceUrl, voiceMethod, voiceFallbackUrl, statusCallback } = application;
    const found = [];
    if (application.sid !== applicationSid) {
      found.push(
        blocks('application', 'application-not-set', {
          sentence: `The account has no TwiML application ${applicationSid}: no browser can place calls.`,
          remedy: `Set ${settings.application}=${application.sid}, and restart.`,
        }),
      );
    }
    if (voiceUrl !== addresses.client || voiceMethod !== 'POST') {
      found.push(
        blocks('application', 'application-voice-address', {
          sentence: 'Calls from browsers do not reach this installation.',
          remedy: `Mend: the application’s voice address is set to ${addresses.client}, by POST.`,
          mendable: true,
        }),
      );
    }
    if (voiceFallbackUrl !== addresses.fallback) {
      found.push(
        warns('application', 'application-fallback', {
          sentence: 'If this installation does not answer, an agent’s call ends without a word.',
          remedy: `Mend: the application’s fallback address is set to ${addresses.fallback}.`,
          mendable: true,
        }),
      );
    }
    if (statusCallback !== '') {
      found.push(
        warns('application', 'application-status', {
          sentence: `The application reports every call to ${statusCallback}, which is nothing of ours.`,
          remedy: 'Mend: its status address is removed. Calls report to this installation by themselves.',
          mendable: true,
        }),
      );
    }
    return orFine(found, 'application', 'The TwiML application leads to this installation.');
  },
);
