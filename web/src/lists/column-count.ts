import { createContext } from 'react';

/** How many columns the table around has: a cell over more than these would be given room of its own. */
export const ColumnCount = createContext(99);
