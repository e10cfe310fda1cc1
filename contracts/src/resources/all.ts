import type { Access } from '../access.js';
import { partners } from './partner.js';

/** Every resource that is defined, by its name in the address. */
export const resources = { partners } as const;

/** Who may read a resource; undefined for a name that none has. */
export function readersOf(resource: string): Access | undefined {
  return Object.values(resources).find(({ name }) => name === resource)?.rights.read;
}
