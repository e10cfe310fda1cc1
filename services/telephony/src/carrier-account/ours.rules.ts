import type { AccountNumber, AccountState, Wanted } from './account-state.js';
import { readOf } from './account-state.js';

/** An address that a number has before anybody set one, or that an installation of ours set. */
const isFree = (url: string, path: string) => {
  if (url === '') return true;
  if (!URL.canParse(url)) return false;
  const { hostname, pathname } = new URL(url);
  return hostname === 'demo.twilio.com' || pathname === path;
};

/** Whether a number serves something else by its own addresses. */
const servesOthers = ({ voiceUrl, smsUrl, voiceApplicationSid, trunkSid }: AccountNumber) =>
  voiceApplicationSid !== '' ||
  trunkSid !== '' ||
  !isFree(voiceUrl, '/tw/voice/number') ||
  !isFree(smsUrl, '/tw/sms/in');

/**
 * The account's numbers that are this installation's: those in use here, and those that serve nothing else. An account may
 * have numbers of other products, which are left alone.
 */
export function ownNumbers(
  { numbers }: Pick<AccountState, 'numbers'>,
  { inUse }: Pick<Wanted, 'inUse'>,
): AccountNumber[] {
  const used = new Set(inUse?.map(({ phone }) => phone));
  return (readOf(numbers) ?? []).filter((each) => used.has(each.number) || !servesOthers(each));
}

/** The account's numbers that calls are placed from here; all of ours where nobody could be asked. */
export function usedNumbers(state: AccountState, wanted: Wanted): AccountNumber[] {
  const used = new Set(wanted.inUse?.map(({ phone }) => phone));
  return ownNumbers(state, wanted).filter(({ number }) => wanted.inUse === undefined || used.has(number));
}
