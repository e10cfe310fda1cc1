import { Types } from 'mongoose';
import type { LeadsContext } from '../context.js';
import type { NumbersTried } from './attempts.js';
import type { ConsentOnFile } from './consent.rules.js';
import type { ContactAttemptsDoc, DoNotContactDoc, OverrideInForce } from './contact.model.js';

/** Of an address; the last ones are enough, since what is asked for is one that holds. */
const maxConsents = 100;

/** What stands against an address. */
export type ListedEntry = Pick<DoNotContactDoc, 'address' | 'channel' | 'how' | 'since' | 'own_word'>;

/** What is on file of some addresses and set aside for some leads. */
export interface ContactsOnFile<C extends ConsentOnFile = ConsentOnFile> {
  entries: ListedEntry[];
  consents: C[];
  attempts: NumbersTried;
  /** In force now, the last one to run out first. */
  overrides: OverrideInForce[];
}

type Found<C> =
  | ({ of: 'entry' } & ListedEntry)
  | ({ of: 'consent' } & C)
  | ({ of: 'attempts' } & ContactAttemptsDoc)
  | ({ of: 'override' } & OverrideInForce);

const as = (of: Found<unknown>['of'], ...fields: readonly string[]) => ({
  $project: { of: { $literal: of }, ...Object.fromEntries(fields.map((field) => [field, 1])) },
});

/** Which consents are read in place of those of the addresses, and what of each, where more is shown than decides. */
export interface ConsentsShown<C> {
  filter: object;
  fields: readonly (keyof C & string)[];
}

/** What of a consent decides. */
const decisive = {
  kind: 1,
  addresses: 1,
  channels: 1,
  seller: 1,
  text: 1,
  expires_at: 1,
  revocations: 1,
} satisfies Record<keyof ConsentOnFile, 1>;

/**
 * Reads all of it by one command, each kind by its own index: commands are what a permission costs, and no answer may
 * stand on a copy that another process knows better. `tried`: the numbers whose attempts count.
 */
export async function readContacts<C extends ConsentOnFile = ConsentOnFile>(
  { doNotContact, consents, contactAttempts, contactOverrides }: LeadsContext,
  asked: {
    addresses: readonly string[];
    tried: readonly string[];
    leads: readonly (string | Types.ObjectId)[];
  },
  now: Date,
  shown?: ConsentsShown<C>,
): Promise<ContactsOnFile<C>> {
  const addresses = [...new Set(asked.addresses)];
  const tried = [...new Set(asked.tried)];
  const union = ({ collection }: { collection: { collectionName: string } }, ...pipeline: object[]) => ({
    $unionWith: { coll: collection.collectionName, pipeline },
  });
  const pipeline = [
    { $match: { address: { $in: addresses }, active: 1 } },
    as('entry', 'address', 'channel', 'how', 'since', 'own_word'),
    union(
      consents,
      { $match: shown?.filter ?? { addresses: { $in: addresses } } },
      { $sort: { received_at: -1 } },
      { $limit: maxConsents * Math.max(1, addresses.length) },
      as('consent', ...(shown?.fields ?? Object.keys(decisive))),
    ),
    ...(tried.length === 0
      ? []
      : [
          union(
            contactAttempts,
            { $match: { _id: { $in: tried } } },
            as('attempts', 'attempts', 'reachedAt'),
          ),
        ]),
    ...(asked.leads.length === 0
      ? []
      : [
          union(
            contactOverrides,
            {
              $match: {
                lead_id: { $in: asked.leads.map((id) => new Types.ObjectId(id)) },
                until: { $gt: now },
                endedAt: null,
              },
            },
            as(
              'override',
              ...[
                'lead_id',
                'place',
                'address',
                'channel',
                'reason',
                'requested_on',
                'until',
                'by',
                'createdAt',
              ],
            ),
          ),
        ]),
  ];
  const found = await doNotContact.collection.aggregate<Found<C>>(pipeline).toArray();
  return {
    entries: found.filter((each) => each.of === 'entry'),
    consents: found.filter((each) => each.of === 'consent'),
    attempts: new Map(found.filter((each) => each.of === 'attempts').map((each) => [each._id, each])),
    overrides: found
      .filter((each) => each.of === 'override')
      .sort((one, other) => other.until.getTime() - one.until.getTime()),
  };
}
