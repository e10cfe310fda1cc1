import ArrowDownwardOutlined from '@mui/icons-material/ArrowDownwardOutlined';
import ArrowUpwardOutlined from '@mui/icons-material/ArrowUpwardOutlined';
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import Typography from '@mui/material/Typography';
import { visuallyHidden } from '@mui/utils';
import { shownCount, shownDecimal } from '../i18n/shown-numbers.js';
import { useStatsMessages } from '../i18n/stats.en.js';
import { changeOf, type FigureChange, type FigureKind } from './change.rules.js';
import { shownDollars, shownPercent } from './shown-figures.js';
import type { Earlier } from './useEarlierStatistic.js';

const shownFigure: Readonly<Record<FigureKind, (value: number) => string>> = {
  count: shownCount,
  money: shownDollars,
  ratio: shownPercent,
};

/** How a figure changed, as text: with its sign, and in words for those who cannot see the arrow. */
export function useShownChange() {
  const translate = useStatsMessages();
  const amountOf = (kind: FigureKind, by: number) =>
    kind === 'ratio'
      ? translate('crm.stats.compare.points', { points: shownDecimal(by, 1) })
      : shownFigure[kind](by);
  return {
    signed: (kind: FigureKind, { direction, by }: FigureChange) =>
      direction === 'same'
        ? translate('crm.stats.compare.noChange')
        : `${direction === 'up' ? '+' : '−'}${amountOf(kind, by)}`,
    inWords: (kind: FigureKind, { direction, by }: FigureChange, then: number) =>
      translate(`crm.stats.compare.${direction}`, {
        change: amountOf(kind, by),
        then: shownFigure[kind](then),
      }),
  };
}

interface Props {
  kind: FigureKind;
  now: number | null;
  then: Earlier<number>;
  /** Whether there is no room for the earlier figure, which the words have all the same. */
  isShort?: boolean;
}

const arrowOf = { up: ArrowUpwardOutlined, down: ArrowDownwardOutlined };

/** The change of a figure below it: arrow, signed, and the earlier figure. */
export function Change({ kind, now, then, isShort = false }: Props) {
  const translate = useStatsMessages();
  const { signed, inWords } = useShownChange();
  if (then === undefined) return <Line>{'\u00a0'}</Line>;
  if (then === null) return <Line>{translate('crm.stats.compare.none')}</Line>;
  const change = changeOf(kind, now, then);
  const from = translate('crm.stats.compare.from', { then: shownFigure[kind](then) });
  if (change === null) return <Line>{from}</Line>;
  const Arrow = change.direction === 'same' ? undefined : arrowOf[change.direction];
  return (
    <Line>
      <span style={visuallyHidden}>{inWords(kind, change, then)}</span>
      <Box component="span" aria-hidden title={from} sx={{ whiteSpace: 'nowrap' }}>
        {Arrow && <Arrow sx={{ fontSize: 'inherit', verticalAlign: 'text-bottom', mr: 0.25 }} />}
        <Box component="span" sx={isShort ? {} : { fontWeight: 600, color: 'text.primary' }}>
          {signed(kind, change)}
        </Box>
        {!isShort && ` ${from}`}
      </Box>
    </Line>
  );
}

const Line = ({ children }: { children: ReactNode }) => (
  <Typography
    variant="caption"
    component="span"
    sx={(theme) => ({ ...theme.tabular, display: 'block', color: 'text.secondary' })}
  >
    {children}
  </Typography>
);
