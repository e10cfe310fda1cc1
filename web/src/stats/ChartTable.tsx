import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { useStatsMessages } from '../i18n/stats.en.js';
import type { Bar, Chart } from './chart.js';
import { useBarWords } from './useBarWords.js';

/** A chart as a table: the value of each bar, how it comes about, the earlier one and the change. */
export function ChartTable({ chart, bars }: { chart: Chart; bars: readonly Bar[] }) {
  const translate = useStatsMessages();
  const wordsOf = useBarWords(chart);
  const { title, periods } = chart;
  const isExplained = bars.some(({ why }) => why !== undefined);
  const valueLabel = periods?.this ?? translate('crm.stats.chart.value');
  return (
    <Table
      size="small"
      aria-label={title}
      sx={(theme) => ({ '& td': theme.tabular, '& .MuiTableCell-root': { px: 2.5 } })}
    >
      <TableHead>
        <TableRow>
          <TableCell>{translate('crm.stats.chart.name')}</TableCell>
          <TableCell align="right">{valueLabel}</TableCell>
          {periods && (
            <>
              <TableCell align="right">{periods.before}</TableCell>
              <TableCell align="right">{translate('crm.stats.chart.change')}</TableCell>
            </>
          )}
          {isExplained && <TableCell>{translate('crm.stats.chart.why')}</TableCell>}
        </TableRow>
      </TableHead>
      <TableBody>
        {bars.map((bar) => {
          const words = wordsOf(bar);
          return (
            <TableRow key={bar.key}>
              <TableCell component="th" scope="row">
                {bar.name}
              </TableCell>
              <TableCell align="right">{bar.exact}</TableCell>
              {periods && (
                <>
                  <TableCell align="right">{words?.then}</TableCell>
                  <TableCell align="right">{words?.change}</TableCell>
                </>
              )}
              {isExplained && <TableCell sx={{ whiteSpace: 'normal' }}>{bar.why}</TableCell>}
            </TableRow>
          );
        })}
      </TableBody>
    </Table>
  );
}
