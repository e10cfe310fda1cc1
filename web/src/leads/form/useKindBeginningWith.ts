import { useMemo } from 'react';
import { toMask } from '@crm/contracts/phone.js';
import type { Lead } from '@crm/contracts/entities/lead.js';
import type { FormKind } from './form-kind.js';

/** The kind of a form whose new lead begins with a number that is known already. */
export function useKindBeginningWith<F extends { phone: string }, L extends Lead>(
  phone: string | undefined,
  kind: FormKind<F, L>,
): FormKind<F, L> {
  return useMemo(
    () =>
      phone === undefined ? kind : { ...kind, empty: () => ({ ...kind.empty(), phone: toMask(phone) }) },
    [kind, phone],
  );
}
