import { useLayoutEffect, useRef, useState } from 'react';
import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import { BarChart as Bars, barClasses, type BarSeries } from '@mui/x-charts/BarChart';
import { chartsGridClasses } from '@mui/x-charts/ChartsGrid';
import { printedChartWidth } from '../print/print-styles.js';
import { useIsPrinted } from '../print/PrintingContext.js';
import { BarButtons } from './BarButtons.js';
import type { Bar, BarFigure, Chart } from './chart.js';

interface Props {
  chart: Chart;
  bars: readonly Bar[];
  /** The key of the bar whose deals are shown. */
  chosen: string | undefined;
  onChoose: (bar: Bar) => void;
}

const axisWidth = 48;
const barWidth = 40;
const labelHeight = 24;
/** With less, values above bars overlap and no finger meets one: the chart scrolls sideways instead. */
const narrowestBar = 48;

/** How far the axis goes beyond the highest bar, whose label is cut at its end. */
const headroom = 1.15;

/** How much of each bar's place stays empty, so that few bars are no wider than many. */
const gapOf = (width: number, bars: number, ofEach: number) =>
  Math.max(0.3, 1 - (ofEach * barWidth * bars) / Math.max(1, width - axisWidth));

/** Bars, for the eye: the buttons above them and the table say the same. */
export function BarChart({ chart, bars, chosen, onChoose }: Props) {
  const { title, shown, periods, isOfTime = false } = chart;
  const theme = useTheme();
  const isPrinted = useIsPrinted();
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const { current } = frame;
    if (!current) return;
    setWidth(current.clientWidth);
    if (isOfTime) current.scrollLeft = current.scrollWidth;
  }, [bars.length, isOfTime]);
  const figures = { fontSize: theme.typography.overline.fontSize, fontWeight: 500, ...theme.tabular };
  const tickLabelStyle = { ...figures, fill: theme.palette.text.secondary };
  const isCompared = periods !== undefined && bars.some(({ before }) => before);
  const seriesOf = (
    label: string,
    color: string,
    of: (bar: Bar) => BarFigure | null | undefined,
  ): BarSeries => ({
    label,
    color,
    minBarSize: 2,
    data: bars.map((bar) => of(bar)?.value ?? null),
  });
  const series = [
    ...(isCompared ? [seriesOf(periods.before, theme.palette.border.control, ({ before }) => before)] : []),
    {
      ...seriesOf(periods?.this ?? title, theme.palette.primary.main, (bar) => bar),
      // Of the earlier period as well, the values would stand on top of each other.
      barLabelPlacement: 'outside',
      barLabel: ({ value, dataIndex }) => (value ? (bars[dataIndex]?.short ?? null) : null),
    } satisfies BarSeries,
  ];
  const narrowest = axisWidth + bars.length * narrowestBar;
  return (
    <Box ref={frame} sx={{ position: 'relative', flex: '1 0 180px', overflowX: 'auto', overflowY: 'hidden' }}>
      <Box sx={{ position: 'absolute', inset: 0, minWidth: narrowest }}>
        {width > 0 && (
          <Box aria-hidden sx={{ height: '100%' }}>
            <Bars
              hideLegend
              {...(isPrinted && { width: printedChartWidth })}
              skipAnimation
              disableKeyboardNavigation
              borderRadius={4}
              margin={{ top: 18, right: 0, bottom: 0, left: 0 }}
              grid={{ horizontal: true }}
              xAxis={[
                {
                  scaleType: 'band',
                  data: bars.map(({ key }) => key),
                  height: labelHeight,
                  disableLine: true,
                  disableTicks: true,
                  tickLabelStyle,
                  categoryGapRatio: gapOf(Math.max(width, narrowest), bars.length, series.length),
                  barGapRatio: 0.1,
                  valueFormatter: (key: string) => bars.find((each) => each.key === key)?.label ?? '',
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
              slotProps={{ tooltip: { trigger: 'none' } }}
              sx={{
                [`& .${barClasses.label}`]: { ...figures, fill: theme.palette.text.primary, fontWeight: 600 },
                [`& .${chartsGridClasses.line}`]: { stroke: theme.palette.border.subtle },
              }}
            />
          </Box>
        )}
        <Box sx={{ position: 'absolute', top: 0, right: 0, bottom: labelHeight, left: axisWidth }}>
          <BarButtons chart={chart} bars={bars} chosen={chosen} onChoose={onChoose} />
        </Box>
      </Box>
    </Box>
  );
}
