import type { CSSObject, Theme } from '@mui/material/styles';
import { tokens } from './tokens.js';

const { size, radius } = tokens;
const edge = `${String(size.edge)}px`;

const cut = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;

/** Of a cell, as MUI styles its own. */
const cell = {
  display: 'table-cell',
  verticalAlign: 'inherit',
  textAlign: 'left',
  padding: '0 8px',
} as const;

/**
 * Rows and cells of lists are plain elements with these classes: a component that styles itself costs its share for each
 * of a page's hundred cells, and a class once.
 */
export function rowStyles(theme: Theme): CSSObject {
  const { palette, timing, typography, breakpoints, tabular } = theme;
  const flashTime = `${String(timing.flash + 200)}ms ${timing.easeOut}`;
  const lightUp = (turn: number) => ({
    from: { backgroundColor: 'var(--row-ground)' },
    // Alternating animation names, so that a row that changes twice flashes twice.
    [`${String(10 + turn)}%`]: { backgroundColor: palette.flash },
    to: { backgroundColor: 'var(--row-ground)' },
  });
  const hues = Object.entries(palette.hue).flatMap(([name, hue]): [string, CSSObject][] => [
    [`.list-row.hue-${name}`, { '--row-ground': hue.tint }],
    ...(name === 'neutral'
      ? []
      : [[`.list-row.hue-${name}:not(.is-off)`, { '--row-edge': hue.edge }] satisfies [string, CSSObject]]),
  ]);
  return {
    '@keyframes row-changed-0': lightUp(0),
    '@keyframes row-changed-1': lightUp(1),
    '@keyframes row-new': {
      from: { transform: 'translateY(-8px)', opacity: 0 },
      to: { transform: 'none', opacity: 1 },
    },
    '.list-head': {
      ...typography.body2,
      ...typography.caption,
      ...cell,
      fontWeight: 600,
      height: size.tableHead,
      color: palette.text.secondary,
      backgroundColor: palette.surface.base,
      borderBottom: `1px solid ${palette.border.default}`,
    },
    '.list-cell': {
      ...typography.body2,
      ...cell,
      height: size.rowComfortable,
      color: palette.text.primary,
      borderBottom: `1px solid ${palette.border.subtle}`,
    },
    '.list-head.MuiTableCell-alignRight, .list-cell.MuiTableCell-alignRight': {
      textAlign: 'right',
      flexDirection: 'row-reverse',
    },
    '.list-cell.MuiTableCell-paddingCheckbox': { textAlign: 'center' },
    '.list-cell.MuiTableCell-paddingCheckbox > *': { padding: 0 },
    '.list-cell.is-name': { fontWeight: 600 },
    '.list-wrapped': { paddingBlock: theme.spacing(1), whiteSpace: 'normal', overflowWrap: 'anywhere' },
    '.list-row': { verticalAlign: 'middle', outline: 0, cursor: 'default' },
    '.list-row.is-open': { cursor: 'pointer' },
    ...Object.fromEntries(hues),
    '.list-row.is-selected': { '--row-ground': palette.brand.selected },
    '.list-row.busy': { '--row-ground': palette.busy.bg },
    '.list-row.list-row.is-shown': { '--row-edge': palette.primary.main },
    '.list-row.is-new': { animation: `row-new ${String(timing.enter)}ms ${timing.easeOut}` },
    '.list-row > .list-cell': {
      ...cut,
      backgroundColor: 'var(--row-ground)',
      transition: `background-color ${String(timing.quick)}ms`,
    },
    '.list-row.is-dense > .list-cell': { height: size.row },
    '.list-row.is-changed-0 > .list-cell': { animation: `row-changed-0 ${flashTime}` },
    '.list-row.is-changed-1 > .list-cell': { animation: `row-changed-1 ${flashTime}` },
    '.list-row.is-off > .list-cell': { color: palette.busy.fg },
    '.list-row:not(.is-off, .is-selected):hover > .list-cell': { backgroundColor: palette.surface.hover },
    // The line of the status stays when a row is selected; of a locked row it is broken, of neutral there is none.
    '.list-row > .list-cell:first-of-type': { position: 'relative' },
    '.list-row:not(.busy) > .list-cell:first-of-type': { boxShadow: `inset ${edge} 0 var(--row-edge)` },
    '.list-row.busy > .list-cell:first-of-type::before': {
      content: '""',
      position: 'absolute',
      inset: '0 auto 0 0',
      width: edge,
      background: `repeating-linear-gradient(${palette.busy.edge} 0 4px, transparent 4px 8px)`,
    },
    '.list-waiting.is-dense > .list-cell': { height: size.row },
    '.list-bar': {
      display: 'block',
      width: '60%',
      height: 12,
      borderRadius: radius.control,
      backgroundColor: theme.alpha(palette.text.primary, palette.mode === 'light' ? 0.11 : 0.13),
    },
    '.list-bar.is-long': { width: '72%' },
    '.cell-tertiary': { color: palette.text.tertiary },
    '.RaDataTable-row:not(.busy) .cell-secondary': { color: palette.text.secondary },
    '.cell-figures': { ...tabular, whiteSpace: 'nowrap' },
    '.cell-clock': tabular,
    '.cell-time': { ...tabular, color: palette.text.secondary },
    '.cell-strong': { fontWeight: 600 },
    '.cell-link': {
      margin: 0,
      font: 'inherit',
      fontWeight: 600,
      letterSpacing: 'inherit',
      color: 'inherit',
      textDecoration: 'none',
      borderRadius: radius.chip,
    },
    '.cell-link:focus-visible': { outlineOffset: 0 },
    '.cell-state': { textDecoration: 'none' },
    '.cell-change': { ...tabular, position: 'relative', whiteSpace: 'nowrap', color: palette.text.secondary },
    '.cell-change.is-marked': { color: palette.text.primary, fontWeight: 600 },
    '.cell-change.is-marked::before': {
      content: '""',
      position: 'absolute',
      left: theme.spacing(-1.25),
      top: '50%',
      width: theme.spacing(0.75),
      height: theme.spacing(0.75),
      transform: 'translateY(-50%)',
      borderRadius: '50%',
      backgroundColor: palette.hue.blue.edge,
    },
    '.cell-phone': { display: 'block', alignItems: 'center', gap: theme.spacing(0.5), minWidth: 0 },
    '.cell-phone-number': {
      display: 'block',
      flex: 'none',
      // As large as the clock beside it, or below it.
      fontSize: typography.caption.fontSize,
      overflow: 'hidden',
      textOverflow: 'ellipsis',
    },
    '.cell-phone-clock': {
      ...typography.caption,
      display: 'block',
      height: theme.spacing(2),
      fontWeight: 400,
    },
    [breakpoints.down('md')]: {
      // A phone has room for the day.
      '.cell-not-on-phone': { display: 'none' },
      '.cell-phone': { display: 'flex' },
    },
  };
}
