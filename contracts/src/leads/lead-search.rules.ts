/** Longer texts sort and search by their beginning: an index key has a limit. */
const keyLength = 100;

/** A text as it is sorted and searched by. */
export const lowered = (text: string | null) => (text ?? '').trim().toLowerCase().slice(0, keyLength);

/** A text in the parts by which it is searched: at white space and punctuation. */
function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => word.slice(0, keyLength));
}

/** A number is found by its beginning, its local part and its last four digits. */
function numberWords(number: string | null): string[] {
  const national = number?.slice(2) ?? '';
  return national === '' ? [] : [national, national.slice(3), national.slice(6)];
}

/** What a lead is searched by; numbers as '+12145550117', hidden ones left out. */
export interface Searchable {
  fullname: string;
  email: string | null;
  phones: readonly (string | null)[];
}

/**
 * The words by whose beginnings a lead is found: those of its name, its e-mail as a whole and the parts before the @
 * (what follows it half of all leads share), its numbers.
 */
export function leadSearchWords({ fullname, email: written, phones }: Searchable): string[] {
  const email = lowered(written);
  const [mailbox = ''] = email.split('@');
  const words = [...wordsOf(fullname), email, ...wordsOf(mailbox), ...phones.flatMap(numberWords)];
  return [...new Set(words)].filter((word) => word !== '');
}

/** The beginnings that a search looks for: a number by its digits, an e-mail as a whole, else word by word. */
export function searchedWords(text: string): string[] {
  const wanted = text.trim().toLowerCase();
  const digits = wanted.replace(/\D/g, '');
  if (digits.length >= 3 && /^[\d\s().+-]+$/.test(wanted)) {
    return [digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits];
  }
  return wanted.includes('@') ? [wanted] : wordsOf(wanted);
}

/** Whether a search finds a lead: every word that is looked for begins one of the lead's. A search for nothing finds all. */
export function isFoundBy(lead: Searchable, search: string): boolean {
  const words = leadSearchWords(lead);
  return searchedWords(search).every((wanted) => words.some((word) => word.startsWith(wanted)));
}
