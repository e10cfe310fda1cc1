/** Collations: this store compares text by its bytes alone. */
import type { Doc } from './values.js';

/** Whether a collation is the one that compares bytes: without it nothing would be different. */
export const isSimple = (collation: Doc): boolean =>
  collation.size === 0 || (collation.size === 1 && collation.get('locale') === 'simple');
