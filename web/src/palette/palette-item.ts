import type { ReactNode } from 'react';

export interface PaletteItem {
  id: string;
  content: ReactNode;
  /** Why it cannot be chosen now. */
  reason?: string | undefined;
  run: () => void;
}

export interface PaletteSection {
  title: string;
  items: readonly PaletteItem[];
}
