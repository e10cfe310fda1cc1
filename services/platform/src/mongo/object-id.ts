import { Types } from 'mongoose';

/** The id as the store has it; null, for nobody and nothing, stays null. Throws where `id` is not 24 hexadecimal digits. */
export const objectIdOrNull = (id: string | null): Types.ObjectId | null =>
  id === null ? null : new Types.ObjectId(id);
