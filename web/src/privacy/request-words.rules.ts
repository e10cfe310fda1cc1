import type { PersonCounts, PersonRecordKind } from '@crm/contracts/customers/privacy.js';
import type { PrivacyRequest } from '@crm/contracts/resources/privacy-request.js';
import { personRecordKinds } from '@crm/contracts/customers/privacy.js';

/** What a request came to so far, over all services: kinds with something in them, in the order of the contract. */
export function comesTo({ parts }: Pick<PrivacyRequest, 'parts'>): [PersonRecordKind, number][] {
  const of = (counts: PersonCounts, kind: PersonRecordKind) => counts[kind] ?? 0;
  return personRecordKinds.flatMap((kind): [PersonRecordKind, number][] => {
    const count = parts.reduce((sum, { counts }) => sum + of(counts, kind), 0);
    return count === 0 ? [] : [[kind, count]];
  });
}

/** The services that have not given their last word. */
export function waitedFor({ parts }: Pick<PrivacyRequest, 'parts'>): string[] {
  return parts.flatMap(({ service, state }) => (state === 'waits' ? [service] : []));
}
