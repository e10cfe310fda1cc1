import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useListContext } from 'react-admin';
import { shownInstant } from '@crm/contracts/time/pacific.js';
import { daysOf, shownDays } from '../filters/date-range.rules.js';
import type { PickList } from '../filters/ListFilter.js';
import { shownCount } from '../i18n/shown-numbers.js';
import { useStatsMessages } from '../i18n/stats.en.js';
import { useIsPrinted } from '../print/PrintingContext.js';
import { useComparison } from './useComparison.js';
import { useFilterLists } from './useFilterLists.js';
import { useStatsFilters } from './useStatsFilters.js';

/** What a printed page is of: period, comparison, filters, rows, and when it was printed. Not on screen. */
export function PrintHead() {
  return useIsPrinted() ? <Head /> : null;
}

function Head() {
  const translate = useStatsMessages();
  const { values } = useStatsFilters();
  const { by, days } = useComparison();
  const { agents, from, ofType } = useFilterLists();
  const { page, perPage, total = 0 } = useListContext();
  const now = new Date();
  const period = daysOf(values.date, now);
  const pickedOf = <T extends string | number>({ label, choices, picked }: PickList<T>) => ({
    label,
    text: picked
      ? choices
          .filter(({ value }) => picked.includes(value))
          .map((choice) => choice.label)
          .join(', ')
      : translate('crm.stats.print.all'),
  });
  const compared = by && {
    label: translate('crm.stats.compare.label'),
    text: days
      ? translate('crm.stats.print.compared', {
          with: translate(`crm.stats.compare.with.${by}`),
          days: shownDays(days),
        })
      : translate('crm.stats.compare.allTime'),
  };
  const rows = total > perPage && {
    label: translate('crm.stats.print.rows'),
    text: translate('crm.stats.print.someRows', {
      from: shownCount((page - 1) * perPage + 1),
      to: shownCount(Math.min(page * perPage, total)),
      count: shownCount(total),
    }),
  };
  const lines = [
    {
      label: translate('crm.stats.print.period'),
      text: translate('crm.stats.print.zone', {
        days: period ? shownDays(period) : translate('crm.stats.range.allTime'),
      }),
    },
    compared,
    agents && pickedOf(agents),
    pickedOf(from),
    pickedOf(ofType),
    rows,
    { label: translate('crm.stats.print.printed'), text: shownInstant(now.toISOString()) },
  ];
  return (
    <Box
      component="dl"
      sx={{
        display: 'grid',
        gridTemplateColumns: 'max-content 1fr',
        alignItems: 'baseline',
        columnGap: 2,
        mt: 0,
        mb: 1.5,
      }}
    >
      {lines.map(
        (line) =>
          line && (
            <Box key={line.label} sx={{ display: 'contents' }}>
              <Typography variant="caption" component="dt" sx={{ color: 'text.secondary' }}>
                {line.label}
              </Typography>
              <Typography variant="body2" component="dd" sx={(theme) => ({ ...theme.tabular, m: 0 })}>
                {line.text}
              </Typography>
            </Box>
          ),
      )}
    </Box>
  );
}
