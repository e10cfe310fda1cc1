/** Dollars of the wire as whole cents, in which amounts are kept and added (settled: Money). */
export function centsOf(dollars: number): number {
  return Math.round(dollars * 100);
}

/** The same for an amount that may be missing. */
export function centsOrNull(dollars: number | null): number | null {
  return dollars === null ? null : centsOf(dollars);
}

/** Cents as dollars of the wire. */
export function dollarsOf(cents: number): number {
  return cents / 100;
}

/** The same for an amount that may be missing. */
export function dollarsOrNull(cents: number | null | undefined): number | null {
  return cents === null || cents === undefined ? null : dollarsOf(cents);
}

/** Whether dollars of the wire come back from the store as they were sent: two decimals at most. */
export function isWholeCents(dollars: number): boolean {
  return dollarsOf(centsOf(dollars)) === dollars;
}

/** What is said of a text or a number that is no amount, by why. */
export const moneySentences = {
  unreadable: 'Enter an amount, for example $85,000.50',
  negative: 'An amount cannot be negative',
  decimals: 'At most two decimals',
  tooLong: '$ and up to 18 digits',
  inexact: 'This amount is too large',
} as const;

/** `$` or nothing, digits plain or in threes by comma or by space, cents, `k` for thousands. */
const written = /^\$?\s*(\d*|\d{1,3}(?:,\d{3})+|\d{1,3}(?:\s\d{3})+)(?:\.(\d*))?\s*(k?)$/i;
const below = /^\$?\s*[-\u2212(]/;
/** Eighteen digits before the point (rule L18). */
const maxCents = 10n ** 20n;

function parseMoney(text: string): { dollars: number | null } | { fault: string } {
  const typed = text.trim();
  if (typed === '') return { dollars: null };
  if (below.test(typed)) return { fault: moneySentences.negative };
  const [, whole = '', decimals = '', thousands = ''] = written.exec(typed) ?? [];
  const places = thousands === '' ? 2 : 5;
  if (whole + decimals === '' || decimals.length > places) return { fault: moneySentences.unreadable };
  const cents = BigInt(whole.replace(/\D/g, '') + decimals.padEnd(places, '0'));
  if (cents >= maxCents) return { fault: moneySentences.tooLong };
  const dollars = Number(`${String(cents / 100n)}.${String(cents % 100n).padStart(2, '0')}`);
  // A number holds some sixteen digits: an amount that would be kept as another one is refused.
  return BigInt(centsOf(dollars)) === cents && isWholeCents(dollars)
    ? { dollars }
    : { fault: moneySentences.inexact };
}

/**
 * An amount as people write it, in dollars: `85000`, `$85,000.50`, `85 000`, `85k`. Answers null for an empty text and
 * undefined for what is no amount, or none that is kept as it was written: `moneyFault` says why.
 */
export function readMoney(text: string): number | null | undefined {
  const read = parseMoney(text);
  return 'fault' in read ? undefined : read.dollars;
}

/** Why a text is no amount; undefined where it is one, or empty. */
export function moneyFault(text: string): string | undefined {
  const read = parseMoney(text);
  return 'fault' in read ? read.fault : undefined;
}

/** Dollars as they stand in a field: `$` and digits, cents only where there are any (rule L18); '' for null. */
export function typedMoney(dollars: number | null): string {
  if (dollars === null) return '';
  const cents = BigInt(centsOf(dollars));
  const rest = cents % 100n === 0n ? '' : `.${String(cents % 100n).padStart(2, '0')}`;
  return `$${String(cents / 100n)}${rest}`;
}

/** Made when the first amount is shown, as the formats of `time/pacific.ts` are. */
function formatOf(options: Intl.NumberFormatOptions): () => Intl.NumberFormat {
  let made: Intl.NumberFormat | undefined;
  return () => (made ??= new Intl.NumberFormat('en-US', options));
}
const whole = formatOf({});
const toTheCent = formatOf({ minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Dollars as a person reads them: `$64.20`, or `$15,000` where there are no cents. */
export function shownMoney(dollars: number): string {
  return `$${(Number.isInteger(dollars) ? whole : toTheCent)().format(dollars)}`;
}
