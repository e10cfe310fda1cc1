import { createHash, randomBytes } from 'node:crypto';
import type { IntakeAnswer, IntakeRefusal } from '@crm/contracts/http/intake.js';
import { success, warning } from '@crm/platform/http/outcomes.js';

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** A new key of a partner: what the partner gets, what is kept of it, and its first signs to tell keys apart. */
export function newKey(): { key: string; key_hash: string; key_hint: string } {
  const key = `pk_${randomBytes(32).toString('base64url')}`;
  return { key, key_hash: keyHash(key), key_hint: key.slice(0, 7) };
}

/** Under which a partner is found by the key of a call. */
export function keyHash(key: string): string {
  return hashOf(key);
}

/** The same for the same content, whatever the order of its fields. */
export function fingerprintOf(content: unknown): string {
  return hashOf(JSON.stringify(sorted(content)));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]) => [key, sorted(each)]),
  );
}

const refusals: Record<IntakeRefusal, string> = {
  duplicate: 'A lead with this phone or e-mail already exists',
  do_not_contact: 'This person asked not to be contacted',
  deleted: 'This lead was delivered before and has since been deleted',
};

/** The sentence that goes with a refusal. */
export function refusalSentence(reason: IntakeRefusal): string {
  return refusals[reason];
}

/** What became of a delivered lead, as its sender is answered. */
export function intakeAnswerOf(
  taken: { result: 'accepted'; lead_id: string } | { result: 'rejected'; reason: IntakeRefusal },
): IntakeAnswer {
  return taken.result === 'accepted'
    ? { ...success('Lead accepted'), result: 'accepted', lead_id: taken.lead_id, reason: null }
    : { ...warning(refusalSentence(taken.reason)), result: 'rejected', lead_id: null, reason: taken.reason };
}
