import { createContext, useContext } from 'react';
import type { Choice } from '@crm/contracts/codes/life-lists.js';
import type { FormInput } from './form-inputs.js';
import type { InputStates, Layout } from './form-kind.js';

/** Lists that admins keep, by the input that offers one. */
export type KeptLists = Partial<Record<string, readonly Choice[]>>;

/** What the inputs of a lead form share. */
export interface LeadFormContextValue {
  inputs: Readonly<Record<string, FormInput>>;
  layout: Layout;
  /** The sections of a tab with their titles, and their inputs in reading order. */
  sections: readonly { name: string; title: string; tab: string }[];
  order: readonly string[];
  isEdit: boolean;
  states: InputStates;
  lists: KeptLists;
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
