import { createContext, useContext, type ReactNode } from 'react';
import type { RaRecord } from 'react-admin';
import type { HueName } from '../theme/tokens.js';

/** The appearance and actions of a list's rows. */
export interface ListView<R> {
  /** The cells of a row, without its checkbox. */
  cellsOf?: (row: R) => ReactNode;
  /** Label of a row's checkbox; without it rows are not selectable. */
  checkLabel?: (row: R) => string;
  /** The colour of a row, as edge and tint. */
  hueOf?: (row: R) => HueName;
  /** Whether a row is the one that is open beside the list. */
  isOpen?: (row: R) => boolean;
  /** The link of a row. */
  addressOf?: (row: R) => string | undefined;
  /** Who else has the row open: meanwhile it can be neither opened nor selected. */
  lockedBy?: (row: R) => string | undefined;
  /** Whether a row is shown as disabled. */
  isGrey?: (row: R) => boolean;
  /** Compact rows: 40 px instead of 44. */
  isDense?: boolean;
}

const ListViewContext = createContext<ListView<RaRecord>>({});

/** Provides the view of a list to its header and rows, which react-admin's table renders without our props. */
export const ListViewProvider = ListViewContext.Provider;

/** The view of the surrounding list. */
export const useListView = (): ListView<RaRecord> => useContext(ListViewContext);
