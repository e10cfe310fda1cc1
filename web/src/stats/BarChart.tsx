import { useLayoutEffect, useRef, useState } from 'react';
import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import { visuallyHidden } from '@mui/utils';
import { BarChart as Bars, barClasses, type BarSeries } from '@mui/x-charts/BarChart';
import { chartsGridClasses } from '@mui/x-charts/ChartsGrid';
import { useStatsMessages } from '../i18n/stats.en.js';

/** A value of a bar. */
export interface BarFigure {
  /** Null if there is nothing to compare: no bar. */
  value: number | null;
  /** Compact, above the bar. */
  short: string;
  /** The exact value as text. */
  exact: string;
}

export interface Bar extends BarFigure {
  key: string;
  /** Label below the bar; left out if there is no room. */
  label: string;
  /** The whole name, for the table and the tooltip. */
  name: string;
  /** The same in the period before. */
  before?: BarFigure | undefined;
}

interface Props {
  title: string;
  bars: readonly Bar[];
  /** A tick of the axis. */
  shown: (value: number) => string;
  /** What the values are of where two periods are compared. */
  periods: { this: string; before: string };
}

const axisWidth = 48;
const barWidth = 40;

/** How far the axis goes beyond the highest bar, whose label is cut at its end. */
const headroom = 1.15;

/** How much of each bar's place stays empty, so that few bars are no wider than many. */
const gapOf = (width: number, bars: number, ofEach: number) =>
  Math.max(0.3, 1 - (ofEach * barWidth * bars) / Math.max(1, width - axisWidth));

/** A bar chart with an equivalent table for screen readers. */
export function BarChart({ title, bars, shown, periods }: Props) {
  const translate = useStatsMessages();
  const theme = useTheme();
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    if (frame.current) setWidth(frame.current.clientWidth);
  }, [bars.length]);
  const figures = { fontSize: theme.typography.overline.fontSize, fontWeight: 500, ...theme.tabular };
  const tickLabelStyle = { ...figures, fill: theme.palette.text.secondary };
  const isCompared = bars.some(({ before }) => before !== undefined);
  const seriesOf = (label: string, color: string, of: (bar: Bar) => BarFigure | undefined): BarSeries => ({
    label,
    color,
    minBarSize: 2,
    data: bars.map((bar) => of(bar)?.value ?? null),
    valueFormatter: (_value, { dataIndex }) => {
      const bar = bars[dataIndex];
      return bar === undefined ? '' : (of(bar)?.exact ?? '');
    },
    barLabelPlacement: 'outside',
    barLabel: ({ value, dataIndex }) => {
      const bar = bars[dataIndex];
      return !value || bar === undefined ? null : (of(bar)?.short ?? null);
    },
  });
  const series = [
    ...(isCompared ? [seriesOf(periods.before, theme.palette.text.tertiary, ({ before }) => before)] : []),
    seriesOf(isCompared ? periods.this : title, theme.palette.primary.main, (bar) => bar),
  ];
  return (
    <>
      {/* The table below says the same to those who cannot see it. */}
      <Box ref={frame} aria-hidden sx={{ flex: 1, minHeight: 0 }}>
        {width > 0 && (
          <Bars
            hideLegend
            disableKeyboardNavigation
            borderRadius={4}
            margin={{ top: 18, right: 0, bottom: 0, left: 0 }}
            grid={{ horizontal: true }}
            axisHighlight={{ x: 'band' }}
            xAxis={[
              {
                scaleType: 'band',
                data: bars.map(({ key }) => key),
                height: 24,
                disableLine: true,
                disableTicks: true,
                tickLabelStyle,
                categoryGapRatio: gapOf(width, bars.length, series.length),
                barGapRatio: 0.1,
                valueFormatter: (key: string, { location }) => {
                  const bar = bars.find((each) => each.key === key);
                  return (location === 'tick' ? bar?.label : bar?.name) ?? '';
                },
              },
            ]}
            yAxis={[
              {
                min: 0,
                domainLimit: (_min, max) => ({ min: 0, max: headroom * (Number(max) || 1) }),
                width: axisWidth,
                tickNumber: 4,
                disableLine: true,
                disableTicks: true,
                tickLabelStyle,
                valueFormatter: (value: number) => shown(value),
              },
            ]}
            series={series}
            slotProps={{ tooltip: { trigger: 'axis' } }}
            sx={{
              [`& .${barClasses.label}`]: { ...figures, fill: theme.palette.text.primary, fontWeight: 600 },
              [`& .${chartsGridClasses.line}`]: { stroke: theme.palette.border.subtle },
            }}
          />
        )}
      </Box>
      <Box component="table" sx={visuallyHidden}>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{translate('crm.stats.chart.name')}</th>
            <th scope="col">{isCompared ? periods.this : translate('crm.stats.chart.value')}</th>
            {isCompared && <th scope="col">{periods.before}</th>}
          </tr>
        </thead>
        <tbody>
          {bars.map(({ key, name, exact, before }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              <td>{exact}</td>
              {isCompared && <td>{before?.exact}</td>}
            </tr>
          ))}
        </tbody>
      </Box>
    </>
  );
}
