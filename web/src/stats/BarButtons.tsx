import { useRef, useState, type KeyboardEvent } from 'react';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { stepInRow } from '../controls/arrow-steps.rules.js';
import type { Bar, Chart } from './chart.js';
import { useBarWords } from './useBarWords.js';

interface Props {
  chart: Chart;
  bars: readonly Bar[];
  chosen: string | undefined;
  onChoose: (bar: Bar) => void;
}

/**
 * A button over each bar: its tooltip by mouse, focus and touch, its deals by click and Enter. One Tab stop, the arrow
 * keys move between them.
 */
export function BarButtons({ chart, bars, chosen, onChoose }: Props) {
  const group = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState<string>();
  const wordsOf = useBarWords(chart);
  const stop = bars.find(({ key }) => key === (focused ?? chosen)) ?? bars[0];
  const onKeyDown = (event: KeyboardEvent) => {
    const place = stop ? bars.indexOf(stop) : 0;
    const next = stepInRow(event.key, place, bars.length);
    if (next === undefined) return;
    event.preventDefault();
    setFocused(bars[next]?.key);
    group.current?.querySelectorAll('button')[next]?.focus();
  };
  return (
    <Box
      ref={group}
      role="group"
      aria-label={chart.title}
      onKeyDown={onKeyDown}
      sx={{ display: 'flex', height: '100%', displayPrint: 'none' }}
    >
      {bars.map((bar) => {
        const { key, name, exact, why } = bar;
        const words = wordsOf(bar);
        return (
          <Tooltip
            key={key}
            describeChild
            enterTouchDelay={0}
            leaveTouchDelay={4_000}
            title={<BarTooltip chart={chart} bar={bar} />}
          >
            <ButtonBase
              aria-label={[`${name}: ${exact}`, why === exact ? undefined : why, words?.words]
                .filter((each) => each !== undefined)
                .join('. ')}
              aria-pressed={key === chosen}
              tabIndex={key === stop?.key ? 0 : -1}
              onFocus={() => {
                setFocused(key);
              }}
              onClick={() => {
                onChoose(bar);
              }}
              sx={(theme) => ({
                flex: '1 1 0',
                minWidth: 0,
                borderRadius: 1,
                outlineOffset: -2,
                '&:hover': { boxShadow: `inset 0 0 0 1px ${theme.palette.border.default}` },
                '&[aria-pressed=true]': { boxShadow: `inset 0 0 0 2px ${theme.palette.primary.main}` },
              })}
            />
          </Tooltip>
        );
      })}
    </Box>
  );
}

/** The bar's name, its exact value, how it comes about, and the earlier one. */
function BarTooltip({ chart, bar }: { chart: Chart; bar: Bar }) {
  const words = useBarWords(chart)(bar);
  return (
    <Box sx={(theme) => theme.tabular}>
      <Typography variant="subtitle2" component="p">
        {bar.name}
      </Typography>
      <div>{chart.periods ? `${chart.periods.this}: ${bar.exact}` : bar.exact}</div>
      {bar.why !== undefined && <div>{bar.why}</div>}
      {words && chart.periods && (
        <div>{`${chart.periods.before}: ${words.then}${words.change === '–' ? '' : ` (${words.change})`}`}</div>
      )}
    </Box>
  );
}
