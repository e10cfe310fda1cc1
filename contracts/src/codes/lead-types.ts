import { z } from 'zod';
import type { SubroleId } from './roles.js';

/** Lead types by their number: life 2, which final expense belongs to, and health 4 (rule L1). */
export const typeId = z.union([z.literal(2), z.literal(4)]);
export type TypeId = z.infer<typeof typeId>;

/** Lead types by name: as rooms, lead/all and the bulk upload name them. */
export const typeName = z.enum(['life', 'health']);
export type TypeName = z.infer<typeof typeName>;

export const typeNameOf = { 2: 'life', 4: 'health' } as const satisfies Record<TypeId, TypeName>;
export const typeIdOf = { life: 2, health: 4 } as const satisfies Record<TypeName, TypeId>;

/** The sub-role that an agent needs for leads of a type (rule A2). */
export const subroleFor = { 2: 1, 4: 2 } as const satisfies Record<TypeId, SubroleId>;
