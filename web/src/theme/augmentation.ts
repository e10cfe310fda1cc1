import type { CSSProperties } from 'react';
import type { HueName } from './tokens.js';

export interface Surface {
  canvas: string;
  sunken: string;
  base: string;
  raised: string;
  hover: string;
}

export interface Hue {
  /** Text, icons and dots. */
  fg: string;
  /** The 3 px line at a row's start. */
  edge: string;
  /** Row background. */
  tint: string;
  /** Chip background. */
  chip: string;
}

interface OwnPalette {
  surface: Surface;
  border: { subtle: string; default: string; control: string };
  brand: { tint: string; selected: string };
  hue: Record<HueName, Hue>;
  panel: {
    bg: string;
    raised: string;
    border: string;
    text: string;
    muted: string;
    live: string;
    danger: string;
    action: string;
    onAction: string;
  };
  signIn: { bg: string; text: string; muted: string; line: string };
  busy: { fg: string; edge: string; bg: string };
  focus: string;
  scrim: string;
}

interface OwnTheme {
  radius: { chip: number; control: number; card: number; dialog: number; pill: number };
  size: {
    control: number;
    controlLarge: number;
    row: number;
    rowComfortable: number;
    tableHead: number;
    topBar: number;
    /** The room at the right of the bar for a call, presence and the icons. */
    barEnd: number;
    rail: number;
    drawer: number;
    callPanel: number;
    actionBar: number;
    tab: number;
    icon: number;
    iconSmall: number;
    target: number;
    edge: number;
    leadFields: number;
    leadFieldsWide: number;
    leadColumn: number;
  };
  elevation: { 1: string; 2: string; 3: string };
  timing: { quick: number; base: number; enter: number; flash: number; easeOut: string; easeIn: string };
}

/** Tabular figures, for columns of numbers and numbers that change in place. */
interface Tabular {
  fontVariantNumeric: string;
  letterSpacing: string;
}

declare module '@mui/material/styles' {
  interface Palette extends OwnPalette {
    /** Background of a row that has just changed. */
    flash: string;
  }
  interface PaletteOptions extends OwnPalette {
    flash: string;
  }
  interface TypeText {
    tertiary: string;
  }
  interface Theme extends OwnTheme {
    tabular: Tabular;
  }
  interface ThemeOptions extends OwnTheme {
    tabular: Tabular;
  }
  interface TypographyVariants {
    script: CSSProperties;
  }
  interface TypographyVariantsOptions {
    script?: CSSProperties;
  }
}

declare module '@mui/material/Typography' {
  interface TypographyPropsVariantOverrides {
    script: true;
  }
}
