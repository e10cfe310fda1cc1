import { createContext, useContext } from 'react';
import type { HealthForm } from '@crm/contracts/leads/health-form.rules.js';
import type { FieldBinding } from '../../fields/typed-fields.js';

/** What the fields of the health form share. */
export interface HealthFormContextValue {
  values: HealthForm;
  change: (change: Partial<HealthForm>) => void;
  /** What a field is told, by its path: `city`, `spouse.weight`, `children.0.name`. */
  bind: (path: string) => FieldBinding;
}

const HealthFormContext = createContext<HealthFormContextValue | undefined>(undefined);

export const HealthFormProvider = HealthFormContext.Provider;

/** The health form around. */
export function useHealthFormContext(): HealthFormContextValue {
  const form = useContext(HealthFormContext);
  if (!form) throw new Error('A field of the health form stands inside a HealthFormProvider');
  return form;
}

/** Ids of fields, so that the foot can lead to the first that is wrong. */
export const fieldId = (path: string) => `health-${path}`;
