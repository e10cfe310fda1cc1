import type { Model } from 'mongoose';
import { carrierName } from '@crm/contracts/codes/carriers.js';
import type { ReferenceListDoc } from './reference.model.js';

/** The readable name of a carrier by its code; a code that is in no list reads as itself. */
export type CarrierNameOf = (code: string) => string;

/** The names of the carriers as the kept list has them, at hand for rules that must not wait. */
export interface CarrierNames {
  readonly of: CarrierNameOf;
  /** Whether a code is in the list, offered or not. */
  isKnown(code: string): boolean;
  /** Whether it is in the list and is offered. */
  isOffered(code: string): boolean;
  /** Reads them anew: after a save, and every so often for what another instance saved. */
  refresh(): Promise<void>;
}

/** Begins with the built-in names; call `refresh` once the lists are there. */
export function createCarrierNames(lists: Model<ReferenceListDoc>): CarrierNames {
  let known = new Map<string, { text: string; active: boolean }>();
  return {
    of: (code) => known.get(code)?.text ?? carrierName(code),
    isKnown: (code) => known.has(code),
    isOffered: (code) => known.get(code)?.active ?? false,
    refresh: async () => {
      const stored = await lists.findById('carriers').select({ entries: 1 }).lean<ReferenceListDoc | null>();
      known = new Map((stored?.entries ?? []).map(({ code, text, active }) => [code, { text, active }]));
    },
  };
}
