import { createContext } from 'react';

/** The number of columns of the surrounding table: a larger colSpan would create extra ones. */
export const ColumnCount = createContext(99);
