import type { TypeId } from '@crm/contracts/codes/lead-types.js';
import { alive } from '@crm/platform/outbox/outbox-fields.js';
import type { LeadsContext } from '../context.js';

/** The phones and e-mails of living leads of a type, of those asked for. */
export interface Duplicates {
  /** E.164. */
  phones: Set<string>;
  /** Lower-cased. */
  emails: Set<string>;
}

/**
 * What finds living leads of a type by phone (E.164) and by e-mail (lower-cased). The e-mail by
 * the words that a search finds it by: it stands among them whole, and nothing else there has an @.
 */
export const duplicatesBy = {
  phone: (typeId: TypeId, phones: readonly string[]) =>
    alive({ phone: { $in: [...phones] }, type_id: typeId }),
  email: (typeId: TypeId, emails: readonly string[]) =>
    alive({ type_id: typeId, 'list.words': { $in: [...emails] } }),
};

/**
 * Which of these phones and e-mails a living lead of the type has already: a query by index each, for a whole batch.
 * The index is named: to weigh the others against it the store would look up every value in each.
 */
export async function findDuplicates(
  { leadCollection }: Pick<LeadsContext, 'leadCollection'>,
  typeId: TypeId,
  phones: readonly string[],
  emails: readonly string[],
): Promise<Duplicates> {
  const [byPhone, byEmail] = await Promise.all([
    leadCollection
      .find(duplicatesBy.phone(typeId, phones))
      .hint({ phone: 1, type_id: 1 })
      .project<{ phone: string }>({ _id: 0, phone: 1 })
      .toArray(),
    leadCollection
      .find(duplicatesBy.email(typeId, emails))
      .hint({ type_id: 1, 'list.words': 1 })
      .project<{ list: { email: string } }>({ _id: 0, 'list.email': 1 })
      .toArray(),
  ]);
  return {
    phones: new Set(byPhone.map(({ phone }) => phone)),
    emails: new Set(byEmail.map(({ list }) => list.email)),
  };
}
