import InfoOutlined from '@mui/icons-material/InfoOutlined';
import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import { visuallyHidden } from '@mui/utils';
import type { StatisticRow } from '@crm/contracts/entities/stats.js';
import { useStatsMessages } from '../i18n/stats.en.js';
import { OrDash } from './OrDash.js';
import { shownPercent } from './shown-figures.js';
import { useRatioReason } from './useBarFigures.js';

/** A closing ratio; above 100 % with the reason why that can be, by mouse, focus and touch. */
export function RatioCell(row: Pick<StatisticRow, 'c_a' | 'c_d' | 'c_r'>) {
  const translate = useStatsMessages();
  const why = useRatioReason()(row);
  const { c_r } = row;
  if (c_r === null) return <OrDash value={undefined} why={translate('crm.stats.noRatio')} />;
  if (c_r <= 100) return shownPercent(c_r);
  return (
    <Tooltip title={why} describeChild enterTouchDelay={0}>
      {/* The focus is for those who read the reason without a mouse. */}
      <Box component="span" tabIndex={0} sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5 }}>
        <InfoOutlined aria-hidden sx={{ fontSize: 16, color: 'text.secondary' }} />
        {shownPercent(c_r)}
        <span style={visuallyHidden}>{why}</span>
      </Box>
    </Tooltip>
  );
}
