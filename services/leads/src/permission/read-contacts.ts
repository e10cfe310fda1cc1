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
export interface ContactsOnFile {
  entries: ListedEntry[];
  consents: ConsentOnFile[];
  attempts: NumbersTried;
  /** In force now, the last one to run out first. */
  overrides: OverrideInForce[];
}

type Found =
  | ({ of: 'entry' } & ListedEntry)
  | ({ of: 'consent' } & ConsentOnFile)
  | ({ of: 'attempts' } & ContactAttemptsDoc)
  | ({ of: 'override' } & OverrideInForce);

const as = (of: Found['of'], ...fields: string[]) => ({
  $project: { of: { $literal: of }, ...Object.fromEntries(fields.map((field) => [field, 1])) },
});

/**
 * Reads all of it by one command, each kind by its own index: commands are what a permission costs, and no answer may
 * stand on a copy that another process knows better. `tried`: the numbers whose attempts count.
 */
export async function readContacts(
  { doNotContact, consents, contactAttempts, contactOverrides }: LeadsContext,
  asked: {
    addresses: readonly string[];
    tried: readonly string[];
    leads: readonly (string | Types.ObjectId)[];
  },
  now: Date,
): Promise<ContactsOnFile> {
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
      { $match: { addresses: { $in: addresses } } },
      { $sort: { received_at: -1 } },
      { $limit: maxConsents * Math.max(1, addresses.length) },
      as('consent', 'kind', 'addresses', 'channels', 'seller', 'text', 'expires_at', 'revocations'),
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
  const found = await doNotContact.collection.aggregate<Found>(pipeline).toArray();
  return {
    entries: found.filter((each) => each.of === 'entry'),
    consents: found.filter((each) => each.of === 'consent'),
    attempts: new Map(found.filter((each) => each.of === 'attempts').map((each) => [each._id, each])),
    overrides: found
      .filter((each) => each.of === 'override')
      .sort((one, other) => other.until.getTime() - one.until.getTime()),
  };
}
