import type { LeadsContext } from '../context.js';

/** Those of some numbers and e-mails that a legal hold names. */
export async function heldAddresses(
  { legalHolds }: Pick<LeadsContext, 'legalHolds'>,
  addresses: readonly string[],
): Promise<ReadonlySet<string>> {
  if (addresses.length === 0) return new Set();
  const holds = await legalHolds
    .find({ address: { $in: [...new Set(addresses)] }, active: 1 }, { address: 1 })
    .lean();
  return new Set(holds.map(({ address }) => address));
}
