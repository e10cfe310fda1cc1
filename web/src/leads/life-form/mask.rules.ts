/** What a field takes: `#` stands for a digit, everything else for itself. */
export const masks = {
  phone: '(###)###-####',
  zip: '#####',
  day: '##',
  year: '####',
  weight: '###',
  date: '##/##/####',
  plainDate: '####-##-##',
  inches: '##',
  hours: '###',
  money: `$${'#'.repeat(18)}`,
} as const;
export type MaskName = keyof typeof masks;

const digitsOf = (text: string) => text.replace(/\D/g, '');

/** A phone that is pasted with its country is meant without it. */
const typedDigits = (mask: MaskName, text: string) => {
  const digits = digitsOf(text);
  return mask === 'phone' && digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
};

/** Brings typed or pasted text into its mask, as far as its digits go; no digits leave nothing. */
export function applyMask(mask: MaskName, text: string): string {
  const digits = [...typedDigits(mask, text)];
  if (digits.length === 0) return '';
  let shown = '';
  for (const sign of masks[mask]) {
    if (digits.length === 0) break;
    shown += sign === '#' ? (digits.shift() ?? '') : sign;
  }
  return shown;
}

/** Where the caret belongs after masking: behind as many digits as stood before it. */
export function caretAfterMask(before: string, caret: number, shown: string): number {
  let left = digitsOf(before.slice(0, caret)).length;
  if (left === 0) return shown.search(/\d/) === -1 ? shown.length : shown.search(/\d/);
  for (const [index, sign] of [...shown].entries()) {
    if (/\d/.test(sign)) left -= 1;
    if (left === 0) return index + 1;
  }
  return shown.length;
}
