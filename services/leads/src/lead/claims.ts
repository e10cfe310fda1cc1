import type { Types } from 'mongoose';
import type { LeadsContext } from '../context.js';
import type { LeadDoc } from './lead.model.js';

/** What makes a person of a type known: either of them is enough. */
export const identifyingFields = ['phone', 'email'] as const;
export type IdentifyingField = (typeof identifyingFields)[number];

type Person = Pick<LeadDoc, 'type_id' | IdentifyingField>;

const claimOf = (field: IdentifyingField, person: Person): string[] => {
  const value = person[field]?.trim().toLowerCase() ?? '';
  return value === '' ? [] : [`${String(person.type_id)}:${value}`];
};

/**
 * What a lead claims for itself: the person's phone and e-mail among leads of its type. Unique in the store, so that of
 * leads of one person that come in at the same moment one is taken, whichever way each comes.
 */
export function claimsOf(person: Person): string[] {
  return identifyingFields.flatMap((field) => claimOf(field, person));
}

/** Of these claims those that another lead holds. */
export async function takenClaims(
  { leadCollection }: Pick<LeadsContext, 'leadCollection'>,
  claims: readonly string[],
  except?: Types.ObjectId,
): Promise<ReadonlySet<string>> {
  if (claims.length === 0) return new Set();
  const holders = await leadCollection
    .find({ claims: { $in: [...claims] } }, { projection: { claims: 1 } })
    .toArray();
  return new Set(holders.flatMap((lead) => (except?.equals(lead._id) === true ? [] : (lead.claims ?? []))));
}

/** By what a person is known: the fields whose claim is among those taken. */
export function knownBy(person: Person, taken: ReadonlySet<string>): IdentifyingField[] {
  return identifyingFields.filter((field) => claimOf(field, person).some((claim) => taken.has(claim)));
}

/** The part of a document that bears claims: left out where there are none, for the index takes an empty list for a value. */
export function withClaims(claims: readonly string[]): Pick<LeadDoc, 'claims'> {
  return claims.length === 0 ? {} : { claims: [...claims] };
}
