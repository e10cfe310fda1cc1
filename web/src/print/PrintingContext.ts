import { createContext, useContext } from 'react';

/** Whether the surrounding page is being printed. */
export const PrintingContext = createContext(false);

export const useIsPrinted = () => useContext(PrintingContext);
