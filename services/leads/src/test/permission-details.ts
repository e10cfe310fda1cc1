import { ruleTable } from '../permission/contact-rules.seed.js';
import type { ConsentOnFile } from '../permission/consent.rules.js';
import type { PermissionDetails } from '../permission/permission.rules.js';
import { unscreened } from '../suppression/suppression.rules.js';
import { placesOf } from '../permission/places.rules.js';

/** A number without an area code of its own. */
export const plainPhone = '+18005550117';
const agency = 'Juniper Insurance';

/** A consent that covers whatever a rule may ask for. */
export const wholeConsent: ConsentOnFile = {
  kind: 'written',
  addresses: [plainPhone],
  channels: ['call', 'text'],
  seller: agency,
  text: null,
};

/** The rules as the product brings them. */
export const builtInRules = ruleTable.rows.map((rule) => ({ ...rule, version: 1 }));

/** What a decision looks at of a lead in New York that nothing forbids to contact in the hours there. */
export function permissionDetails(
  at: Date | string,
  given: Partial<PermissionDetails> = {},
): PermissionDetails {
  return {
    now: new Date(at),
    channel: 'call',
    isThirdParty: false,
    isAutomated: false,
    isPrerecorded: false,
    isHelpReply: false,
    suppression: unscreened,
    licenceDenial: null,
    address: plainPhone,
    status: 'newLead',
    source: 'own',
    isOfLead: true,
    isActorAllowed: true,
    entries: [],
    places: placesOf({ zipcode: '10001', state: 'NY', phone: plainPhone }),
    rules: builtInRules,
    consents: [wholeConsent],
    agency,
    attempts: [],
    elsewhere: [],
    reachedAt: null,
    boughtSince: null,
    override: null,
    ...given,
  };
}
