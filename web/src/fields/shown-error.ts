import { z } from 'zod';
import { localise } from '../i18n/language.js';

/** What the form says of a value; of a list's entries the first that is wrong. */
const listErrors = z.array(z.object({ message: z.string() }).optional());

/** What is said of an input's value, in the language of the screen; nothing where it is right. */
export function shownError(error: { message?: string } | undefined): string | undefined {
  const said =
    error?.message ?? listErrors.safeParse(error).data?.find((each) => each !== undefined)?.message;
  return said && localise(said);
}
