import type { Components, Theme } from '@mui/material/styles';
import { CheckboxIcon } from './CheckboxIcon.js';
import { ring } from './ring.js';
import { tokens } from './tokens.js';

const errorIcon = new URL('./error-icon.svg', import.meta.url).href;
const { size, radius } = tokens;

/** Of MUI's own outline, a quarter of what an input draws, most makes room for a label that stands above ours. */
const Outline = ({ className }: { className?: string }) => <span aria-hidden="true" className={className} />;

/** Inputs, selects and switches. */
export const formComponents: Components<Theme> = {
  MuiTextField: { defaultProps: { variant: 'outlined', size: 'small', fullWidth: true } },
  MuiFormControl: { defaultProps: { variant: 'outlined', size: 'small', margin: 'none' } },
  // A style sheet of each input's own would have the whole page styled anew whenever one comes or goes.
  MuiInputBase: { defaultProps: { disableInjectingGlobalStyles: true } },
  MuiOutlinedInput: {
    defaultProps: { slots: { notchedOutline: Outline } },
    styleOverrides: {
      root: ({ theme }) => ({
        ...theme.typography.body2,
        minHeight: size.control,
        backgroundColor: theme.palette.surface.base,
        '& .MuiOutlinedInput-notchedOutline': {
          position: 'absolute',
          inset: 0,
          border: `1px solid ${theme.palette.border.control}`,
          borderRadius: 'inherit',
          pointerEvents: 'none',
        },
        '&:hover:not(.Mui-focused):not(.Mui-error):not(.Mui-disabled) .MuiOutlinedInput-notchedOutline': {
          borderColor: theme.palette.text.secondary,
        },
        '&.Mui-disabled': { backgroundColor: theme.palette.hue.neutral.chip },
        '&.Mui-disabled .MuiOutlinedInput-notchedOutline': { borderColor: 'transparent' },
        '&.MuiInputBase-multiline': { padding: '8px 13px' },
      }),
      input: ({ theme }) => ({
        height: 'auto',
        padding: '8px 13px',
        '&::placeholder': { color: theme.palette.text.tertiary, opacity: 1 },
        '.MuiInputBase-multiline &': { padding: 0 },
        '&.Mui-disabled': { WebkitTextFillColor: theme.palette.text.tertiary },
      }),
    },
  },
  // Of a group and, below, of one field.
  MuiFormLabel: {
    styleOverrides: {
      root: ({ theme }) => ({
        ...theme.typography.caption,
        marginBottom: 4,
        color: theme.palette.text.secondary,
        '&.Mui-focused, &.Mui-error, &.Mui-disabled': { color: theme.palette.text.secondary },
      }),
      asterisk: ({ theme }) => ({ color: theme.palette.error.main }),
    },
  },
  MuiInputLabel: {
    defaultProps: { shrink: true, disableAnimation: true },
    styleOverrides: {
      root: { position: 'static', transform: 'none', maxWidth: '100%' },
    },
  },
  MuiFormHelperText: {
    styleOverrides: {
      root: ({ theme }) => ({
        ...theme.typography.caption,
        fontWeight: 400,
        margin: '4px 0 0',
        '&, &.Mui-disabled': { color: theme.palette.text.tertiary },
        '&.Mui-error': {
          display: 'flex',
          alignItems: 'flex-start',
          gap: 4,
          color: theme.palette.error.main,
        },
        '&.Mui-error::before': {
          content: '""',
          flex: 'none',
          width: 16,
          height: 16,
          backgroundColor: 'currentColor',
          mask: `url(${errorIcon}) center / contain no-repeat`,
        },
      }),
    },
  },
  MuiFormControlLabel: {
    styleOverrides: {
      root: { marginLeft: 0, gap: 8 },
      label: ({ theme }) => ({ ...theme.typography.body2, fontWeight: 500 }),
    },
  },
  MuiCheckbox: {
    defaultProps: {
      icon: <CheckboxIcon state="empty" />,
      checkedIcon: <CheckboxIcon state="ticked" />,
      indeterminateIcon: <CheckboxIcon state="some" />,
    },
    styleOverrides: {
      root: ({ theme }) => ({
        padding: 7,
        borderRadius: radius.control,
        '&.Mui-focusVisible': ring(theme),
      }),
    },
  },
  MuiSwitch: {
    styleOverrides: {
      root: ({ theme }) => ({
        width: 36,
        height: 20,
        padding: 0,
        overflow: 'visible',
        '&:has(:focus-visible)': { borderRadius: radius.pill, ...ring(theme) },
      }),
      switchBase: ({ theme }) => ({
        padding: 2,
        '&.Mui-checked': { transform: 'translateX(16px)' },
        '&.Mui-checked + .MuiSwitch-track': { opacity: 1 },
        '& .MuiSwitch-thumb': { color: theme.palette.surface.base },
        '&.Mui-focusVisible': { outline: 'none' },
        '&.Mui-disabled + .MuiSwitch-track': { opacity: 0.5 },
      }),
      thumb: { width: 16, height: 16, boxShadow: 'none' },
      track: ({ theme }) => ({
        borderRadius: radius.pill,
        opacity: 1,
        backgroundColor: theme.palette.border.control,
      }),
    },
  },
  MuiAutocomplete: {
    styleOverrides: {
      paper: ({ theme }) => ({
        backgroundColor: theme.palette.surface.raised,
        border: `1px solid ${theme.palette.border.subtle}`,
        boxShadow: theme.elevation[2],
      }),
      // Same height as other fields, with text and arrow positioned as in a select.
      root: {
        '& .MuiOutlinedInput-root.MuiInputBase-sizeSmall': {
          paddingTop: 5.5,
          paddingBottom: 5.5,
          paddingLeft: 5,
        },
        '& .MuiOutlinedInput-root .MuiAutocomplete-endAdornment': { right: 2 },
      },
      listbox: { padding: 4 },
      option: ({ theme }) => ({
        ...theme.typography.body2,
        '&&': { minHeight: size.control },
        borderRadius: radius.control,
      }),
    },
  },
};
