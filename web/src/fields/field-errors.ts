import { refusalOf } from '../http/http-client.js';

/** What a refusal says of single fields, for the form that was sent; nothing where it was saved. */
export const fieldErrors = (saved: Promise<unknown>): Promise<Record<string, string> | undefined> =>
  saved.then(
    () => undefined,
    (error: unknown) => refusalOf(error)?.errors,
  );
