import { styled } from '@mui/material/styles';
import type { HueName } from '../theme/tokens.js';

/** The colour of a status beside its word. */
export const Dot = styled('span', { shouldForwardProp: (prop) => prop !== 'hue' })<{ hue: HueName }>(
  ({ theme, hue }) => ({
    flex: 'none',
    width: theme.spacing(1),
    height: theme.spacing(1),
    borderRadius: '50%',
    // Its colour is all that it says.
    forcedColorAdjust: 'none',
    backgroundColor: theme.palette.hue[hue].edge,
  }),
);
