import type { Theme } from '@mui/material/styles';
import { tokens } from './tokens.js';

const { focus } = tokens;

/** Where the keyboard is: never removed, only shaped. */
export const ring = (theme: Theme) => ({
  outline: `${String(focus.width)}px solid ${theme.palette.focus}`,
  outlineOffset: focus.offset,
});
