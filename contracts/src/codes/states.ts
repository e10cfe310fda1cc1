import { z } from 'zod';

const names = {
  AL: 'Alabama',
  AK: 'Alaska',
  AZ: 'Arizona',
  AR: 'Arkansas',
  CA: 'California',
  CO: 'Colorado',
  CT: 'Connecticut',
  DE: 'Delaware',
  FL: 'Florida',
  GA: 'Georgia',
  HI: 'Hawaii',
  ID: 'Idaho',
  IL: 'Illinois',
  IN: 'Indiana',
  IA: 'Iowa',
  KS: 'Kansas',
  KY: 'Kentucky',
  LA: 'Louisiana',
  ME: 'Maine',
  MD: 'Maryland',
  MA: 'Massachusetts',
  MI: 'Michigan',
  MN: 'Minnesota',
  MS: 'Mississippi',
  MO: 'Missouri',
  MT: 'Montana',
  NE: 'Nebraska',
  NV: 'Nevada',
  NH: 'New Hampshire',
  NJ: 'New Jersey',
  NM: 'New Mexico',
  NY: 'New York',
  NC: 'North Carolina',
  ND: 'North Dakota',
  OH: 'Ohio',
  OK: 'Oklahoma',
  OR: 'Oregon',
  PA: 'Pennsylvania',
  RI: 'Rhode Island',
  SC: 'South Carolina',
  SD: 'South Dakota',
  TN: 'Tennessee',
  TX: 'Texas',
  UT: 'Utah',
  VT: 'Vermont',
  VA: 'Virginia',
  WA: 'Washington',
  WV: 'West Virginia',
  WI: 'Wisconsin',
  WY: 'Wyoming',
} as const;

export type StateCode = keyof typeof names;

/** The 50 states by two-letter code, which is also their id (settled: Identifiers). */
export const stateCode = z.enum(Object.keys(names) as [StateCode, ...StateCode[]]);

export const state = z.object({ id: stateCode, code: stateCode, name: z.string() });
export type State = z.infer<typeof state>;

export const states: readonly State[] = stateCode.options.map((code) => ({
  id: code,
  code,
  name: names[code],
}));

/** The name of a state, as `state_title` carries it. */
export function stateName(code: StateCode): string {
  return names[code];
}

const byName = new Map(states.map(({ code, name }) => [name.toLowerCase(), code]));

/** The code of a state given by code or by name, in any spelling of case; undefined where it is neither. */
export function findState(text: string): StateCode | undefined {
  const wanted = text.trim();
  const code = stateCode.safeParse(wanted.toUpperCase());
  return code.success ? code.data : byName.get(wanted.toLowerCase());
}
