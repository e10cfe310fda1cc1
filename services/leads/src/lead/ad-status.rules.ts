import type { DialledBy, LeadDoc } from './lead.model.js';

/**
 * Whether a message of the dialler is newer than the one that a lead's AD_status comes from: of one call by the call's
 * own version, of two calls by when it was said.
 */
export function isNewerOutcome(published: DialledBy, known: DialledBy | undefined): boolean {
  if (known === undefined) return true;
  if (known.call_id === published.call_id) return published.sequence > known.sequence;
  return published.at.getTime() >= known.at.getTime();
}

/** Whether all that changed a lead since a version was the dialler: a person's save from then is in nobody's way. */
export function onlyDialledSince(lead: Pick<LeadDoc, 'version' | 'dialled'>, version: number): boolean {
  const made = new Set(lead.dialled?.versions);
  for (let each = version + 1; each <= lead.version; each += 1) if (!made.has(each)) return false;
  return version <= lead.version;
}
