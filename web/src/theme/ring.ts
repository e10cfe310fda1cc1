import type { Theme } from '@mui/material/styles';
import { tokens } from './tokens.js';

const { focus } = tokens;

/** The focus ring: restyled, never removed. */
export const ring = (theme: Theme) => ({
  outline: `${String(focus.width)}px solid ${theme.palette.focus}`,
  outlineOffset: focus.offset,
});
