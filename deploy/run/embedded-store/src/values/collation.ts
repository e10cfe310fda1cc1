/** Collations: this store supports only binary comparison of strings. */
import type { Doc } from './values.js';

/** Whether a collation is the simple one (binary comparison), which is the default. */
export const isSimple = (collation: Doc): boolean =>
  collation.size === 0 || (collation.size === 1 && collation.get('locale') === 'simple');
