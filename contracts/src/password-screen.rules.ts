import { productName } from './product-name.js';

/** What everybody who attacks this product tries. */
const productWords = [productName, 'insurance', 'final expense', 'call centre', 'call center', 'leads'];

/** Below a score of 3, fewer than 10^8 guesses: what tools for guessing passwords try first. */
const minScore = 3;

/** Characters that a password has beside the names that are known. */
const minOwnLength = 8;

/** The account that a password is for: its own names and address are guessed first. */
export interface PasswordOwner {
  fname?: string | undefined;
  lname?: string | undefined;
  email?: string | undefined;
}

/** A library that estimates how many guesses a password takes, with its dictionaries: large, so loaded where it is needed. */
export interface PasswordScreen {
  check(password: string, words: string[]): { score: number };
}

/** The names of an account in their parts: `dana.reyes@example.com` is guessed as dana, reyes and example, too. */
function wordsOf({ fname = '', lname = '', email = '' }: PasswordOwner): string[] {
  const parts = [fname, lname, email].flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]);
  return [...new Set([...parts, ...productWords].map((word) => word.toLowerCase()))].filter(
    (word) => word.length > 2,
  );
}

/** What is left of a password without the words that are known of its owner and the product. */
const withoutWords = (password: string, words: readonly string[]): string =>
  [...words]
    .sort((one, other) => other.length - one.length)
    .reduce((left, word) => left.replaceAll(word, ''), password.toLowerCase());

/**
 * Whether a password is a common one, or made of such, or little more than the account's own names or the product's
 * (rule A29).
 */
export function isCommonPassword(screen: PasswordScreen, password: string, owner: PasswordOwner): boolean {
  const words = wordsOf(owner);
  if (withoutWords(password, words).length < minOwnLength) return true;
  return screen.check(password, words).score < minScore;
}
