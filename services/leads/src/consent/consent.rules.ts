import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { ConsentInput, ConsentKind, FileConsent } from '@crm/contracts/customers/consent.js';
import { isInFuture, isProved } from '@crm/contracts/customers/consent.rules.js';
import type { ContactPlace } from '@crm/contracts/customers/contact.js';
import type { recordedConsent } from '@crm/contracts/http/consents.js';

const idOf = (words: string): string => createHash('sha256').update(words).digest('hex').slice(0, 24);

/** The id of the consent that came with a delivery: the same for each delivery under one external id. */
export const consentIdOf = (externalId: string): string => idOf(`consent ${externalId}`);

/** The id of a consent that a person recorded of a lead: the same for the same words, so that a click twice is one. */
export const recordedIdOf = (leadId: string, recorded: object): string =>
  idOf(`recorded ${leadId} ${JSON.stringify(recorded)}`);

/** The id of the consent to be recorded that a version of a lead began. */
export const recordingIdOf = (leadId: string, version: number): string =>
  idOf(`recording ${leadId} ${String(version)}`);

/** What is wrong with a consent that a person records, by field; `has` are the numbers and e-mails that the lead has. */
export function recordErrors(
  { kind, channels, places, at, wording, expires_at }: z.output<typeof recordedConsent>,
  has: readonly ContactPlace[],
  now: Date,
): Record<string, string> {
  const needsNumber = channels.some((channel) => channel !== 'email');
  const missing = places.find((place) => !has.includes(place));
  const namesNone =
    (needsNumber && !places.some((place) => place !== 'email')) ||
    (channels.includes('email') && !places.includes('email'));
  return {
    ...(missing !== undefined
      ? { places: 'The lead has no such number or e-mail' }
      : namesNone
        ? { places: 'Calls and texts need a number, e-mails the e-mail' }
        : {}),
    ...(kind === 'written' && wording === '' ? { wording: 'Enter what was agreed to in writing' } : {}),
    ...(isInFuture(at, now) ? { at: 'This time is in the future' } : {}),
    ...(expires_at !== null && new Date(expires_at) <= new Date(at)
      ? { expires_at: 'Must be after the consent was given' }
      : {}),
  };
}

/** The consent of a row of a file, and whether the row or the file proves it. */
export interface RowConsent {
  consent: ConsentInput;
  kind: ConsentKind;
  covers: 'row' | 'file';
}

/**
 * The consent of a row: its own where that proves one, else the file's, with what the row says in its place. A row's proof
 * is never mixed with the file's: its certificate says nothing of another wording.
 */
export function consentOfRow(
  own: ConsentInput | undefined,
  ofFile: FileConsent | null,
): RowConsent | undefined {
  if (own !== undefined && isProved(own)) return { consent: own, kind: 'written', covers: 'row' };
  if (ofFile === null) return undefined;
  const { consent_kind: kind = 'written', ...consent } = ofFile;
  return { consent: { ...consent, ...own }, kind, covers: 'file' };
}
