import { createContext, useContext } from 'react';
import type { RaRecord } from 'react-admin';
import type { HueName } from '../theme/tokens.js';

/** How the rows of a list look and what can be done with them. */
export interface ListView<R> {
  /** What a row's box is called; without it rows cannot be checked. */
  checkLabel?: (row: R) => string;
  /** The colour of a row, as edge and tint. */
  hueOf?: (row: R) => HueName;
  /** Where a click on a row leads. */
  addressOf?: (row: R) => string | undefined;
  /** Who has a row open beside the reader: until then it can be neither opened nor checked. */
  lockedBy?: (row: R) => string | undefined;
  /** Whether a row is shown as one with which nothing can be done. */
  isGrey?: (row: R) => boolean;
  /** 40 px rows in place of 44. */
  isDense?: boolean;
}

const ListViewContext = createContext<ListView<RaRecord>>({});

/** Hands the view of a list to its head and its rows, which react-admin's table draws without properties of ours. */
export const ListViewProvider = ListViewContext.Provider;

/** The view of the list around. */
export const useListView = (): ListView<RaRecord> => useContext(ListViewContext);
