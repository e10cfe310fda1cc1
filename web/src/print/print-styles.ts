import type { Theme } from '@mui/material/styles';
import type { CSSObject } from '@mui/system';

/** The width of a chart in pixels: as much as fits an upright A4 and Letter page, in its card. */
export const printedChartWidth = 640;

/** What leads to the printed part takes no place of its own: shell, scroll containers, paddings. */
const around: CSSObject = {
  display: 'block !important',
  height: 'auto !important',
  minHeight: '0 !important',
  maxHeight: 'none !important',
  overflow: 'visible !important',
  margin: '0 !important',
  padding: '0 !important',
};

/** The print style sheet of a page: paper of any size, breaks between blocks, heads of tables on each page. */
export const printStyles = ({ palette, typography, spacing }: Theme): CSSObject => ({
  '@page': { margin: '12mm' },
  '@media print': {
    'html, body': { backgroundColor: `${palette.common.white} !important`, colorScheme: 'light !important' },
    'body *:not(:has([data-print]), [data-print], [data-print] *)': { display: 'none !important' },
    '*:has([data-print]), [data-print]': around,
    '[data-print] *': { printColorAdjust: 'exact', boxShadow: 'none !important' },
    '[data-print] :is(footer, .MuiButton-root, [role=tab][aria-selected=false])': {
      display: 'none !important',
    },
    '[data-print] td > [role=status]': { minHeight: '0 !important' },
    '[data-print] div:has(table), [data-print] section:has(table)': {
      display: 'block !important',
      overflow: 'visible !important',
    },
    '[data-print] section': { breakInside: 'avoid', marginBottom: spacing(1.5) },
    // Longer than a page: it begins where it stands, and its head is repeated.
    '[data-print] section:has(tbody tr:nth-of-type(12))': { breakInside: 'auto' },
    '[data-print] table': { tableLayout: 'auto !important', minWidth: '0 !important', width: '100%' },
    '[data-print] thead': { display: 'table-header-group' },
    '[data-print] tr': { breakInside: 'avoid' },
    '[data-print] :is(th, td)': {
      width: 'auto !important',
      height: 'auto !important',
      maxWidth: 'none !important',
      padding: `${spacing(0.5, 0.75)} !important`,
      position: 'static',
      whiteSpace: 'normal !important',
      fontSize: `${String(typography.overline.fontSize)} !important`,
    },
    '[data-print] :is(h1, h2)': { breakAfter: 'avoid' },
  },
});
