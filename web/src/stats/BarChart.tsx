import Box from '@mui/material/Box';
import { visuallyHidden } from '@mui/utils';
import { useStatsMessages } from '../i18n/stats.en.js';
import { axisUpTo } from './axis.rules.js';

export interface Bar {
  key: string;
  /** Label below the bar; hidden if there is no room. */
  label: string;
  /** The whole name, for the table and the tooltip. */
  name: string;
  /** Null if there is nothing to compare: no bar. */
  value: number | null;
  /** Compact value above the bar. */
  short: string;
  /** The exact value as text. */
  exact: string;
}

interface Props {
  title: string;
  bars: readonly Bar[];
  /** A tick of the axis. */
  shown: (value: number) => string;
}

const axisWidth = 48;
const barWidth = 40;

/** A bar chart with an equivalent table for screen readers. */
export function BarChart({ title, bars, shown }: Props) {
  const translate = useStatsMessages();
  const lines = axisUpTo(Math.max(0, ...bars.map(({ value }) => value ?? 0)));
  const highest = lines.at(-1) ?? 1;
  return (
    <>
      <Box
        aria-hidden
        sx={(theme) => ({
          ...theme.typography.overline,
          ...theme.tabular,
          display: 'flex',
          flexDirection: 'column',
          flex: 1,
          minHeight: 0,
          color: 'text.secondary',
        })}
      >
        <Box sx={{ position: 'relative', flex: 1, minHeight: 80, mt: 2 }}>
          {lines.map((line) => (
            <Box
              key={line}
              sx={{ position: 'absolute', left: 0, right: 0, bottom: `${String((line / highest) * 100)}%` }}
            >
              <Box sx={{ position: 'absolute', bottom: -8, width: axisWidth - 8, textAlign: 'right' }}>
                {shown(line)}
              </Box>
              <Box sx={{ ml: `${String(axisWidth)}px`, height: '1px', backgroundColor: 'border.subtle' }} />
            </Box>
          ))}
          <Box sx={{ position: 'absolute', inset: 0, left: axisWidth, display: 'flex' }}>
            {bars.map(({ key, name, value, short, exact }) => (
              <Box
                key={key}
                title={`${name}: ${exact}`}
                sx={{ position: 'relative', flex: 1, minWidth: 0, height: '100%' }}
              >
                {value !== null && value > 0 && (
                  <Box
                    sx={(theme) => ({
                      position: 'absolute',
                      bottom: 0,
                      left: '50%',
                      width: `min(70%, ${String(barWidth)}px)`,
                      height: `${String((value / highest) * 100)}%`,
                      minHeight: 2,
                      transform: 'translateX(-50%)',
                      borderRadius: '4px 4px 0 0',
                      backgroundColor: 'primary.main',
                      transition: `height ${String(theme.timing.base)}ms ${theme.timing.easeOut}`,
                    })}
                  >
                    <Box
                      sx={{
                        position: 'absolute',
                        bottom: '100%',
                        left: '50%',
                        transform: 'translateX(-50%)',
                        color: 'text.primary',
                        fontWeight: 600,
                        whiteSpace: 'nowrap',
                      }}
                    >
                      {short}
                    </Box>
                  </Box>
                )}
              </Box>
            ))}
          </Box>
        </Box>
        <Box sx={{ display: 'flex', ml: `${String(axisWidth)}px`, mt: 1 }}>
          {bars.map(({ key, label }) => (
            <Box
              key={key}
              sx={{
                flex: 1,
                minWidth: 0,
                px: 0.25,
                textAlign: 'center',
                overflow: 'hidden',
                textOverflow: 'ellipsis',
                whiteSpace: 'nowrap',
              }}
            >
              {label}
            </Box>
          ))}
        </Box>
      </Box>
      <Box component="table" sx={visuallyHidden}>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{translate('crm.stats.chart.name')}</th>
            <th scope="col">{translate('crm.stats.chart.value')}</th>
          </tr>
        </thead>
        <tbody>
          {bars.map(({ key, name, exact }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              <td>{exact}</td>
            </tr>
          ))}
        </tbody>
      </Box>
    </>
  );
}
