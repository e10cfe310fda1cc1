import type { Components, Theme } from '@mui/material/styles';
import { tokens } from './tokens.js';

const { size, radius } = tokens;

/** Cards, menus, dialogs and overlays. */
export const surfaceComponents: Components<Theme> = {
  MuiPaper: {
    styleOverrides: {
      root: { backgroundImage: 'none' },
      rounded: { borderRadius: radius.card },
    },
  },
  MuiCard: {
    styleOverrides: {
      root: ({ theme }) => ({
        border: `1px solid ${theme.palette.border.subtle}`,
        borderRadius: radius.card,
      }),
    },
  },
  MuiPopover: {
    styleOverrides: {
      paper: ({ theme }) => ({
        backgroundColor: theme.palette.surface.raised,
        border: `1px solid ${theme.palette.border.subtle}`,
        borderRadius: radius.card,
        boxShadow: theme.elevation[2],
      }),
    },
  },
  MuiMenu: { styleOverrides: { list: { padding: 4 } } },
  MuiMenuItem: {
    styleOverrides: {
      root: ({ theme }) => ({
        ...theme.typography.body2,
        fontWeight: 500,
        '&&': { minHeight: size.control },
        gap: 12,
        padding: '4px 12px',
        borderRadius: radius.control,
        '&:hover, &.Mui-focusVisible': { backgroundColor: theme.palette.surface.hover },
        '&.Mui-selected, &.Mui-selected:hover': {
          backgroundColor: theme.palette.brand.tint,
          color: theme.palette.primary.main,
        },
        '&.Mui-focusVisible': { outlineOffset: -2 },
        // Why it is off can be read.
        '&.Mui-disabled': { opacity: 1, color: theme.palette.text.tertiary },
        '&.Mui-disabled .MuiListItemText-secondary': { color: 'inherit' },
        '&.Mui-disabled .MuiListItemIcon-root > *': { color: theme.palette.text.tertiary },
      }),
    },
  },
  MuiListItemIcon: { styleOverrides: { root: { minWidth: 0, color: 'inherit' } } },
  MuiBackdrop: {
    styleOverrides: {
      root: ({ theme, ownerState }) =>
        ownerState.invisible === true ? {} : { backgroundColor: theme.palette.scrim },
    },
  },
  MuiDialog: {
    styleOverrides: {
      // The panel of a call stays in sight and in use below every dialog.
      root: {
        bottom: 'var(--call-panel, 0px)',
        '& > .MuiBackdrop-root': { bottom: 'var(--call-panel, 0px)' },
      },
      paper: ({ theme }) => ({
        backgroundColor: theme.palette.surface.raised,
        borderRadius: radius.dialog,
        boxShadow: theme.elevation[3],
        margin: 16,
        width: `calc(100% - 32px)`,
        // Room above for a snackbar and below for the connection banner, if the screen has it.
        '@media (min-height: 600px)': { marginBlock: 64, maxHeight: 'calc(100% - 128px)' },
      }),
    },
  },
  MuiDialogTitle: {
    styleOverrides: { root: ({ theme }) => ({ ...theme.typography.h4, padding: '16px 24px' }) },
  },
  MuiDialogContent: { styleOverrides: { root: { padding: '0 24px 24px' } } },
  MuiDialogContentText: {
    styleOverrides: {
      root: ({ theme }) => ({ ...theme.typography.body1, color: theme.palette.text.secondary }),
    },
  },
  MuiDialogActions: {
    styleOverrides: {
      root: ({ theme }) => ({
        padding: '12px 24px',
        gap: 12,
        borderTop: `1px solid ${theme.palette.border.subtle}`,
        '& > :not(style) ~ :not(style)': { marginLeft: 0 },
      }),
    },
  },
  MuiTooltip: {
    defaultProps: { enterDelay: 300, enterNextDelay: 300, disableInteractive: true },
    styleOverrides: {
      tooltip: ({ theme }) => ({
        ...theme.typography.body2,
        padding: '6px 10px',
        borderRadius: radius.control,
        backgroundColor: theme.palette.panel.bg,
        color: theme.palette.panel.text,
        boxShadow: theme.elevation[2],
      }),
    },
  },
  MuiChip: {
    defaultProps: { size: 'small' },
    styleOverrides: {
      root: ({ theme }) => ({
        ...theme.typography.caption,
        fontWeight: 600,
        height: 22,
        borderRadius: radius.chip,
        backgroundColor: theme.palette.hue.neutral.chip,
        color: theme.palette.hue.neutral.fg,
      }),
      label: { paddingLeft: 8, paddingRight: 8 },
      icon: ({ theme }) => ({
        marginLeft: 6,
        marginRight: -4,
        color: 'inherit',
        fontSize: theme.typography.pxToRem(size.iconSmall),
      }),
    },
  },
};
