import { useStore } from 'react-admin';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import ToggleButton from '@mui/material/ToggleButton';
import Typography from '@mui/material/Typography';
import { useStatsMessages } from '../i18n/stats.en.js';
import { pills } from '../lead-page/TabBar.js';
import { BarChart, type Bar } from './BarChart.js';
import { useComparison } from './useComparison.js';

export interface Chart {
  key: string;
  title: string;
  /** What it counts, in a few words. */
  note: string;
  /** What the bars are called where they are compared. */
  periods: { this: string; before: string };
  /** Undefined while loading, null on failure. */
  bars: readonly Bar[] | undefined | null;
  shown: (value: number) => string;
}

/** A card with one of several charts; the selection is remembered. */
export function ChartCard({ storeKey, charts }: { storeKey: string; charts: readonly Chart[] }) {
  const translate = useStatsMessages();
  const [key, setKey] = useStore<string>(storeKey, charts[0]?.key ?? '');
  const { isOn, setIsOn } = useComparison();
  const chart = charts.find((each) => each.key === key) ?? charts[0];
  if (chart === undefined) return null;
  const { title, note, periods, bars, shown } = chart;
  const isEmpty = bars?.every(({ value }) => value === null || value === 0) ?? false;
  return (
    <Paper
      component="section"
      aria-label={title}
      sx={(theme) => ({
        flex: '3 1 420px',
        minWidth: 0,
        height: 236,
        display: 'flex',
        flexDirection: 'column',
        px: 2.5,
        pt: 1,
        pb: 1.5,
        border: `1px solid ${theme.palette.border.subtle}`,
        boxShadow: theme.elevation[1],
      })}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
        {charts.length > 1 ? (
          <Tabs
            value={chart.key}
            aria-label={translate('crm.stats.chart.label')}
            variant="scrollable"
            scrollButtons={false}
            onChange={(_event, next: string) => {
              setKey(next);
            }}
            sx={{ ...pills, flex: 1, minWidth: 0, minHeight: 36, px: 0, ml: -1.5, borderBottom: 0 }}
          >
            {charts.map((each) => (
              <Tab key={each.key} value={each.key} label={each.title} />
            ))}
          </Tabs>
        ) : (
          <Typography variant="subtitle1" component="h2" sx={{ flex: 1, py: 1 }}>
            {title}
          </Typography>
        )}
        <Typography variant="caption" noWrap sx={{ color: 'text.secondary' }}>
          {note}
        </Typography>
        <ToggleButton
          value="compare"
          size="small"
          selected={isOn}
          onChange={() => {
            setIsOn(!isOn);
          }}
        >
          {translate('crm.stats.chart.compare')}
        </ToggleButton>
      </Box>
      {bars === null || isEmpty ? (
        <Typography variant="body2" role="status" sx={{ m: 'auto', color: 'text.secondary' }}>
          {translate(bars === null ? 'crm.stats.chart.failed' : 'crm.stats.chart.none')}
        </Typography>
      ) : (
        bars && <BarChart title={title} bars={bars} shown={shown} periods={periods} />
      )}
    </Paper>
  );
}
