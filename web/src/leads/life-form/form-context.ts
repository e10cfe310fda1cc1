import { createContext, useContext } from 'react';
import type { Control } from 'react-hook-form';
import type { Choice } from '@crm/contracts/codes/life-lists.js';
import type { LifeForm, LifeFormPlace } from '@crm/contracts/leads/life-form.rules.js';

/** What the fields of a life form share. */
export interface LifeFormContextValue {
  /** Where it stands: rules and resets differ by it. */
  place: LifeFormPlace;
  /** The conditions to choose from: leads of the marketplace have a list of their own. */
  medications: readonly Choice[];
  control: Control<LifeForm>;
  values: LifeForm;
  /** The message of a field, once its reader has been there or asked what is missing. */
  errorOf: (field: keyof LifeForm) => string | undefined;
  /** Lets a field say what is wrong with it. */
  visit: (field: keyof LifeForm) => void;
  /** Changes several fields at once, as one choice resets others. */
  change: (change: Partial<LifeForm>) => void;
}

const LifeFormContext = createContext<LifeFormContextValue | undefined>(undefined);

export const LifeFormProvider = LifeFormContext.Provider;

/** The life form around. */
export function useLifeFormContext(): LifeFormContextValue {
  const form = useContext(LifeFormContext);
  if (!form) throw new Error('A field of the life form stands inside a LifeFormProvider');
  return form;
}

/** Ids of fields, so that the foot can lead to the first that is wrong. */
export const fieldId = (field: keyof LifeForm) => `life-${field}`;
