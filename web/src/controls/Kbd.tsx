import { styled } from '@mui/material/styles';

/** A keyboard shortcut next to its action. */
export const Kbd = styled('kbd')(({ theme }) => ({
  ...theme.typography.overline,
  fontFamily: theme.typography.fontFamily,
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  minWidth: 20,
  height: 18,
  padding: '0 5px',
  border: '1px solid',
  borderColor: theme.palette.border.default,
  borderRadius: 4,
  color: theme.palette.text.secondary,
  backgroundColor: theme.palette.surface.base,
  // A button sizes its icons, and a key is none.
  '.MuiButton-root .MuiButton-endIcon > &:nth-of-type(1)': { fontSize: theme.typography.overline.fontSize },
  // A phone has no keys.
  '@media (pointer: coarse)': { display: 'none' },
  '.MuiButton-contained &': {
    color: 'inherit',
    borderColor: 'currentColor',
    backgroundColor: 'transparent',
  },
}));
