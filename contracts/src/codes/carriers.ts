import { z } from 'zod';

/** Carriers of life policies by the code under which a lead keeps their price, sorted by name (rule L36: 13). */
export const carrierCode = z.enum([
  'aetna',
  'american_amicable',
  'american_general',
  'americo',
  'banner',
  'foresters',
  'gerber',
  'liberty_bankers',
  'mutual_of_omaha',
  'prosperity',
  'royal_neighbors',
  'sbli',
  'transamerica',
]);
export type CarrierCode = z.infer<typeof carrierCode>;

const names: Record<CarrierCode, string> = {
  aetna: 'Aetna',
  american_amicable: 'American Amicable',
  american_general: 'American General',
  americo: 'Americo',
  banner: 'Banner Life',
  foresters: 'Foresters Financial',
  gerber: 'Gerber Life',
  liberty_bankers: 'Liberty Bankers Life',
  mutual_of_omaha: 'Mutual of Omaha',
  prosperity: 'Prosperity Life',
  royal_neighbors: 'Royal Neighbors',
  sbli: 'SBLI',
  transamerica: 'Transamerica',
};

export const carriers: readonly { code: CarrierCode; name: string }[] = carrierCode.options.map((code) => ({
  code,
  name: names[code],
}));

/** The readable name of a carrier; a code that is not in the list reads as itself. */
export function carrierName(code: string): string {
  const known = carrierCode.safeParse(code);
  return known.success ? names[known.data] : code;
}
