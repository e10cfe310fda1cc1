import { z } from 'zod';
import { roles, type RoleId } from '@crm/contracts/codes/roles.js';
import { email } from '@crm/contracts/entities/user.js';
import type { RoleRow } from '@crm/contracts/resources/identity-provider.js';
import { lowered } from '../user/user.rules.js';

/** A boolean as providers write it. */
const yes = z
  .union([z.boolean(), z.string(), z.number()])
  .transform((said) => /^(true|1)$/i.test(String(said)));

/** One value, or a list of them. */
const values = z
  .union([z.string(), z.array(z.unknown())])
  .transform((said) => [said].flat().filter((each): each is string => typeof each === 'string'));

/** What an ID token and the answer of the userinfo endpoint say of a person, as far as we ask. */
const claims = z.object({
  iss: z.string(),
  sub: z.string().min(1).max(255),
  email: email.optional().catch(undefined),
  email_verified: yes.optional().catch(undefined),
  xms_edov: yes.optional().catch(undefined),
  given_name: z.string().trim().optional().catch(undefined),
  family_name: z.string().trim().optional().catch(undefined),
  name: z.string().trim().optional().catch(undefined),
  amr: values.optional().catch(undefined),
  acr: z.string().optional().catch(undefined),
});

/** A person as a provider vouches for them. */
export interface ProvenPerson {
  issuer: string;
  sub: string;
  /** Empty where the provider says none. */
  email: string;
  /** Whether the provider vouches for the address, and not the person alone. */
  isVerified: boolean;
  fname: string;
  lname: string;
  /** Their groups, or what else the claim has that gives a role. */
  groups: string[];
  /** How they proved to the provider who they are. */
  methods: string[];
}

/** Entra ID says by a claim of its own that the owner of an address is verified. */
const isEntra = (issuer: string) => /^https:\/\/login\.microsoftonline\.(com|us|cn)\//.test(issuer);

/** Reads the claims of a provider. Throws where there is no subject. */
export function personOf(said: Readonly<Record<string, unknown>>, roleClaim: string): ProvenPerson {
  const {
    iss,
    sub,
    email: address = '',
    email_verified,
    xms_edov,
    amr = [],
    acr,
    ...names
  } = claims.parse(said);
  const [first = '', ...rest] = (names.name ?? '').split(/\s+/);
  return {
    issuer: iss,
    sub,
    email: address,
    isVerified: address !== '' && (email_verified ?? (isEntra(iss) && xms_edov === true)),
    fname: names.given_name ?? first,
    lname: names.family_name ?? rest.join(' '),
    groups: roleClaim === '' ? [] : (values.safeParse(said[roleClaim]).data ?? []),
    methods: [...amr, ...(acr === undefined ? [] : [acr])],
  };
}

/** The role that the first row gives of which somebody has the value; undefined for none. Capitals make no difference. */
export function roleOf(groups: readonly string[], rows: readonly RoleRow[]): RoleId | undefined {
  const has = new Set(groups.map(lowered));
  const row = rows.find(({ value }) => has.has(lowered(value)));
  return row && roles[row.role];
}

/** Whether the provider has asked for a second factor that counts here as well. */
export const countsAsFactor = (methods: readonly string[], counting: readonly string[]): boolean =>
  counting.some((value) => methods.includes(value));

/** The domain of an address. */
const domainOf = (email: string): string => lowered(email).split('@').at(-1) ?? '';

/** Whether a provider serves an address: a domain below one of its domains is another one. */
export const serves = ({ domains }: { domains: readonly string[] }, email: string): boolean =>
  domains.includes(domainOf(email));

/** By what an account is found of somebody whom a provider knows: no issuer has a space in it. */
export const identityOf = ({ issuer, sub }: Pick<ProvenPerson, 'issuer' | 'sub'>): string =>
  `${issuer} ${sub}`;
