import { phoneNumber } from '@crm/contracts/phone.js';

/** Numbers that cost whoever calls them; no customer has one. */
const costly = /^\+1(900|\d{3}976)/;

/** Why a number is never called, whoever asks; undefined where it may be. */
export function whyNoNumber(number: string): string | undefined {
  if (!phoneNumber.safeParse(number).success) return 'This is not a valid phone number';
  return costly.test(number) ? 'Calls to this kind of number are not allowed' : undefined;
}
