import { createContext, useContext } from 'react';
import type { Choice } from '@crm/contracts/codes/life-lists.js';

/** Lists that admins keep, by the input that offers one. */
export type KeptLists = Partial<Record<string, readonly Choice[]>>;

/** What the inputs of a form share where it has rules of its own. It stays the same while somebody types. */
export interface FormInputs {
  idOf?: (source: string) => string;
  /** Takes a choice, with what else changes by it. */
  choose?: (source: string, value: unknown) => void;
}

const InputsContext = createContext<FormInputs>({});

export const InputsProvider = InputsContext.Provider;

export const useFormInputs = () => useContext(InputsContext);

const ListsContext = createContext<KeptLists>({});

export const ListsProvider = ListsContext.Provider;

/** The list that an input offers. Whoever reads it is drawn again when lists come. */
export const useKeptList = (source: string): readonly Choice[] => useContext(ListsContext)[source] ?? [];
