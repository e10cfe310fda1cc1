import { z } from 'zod';
import { keyScopes } from '../codes/key-scopes.js';
import { choices, words } from '../fields/several-kinds.js';
import { instant } from '../fields/kept-kinds.js';
import { text } from '../fields/text-kinds.js';
import { date } from '../fields/time-kinds.js';
import { defineResource } from './define-resource.js';

/** Keys of an agency at most. */
export const maxApiKeys = 100;

/** A network in CIDR notation, of either version of IP. */
const network = new RegExp(`${z.regexes.cidrv4.source}|${z.regexes.cidrv6.source}`);

/**
 * Keys by which other systems make the calls that their scopes open, without a session and in nobody's name. The key itself is
 * shown once and kept as a hash. Deleting one withdraws it.
 */
export const apiKeys = defineResource({
  name: 'api-keys',
  service: 'auth',
  one: 'API key',
  many: 'API keys',
  fields: {
    name: text({ label: 'Name', max: 100, required: true, example: 'Policy system' }),
    scopes: choices({
      label: 'Scopes',
      of: keyScopes,
      none: 'Choose at least one scope',
      example: ['leads:create', 'leads:read'],
    }),
    networks: words({
      label: 'Allowed networks',
      help: 'Such as 203.0.113.0/24. If empty, the key works from everywhere',
      each: {
        matches: network,
        wrong: (word) => `${word} is not a network such as 203.0.113.0/24`,
        twice: (word) => `${word} is there twice`,
      },
      max: 50,
      example: ['203.0.113.0/24'],
    }),
    ends_on: date({
      label: 'Last day',
      help: 'In Pacific time. If empty, the key works until it is withdrawn',
      example: '2027-06-30',
    }),
    /** The key without its secret. */
    key_hint: text({
      label: 'Key',
      max: 40,
      writable: 'never',
      example: 'crm_live_66f0a1b2c3d4e5f6010204aa',
    }),
    /** To the minute. */
    last_used_at: instant({ label: 'Last used', example: '2026-11-20T17:38:00.000Z' }),
  },
  rights: { read: 'admin', create: 'admin', change: 'admin', remove: 'admin' },
  sort: ['name', 'ASC'],
  sortsCaseless: true,
  search: ['name'],
  filters: ['scopes'],
  most: { count: maxApiKeys, sentence: `There can be ${String(maxApiKeys)} API keys at most` },
  says: { removed: 'API key withdrawn' },
  once: {
    shape: { key: z.string() },
    example: { key: 'crm_live_66f0a1b2c3d4e5f6010204aa_4fQ1…' },
  },
});
export type ApiKey = z.output<typeof apiKeys.record>;
