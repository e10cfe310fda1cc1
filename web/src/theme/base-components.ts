import type { Components, Theme } from '@mui/material/styles';
import { ring } from './ring.js';
import { rowStyles } from './row-styles.js';
import { tokens } from './tokens.js';

const { size, radius } = tokens;

/** Disabled, without reduced opacity, so that the text stays readable. */
const disabled = (theme: Theme) => ({
  backgroundColor: theme.palette.hue.neutral.chip,
  color: theme.palette.text.tertiary,
  borderColor: 'transparent',
  boxShadow: 'none',
  cursor: 'default',
});

/** The page, its buttons and icons. */
export const baseComponents: Components<Theme> = {
  MuiCssBaseline: {
    styleOverrides: (theme) => ({
      ':root': { fontFeatureSettings: tokens.font.features },
      'html, body, #root': { height: '100%' },
      body: {
        backgroundColor: theme.palette.background.default,
        WebkitFontSmoothing: 'antialiased',
        MozOsxFontSmoothing: 'grayscale',
      },
      ...rowStyles(theme),
      '.clip': { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
      ':focus-visible': ring(theme),
      'input:focus-visible, textarea:focus-visible, [tabindex="-1"]:focus-visible': { outline: 'none' },
      '@media (prefers-reduced-motion: reduce)': {
        '*, *::before, *::after': {
          animationDuration: '0.01ms !important',
          animationDelay: '0ms !important',
          animationIterationCount: '1 !important',
          transitionDuration: '0.01ms !important',
          transitionDelay: '0ms !important',
          scrollBehavior: 'auto !important',
        },
      },
    }),
  },
  MuiButtonBase: {
    defaultProps: { disableRipple: true },
    styleOverrides: { root: ({ theme }) => ({ '&.Mui-focusVisible': ring(theme) }) },
  },
  MuiButton: {
    defaultProps: { disableElevation: true },
    styleOverrides: {
      root: ({ theme }) => ({
        minHeight: size.control,
        minWidth: 0,
        padding: '0 14px',
        borderRadius: radius.control,
        whiteSpace: 'nowrap',
        '& .MuiButton-startIcon': { marginLeft: 0, marginRight: 8 },
        '& .MuiButton-startIcon > .MuiSvgIcon-root, & .MuiButton-endIcon > .MuiSvgIcon-root': {
          fontSize: theme.typography.pxToRem(18),
        },
        '&.Mui-disabled, &[aria-disabled="true"], &[aria-disabled="true"]:hover': disabled(theme),
      }),
      sizeSmall: { minHeight: size.target, padding: '0 10px' },
      sizeLarge: ({ theme }) => ({
        minHeight: size.controlLarge,
        ...theme.typography.body1,
        fontWeight: 600,
      }),
      outlined: ({ theme, ownerState }) => ({
        backgroundColor: theme.palette.surface.base,
        ...(ownerState.color === 'error'
          ? { borderColor: theme.palette.error.main }
          : {
              color: theme.palette.text.primary,
              borderColor: theme.palette.border.control,
              '&:hover': {
                backgroundColor: theme.palette.surface.hover,
                borderColor: theme.palette.text.secondary,
              },
            }),
      }),
      text: ({ theme, ownerState }) =>
        ownerState.color === 'inherit' || ownerState.color === 'secondary'
          ? { color: theme.palette.text.secondary, '&:hover': { color: theme.palette.text.primary } }
          : {},
    },
  },
  MuiIconButton: {
    styleOverrides: {
      root: ({ theme }) => ({
        width: size.control,
        height: size.control,
        padding: 0,
        borderRadius: radius.control,
        color: theme.palette.text.secondary,
        '&:hover': { backgroundColor: theme.palette.surface.hover, color: theme.palette.text.primary },
      }),
      sizeSmall: { width: size.target, height: size.target },
    },
  },
  MuiSvgIcon: {
    styleOverrides: {
      root: ({ theme }) => ({ fontSize: theme.typography.pxToRem(size.icon) }),
      fontSizeSmall: ({ theme }) => ({ fontSize: theme.typography.pxToRem(size.iconSmall) }),
    },
  },
  MuiSkeleton: { defaultProps: { animation: false } },
  MuiLink: { defaultProps: { underline: 'hover' } },
  MuiAppBar: {
    defaultProps: { elevation: 0, color: 'inherit' },
    styleOverrides: {
      root: ({ theme }) => ({
        backgroundColor: theme.palette.surface.base,
        borderBottom: `1px solid ${theme.palette.border.subtle}`,
      }),
    },
  },
};
