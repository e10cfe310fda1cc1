import { createContext, useContext } from 'react';
import type { InputField } from '../../fields/input-field.js';
import type { InputStates, Layout } from './form-kind.js';

/** What a lead form is and holds: another with everything that is typed, so that whoever draws an input hands it its part. */
export interface LeadFormContextValue {
  inputs: Readonly<Record<string, InputField>>;
  layout: Layout;
  /** The sections of a tab with their titles, and their inputs in reading order. */
  sections: readonly { name: string; title: string; tab: string }[];
  order: readonly string[];
  isEdit: boolean;
  states: InputStates;
  idOf: (path: string) => string;
  /** The message of an input, once its reader has been there or asked what is missing. */
  errorOf: (path: string) => string | undefined;
  /** Takes a choice, with what else changes by it. */
  choose: (field: string, value: unknown) => void;
}

const LeadFormContext = createContext<LeadFormContextValue | undefined>(undefined);

export const LeadFormContextProvider = LeadFormContext.Provider;

/** The lead form around. */
export function useLeadFormContext(): LeadFormContextValue {
  const form = useContext(LeadFormContext);
  if (!form) throw new Error('An input of a lead form is inside of a LeadFormProvider');
  return form;
}
