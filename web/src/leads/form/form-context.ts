import { createContext, useContext } from 'react';
import type { InputStates } from './form-kind.js';
import type { FormParts } from './useLeadForm.js';

/** What a lead form is and holds: another as what the rules say of the typed values changes. */
export interface LeadFormContextValue extends FormParts {
  isEdit: boolean;
  states: InputStates;
  idOf: (path: string) => string;
  /** The message of an input, once its reader has been there or asked what is missing. */
  errorOf: (path: string) => string | undefined;
  /** Takes a choice, with what else changes by it. */
  choose: (field: string, value: unknown) => void;
  /** The wrong inputs in reading order, and those of them that say so. */
  wrong: readonly string[];
  shown: readonly string[];
  /** Whether nothing is wrong but that fields are empty. */
  isToFill: boolean;
  /** Why it cannot be saved yet, by its first wrong field; undefined where it can. */
  reason: string | undefined;
}

const LeadFormContext = createContext<LeadFormContextValue | undefined>(undefined);

export const LeadFormContextProvider = LeadFormContext.Provider;

/** The lead form around. */
export function useLeadFormContext(): LeadFormContextValue {
  const form = useContext(LeadFormContext);
  if (!form) throw new Error('An input of a lead form is inside of a LeadFormProvider');
  return form;
}
