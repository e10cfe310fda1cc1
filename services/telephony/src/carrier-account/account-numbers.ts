import type { AccountNumber } from '@crm/contracts/http/carrier.js';
import { phoneNumber } from '@crm/contracts/phone.js';
import { carrierError } from '@crm/domain/carrier/carrier-error.js';
import { refusalOf } from '../carrier/refusal.js';
import type { TelephonyContext } from '../context.js';
import { findNumbersInUse } from './in-use.js';
import { numberStates } from './read-account.js';

type Context = Pick<TelephonyContext, 'users' | 'statePhones' | 'settings' | 'numbers' | 'carrierAccount'>;

async function rentedNumbers({ carrierAccount }: Context) {
  try {
    return await numberStates(carrierAccount.clients.account);
  } catch (error) {
    throw refusalOf(carrierError(error));
  }
}

/** The account's numbers with whose they are, those that nobody uses first (GET /api/rest/carrier/numbers). */
export async function listAccountNumbers(ctx: Context): Promise<AccountNumber[]> {
  const [rented, inUse] = await Promise.all([rentedNumbers(ctx), findNumbersInUse(ctx)]);
  return rented
    .filter(({ number }) => phoneNumber.safeParse(number).success)
    .map(({ number, capabilities }) => ({
      phone: number,
      voice: capabilities.voice,
      texts: capabilities.sms,
      used_by: inUse.filter(({ phone }) => phone === number).map(({ kind, name }) => ({ kind, name })),
    }))
    .sort((a, b) => a.used_by.length - b.used_by.length || a.phone.localeCompare(b.phone));
}
