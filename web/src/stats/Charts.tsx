import { useState, type ReactNode } from 'react';
import Box from '@mui/material/Box';
import { useStore } from 'react-admin';
import { useStatsMessages } from '../i18n/stats.en.js';
import { BarDeals } from './BarDeals.js';
import type { Chart } from './chart.js';
import { ChartCard } from './ChartCard.js';
import { ChartPanel } from './ChartPanel.js';
import { ChartTable } from './ChartTable.js';

interface Props {
  storeKey: string;
  charts: readonly Chart[];
  /** The totals, beside the chart. */
  children: ReactNode;
}

/** Totals, and one of several charts; below it the chart as a table, and the deals of a chosen bar. */
export function Charts({ storeKey, charts, children }: Props) {
  const translate = useStatsMessages();
  const [key, setKey] = useStore<string>(storeKey, charts[0]?.key ?? '');
  const [isTable, setIsTable] = useState(false);
  const [chosen, setChosen] = useState<string>();
  const chart = charts.find((each) => each.key === key) ?? charts[0];
  if (chart === undefined) return null;
  const { bars } = chart;
  const bar = bars?.find((each) => each.key === chosen);
  return (
    <Box
      sx={{ flex: 'none', display: 'flex', flexWrap: 'wrap', gap: 2, '@media print': { display: 'block' } }}
    >
      {children}
      <ChartCard
        charts={charts}
        chart={chart}
        onPickChart={(next) => {
          setKey(next);
          setChosen(undefined);
        }}
        isTable={isTable}
        onTable={setIsTable}
        chosen={bar?.key}
        onChoose={(each) => {
          setChosen(each.key === chosen ? undefined : each.key);
        }}
      />
      {bar && (
        <BarDeals
          key={`${chart.key} ${bar.key}`}
          chart={chart}
          bar={bar}
          onClose={() => {
            setChosen(undefined);
          }}
        />
      )}
      {isTable && bars && bars.length > 0 && (
        <ChartPanel
          title={translate('crm.stats.chart.tableOf', { title: chart.title })}
          note={chart.note}
          onClose={() => {
            setIsTable(false);
          }}
        >
          <ChartTable chart={chart} bars={bars} />
        </ChartPanel>
      )}
    </Box>
  );
}
