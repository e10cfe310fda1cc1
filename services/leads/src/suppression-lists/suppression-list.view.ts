import type { SuppressionList } from '@crm/contracts/resources/suppression-list.js';
import type { SuppressionListDoc } from '../suppression/suppression.model.js';
import { ageInDays } from '../suppression/suppression.rules.js';

/** A list as it is shown at a time. */
export const listView = (
  { _id, status, state, imported_at, ...doc }: SuppressionListDoc,
  now: Date,
): SuppressionList => ({
  id: _id.toHexString(),
  version: doc.version,
  name: doc.name,
  scope: doc.scope,
  state: state ?? null,
  as_of: doc.as_of,
  age_days: ageInDays(doc.as_of, now),
  proof: doc.proof,
  status: status === 'receiving' ? 'importing' : status,
  numbers: doc.numbers,
  refused: doc.refused,
  message: doc.message,
  imported_by: doc.imported_by,
  imported_at: imported_at.toISOString(),
});
