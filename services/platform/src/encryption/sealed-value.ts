import mongoose from 'mongoose';
import { CiphertextRefused, decrypt, encrypt } from './aes-gcm.js';

const { Binary, BSON } = mongoose.mongo;
export type SealedValue = mongoose.mongo.Binary;

/** Of the subtypes that BSON leaves to its users: tells a sealed value from any other. */
const subtype = 0x80;
/** The first byte of a sealed value: a later format can be told from this one. */
const formatVersion = 1;

/** Where a sealed value is: it opens nowhere else. */
export interface Place {
  collection: string;
  id: string;
  field: string;
}

const contextOf = ({ collection, id, field }: Place) => `${collection}/${id}/${field}`;

/** Whether a stored value is sealed. */
export const isSealed = (value: unknown): value is SealedValue =>
  value instanceof Binary && value.sub_type === subtype;

/** Encrypts any value that a document can hold, for one place. */
export function sealValue(key: Uint8Array, place: Place, value: unknown): SealedValue {
  const plain = BSON.serialize({ value });
  return new Binary(
    Buffer.concat([Buffer.of(formatVersion), encrypt(key, contextOf(place), plain)]),
    subtype,
  );
}

/** The value that was sealed there. Throws `CiphertextRefused` where it was changed, or sealed for another place. */
export function openValue(key: Uint8Array, place: Place, sealed: SealedValue): unknown {
  const bytes = sealed.value();
  if (bytes[0] !== formatVersion) throw new CiphertextRefused(contextOf(place));
  const { value }: { value?: unknown } = BSON.deserialize(decrypt(key, contextOf(place), bytes.subarray(1)));
  return value;
}

/** Whether nothing is known: that is not sealed. */
export const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
