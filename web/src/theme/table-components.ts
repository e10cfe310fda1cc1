import type { Components, Theme } from '@mui/material/styles';
import { tokens } from './tokens.js';

const { size } = tokens;

/** Tabs and tables. */
export const tableComponents: Components<Theme> = {
  MuiTabs: {
    styleOverrides: {
      root: ({ theme }) => ({
        minHeight: size.tab,
        borderBottom: `1px solid ${theme.palette.border.default}`,
      }),
      indicator: { height: 2 },
    },
  },
  MuiTab: {
    styleOverrides: {
      root: ({ theme }) => ({
        ...theme.typography.body1,
        fontWeight: 500,
        textTransform: 'none',
        minHeight: size.tab,
        minWidth: 0,
        padding: '0 4px',
        marginRight: 20,
        color: theme.palette.text.secondary,
        '&.Mui-selected': { fontWeight: 600 },
        '&.Mui-focusVisible': { outlineOffset: -2 },
      }),
    },
  },
  MuiTable: { styleOverrides: { root: { borderCollapse: 'separate' } } },
  MuiTableCell: {
    styleOverrides: {
      root: ({ theme }) => ({
        ...theme.typography.body2,
        borderBottomColor: theme.palette.border.subtle,
        padding: '0 8px',
      }),
      head: ({ theme }) => ({
        ...theme.typography.caption,
        fontWeight: 600,
        height: size.tableHead,
        color: theme.palette.text.secondary,
        backgroundColor: theme.palette.surface.base,
        borderBottomColor: theme.palette.border.default,
      }),
      body: { height: size.rowComfortable },
      paddingCheckbox: { padding: '0 4px 0 8px' },
    },
  },
  MuiTableRow: {
    styleOverrides: {
      root: ({ theme }) => ({
        '&.MuiTableRow-hover:hover': { backgroundColor: theme.palette.surface.hover },
        '&.Mui-selected, &.Mui-selected:hover': { backgroundColor: theme.palette.brand.selected },
      }),
    },
  },
  MuiTableSortLabel: { styleOverrides: { root: { '&.Mui-active': { fontWeight: 600 } } } },
};

type Styles = { theme: Theme };

/** React-admin parts that keep their own markup and get our styles. */
export const frameworkComponents = {
  RaDataTable: {
    styleOverrides: {
      root: ({ theme }: Styles) => ({
        '& .RaDataTable-table': { tableLayout: 'fixed' },
        '& .RaDataTable-headerCell': { height: size.tableHead },
        '& .RaDataTable-clickableRow': { cursor: 'pointer' },
        '& tbody .RaDataTable-row:last-of-type .MuiTableCell-root': { borderBottom: 0 },
        '& .MuiTableSortLabel-root.Mui-active': { color: theme.palette.text.primary },
      }),
    },
  },
  RaBulkActionsToolbar: {
    styleOverrides: {
      root: ({ theme }: Styles) => ({
        '& .RaBulkActionsToolbar-toolbar': {
          position: 'static',
          transform: 'none',
          transition: 'none',
          minHeight: 48,
          height: 48,
          padding: '0 16px',
          borderRadius: 0,
          color: theme.palette.primary.main,
          backgroundColor: theme.palette.brand.tint,
          borderBottom: `1px solid ${theme.palette.border.default}`,
        },
      }),
    },
  },
  RaTopToolbar: {
    styleOverrides: { root: { padding: 0, minHeight: 40, gap: 12, '&': { alignItems: 'center' } } },
  },
};
