import { findingSeverities, type CarrierFinding } from '@crm/contracts/http/carrier.js';
import { checkApplication, checkKey, checkReach, checkStatus } from './account.rules.js';
import type { AccountState, Wanted } from './account-state.js';
import { checkAttestation, checkCountries } from './calls.rules.js';
import { blocks, type Check } from './finding.rules.js';
import { checkNumbers } from './numbers.rules.js';
import { checkRegistration, checkService, checkTollfree } from './texts.rules.js';

const checks: readonly Check[] = [
  checkStatus,
  checkReach,
  checkKey,
  checkApplication,
  checkNumbers,
  checkService,
  checkRegistration,
  checkTollfree,
  checkCountries,
  checkAttestation,
];

/** Everything that the checks find, what blocks first. An account that cannot be read is the one thing to be said. */
export function findingsOf(state: AccountState, wanted: Wanted): CarrierFinding[] {
  if ('unread' in state.account) {
    return [
      blocks('account', 'account-unread', {
        sentence: `The carrier account could not be read: ${state.account.unread}.`,
        remedy:
          'Check the account’s id and auth token in the settings, and that this machine reaches the carrier.',
      }),
    ];
  }
  const found = checks.flatMap((check) => check(state, wanted));
  return findingSeverities.flatMap((severity) => found.filter((each) => each.severity === severity));
}
