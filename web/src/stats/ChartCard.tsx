import TableRowsOutlined from '@mui/icons-material/TableRowsOutlined';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import ToggleButton from '@mui/material/ToggleButton';
import Typography from '@mui/material/Typography';
import { useStatsMessages } from '../i18n/stats.en.js';
import { pills } from '../controls/pills.js';
import { BarChart } from './BarChart.js';
import type { Bar, Chart } from './chart.js';

interface Props {
  charts: readonly Chart[];
  chart: Chart;
  onPickChart: (key: string) => void;
  isTable: boolean;
  onTable: (isTable: boolean) => void;
  chosen: string | undefined;
  onChoose: (bar: Bar) => void;
}

/** A card with one of several charts. */
export function ChartCard({ charts, chart, onPickChart, isTable, onTable, chosen, onChoose }: Props) {
  const translate = useStatsMessages();
  const { title, note, bars, periods } = chart;
  const isEmpty = bars?.every(({ value }) => value === null || value === 0) ?? false;
  return (
    <Paper
      component="section"
      aria-label={title}
      sx={(theme) => ({
        flex: '3 1 420px',
        minWidth: 0,
        minHeight: 236,
        display: 'flex',
        flexDirection: 'column',
        px: 2.5,
        pt: 1,
        pb: 1.5,
        border: `1px solid ${theme.palette.border.subtle}`,
        boxShadow: theme.elevation[1],
      })}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2 }}>
        {charts.length > 1 ? (
          <Tabs
            value={chart.key}
            aria-label={translate('crm.stats.chart.label')}
            variant="scrollable"
            scrollButtons={false}
            onChange={(_event, next: string) => {
              onPickChart(next);
            }}
            sx={{ ...pills, flex: '1 1 auto', minWidth: 0, minHeight: 36, px: 0, ml: -1.5, borderBottom: 0 }}
          >
            {charts.map((each) => (
              <Tab key={each.key} value={each.key} label={each.title} />
            ))}
          </Tabs>
        ) : (
          <Typography variant="subtitle1" component="h2" sx={{ flex: '1 1 auto', py: 1 }}>
            {title}
          </Typography>
        )}
        <Typography variant="caption" noWrap sx={{ color: 'text.secondary' }}>
          {note}
        </Typography>
        <ToggleButton
          value="table"
          size="small"
          selected={isTable}
          disabled={!bars?.length}
          onChange={() => {
            onTable(!isTable);
          }}
          sx={{ gap: 0.75, whiteSpace: 'nowrap', displayPrint: 'none' }}
        >
          <TableRowsOutlined fontSize="small" />
          {translate('crm.stats.chart.showAsTable')}
        </ToggleButton>
      </Box>
      {periods && !isEmpty && <Legend periods={periods} />}
      {bars === null || isEmpty ? (
        <Typography variant="body2" role="status" sx={{ m: 'auto', color: 'text.secondary' }}>
          {translate(bars === null ? 'crm.stats.chart.failed' : 'crm.stats.chart.none')}
        </Typography>
      ) : (
        bars && <BarChart chart={chart} bars={bars} chosen={chosen} onChoose={onChoose} />
      )}
    </Paper>
  );
}

/** Which bars are of which period. */
const Legend = ({ periods }: { periods: NonNullable<Chart['periods']> }) => (
  <Box sx={{ display: 'flex', gap: 2 }}>
    {[
      { label: periods.before, color: 'border.control' },
      { label: periods.this, color: 'primary.main' },
    ].map(({ label, color }) => (
      <Typography
        key={label}
        variant="caption"
        component="p"
        sx={{ display: 'flex', alignItems: 'center', gap: 0.75, color: 'text.secondary' }}
      >
        <Box component="span" sx={{ width: 10, height: 10, borderRadius: 0.5, bgcolor: color }} />
        {label}
      </Typography>
    ))}
  </Box>
);
