import { useEffect } from 'react';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { roles } from '@crm/contracts/codes/roles.js';
import type { AnswerOf } from '@crm/contracts/endpoint/endpoint.js';
import type { DayFigures } from '@crm/contracts/entities/stats.js';
import { getDayFigures } from '@crm/contracts/http/stats.js';
import { useCalling } from '../calling/calling.js';
import { figuresKey } from './day-keys.js';
import { PanelNotice } from '../controls/PanelNotice.js';
import { useDayMessages } from '../i18n/day.en.js';
import { shownCount, shownPremium } from '../i18n/shown-numbers.js';
import { useVerbQuery } from '../providers/useVerbQuery.js';
import { useCurrentUser } from '../session/SessionContext.js';

const pollMs = 60_000;
const figures = [
  'calls',
  'contacts',
  'talk_seconds',
  'deals',
  'premium',
] as const satisfies (keyof DayFigures)[];
const columns = ['today', 'yesterday', 'team'] as const;

/** `1:26` hours and minutes. */
const shownTalk = (seconds: number): string => {
  const minutes = Math.round(seconds / 60);
  return `${String(Math.floor(minutes / 60))}:${String(minutes % 60).padStart(2, '0')}`;
};

function shownFigure(figure: keyof DayFigures, value: number): string {
  if (figure === 'talk_seconds') return shownTalk(value);
  return figure === 'premium' ? shownPremium(value) : shownCount(value);
}

/** What the user did today, against yesterday and the team. */
export default function TodayCard() {
  const translate = useDayMessages();
  const isAdmin = useCurrentUser().role_id === roles.admin;
  const { inCall } = useCalling();
  const { data, isError, refetch } = useVerbQuery<AnswerOf<typeof getDayFigures>>({
    key: figuresKey,
    ask: (provider, signal) => provider.call(getDayFigures, { signal }),
    refetchOnWindowFocus: true,
    refetchInterval: pollMs,
  });
  useEffect(() => {
    if (!inCall) void refetch();
  }, [inCall, refetch]);

  return (
    <Paper
      component="section"
      aria-labelledby="today-figures"
      sx={(theme) => ({
        py: 1.5,
        border: `1px solid ${theme.palette.border.subtle}`,
        boxShadow: theme.elevation[1],
      })}
    >
      <Typography id="today-figures" variant="subtitle1" component="h2" sx={{ px: 2 }}>
        {translate(isAdmin ? 'crm.day.figures.ofAll' : 'crm.day.figures.own')}
      </Typography>
      {data === undefined ? (
        <PanelNotice
          text={isError ? translate('crm.day.figures.failed') : undefined}
          {...(isError && { onRetry: refetch })}
        />
      ) : (
        <Table
          size="small"
          sx={{
            tableLayout: 'fixed',
            '& .MuiTableCell-root': {
              height: 34,
              px: 0.75,
              '&:first-of-type': { pl: 2 },
              '&:last-of-type': { pr: 2 },
            },
          }}
        >
          <TableHead>
            <TableRow>
              <TableCell component="td" sx={{ width: '31%' }} />
              {columns.map((column) => (
                <TableCell key={column} align="right">
                  {translate(`crm.day.figures.${column}`)}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {figures.map((figure) => (
              <TableRow key={figure}>
                <TableCell component="th" scope="row" sx={{ color: 'text.secondary' }}>
                  {translate(`crm.day.figures.${figure}`)}
                </TableCell>
                {columns.map((column) => (
                  <TableCell
                    key={column}
                    align="right"
                    sx={(theme) => ({
                      ...theme.tabular,
                      ...(column === 'today' ? { fontWeight: 600 } : { color: theme.palette.text.secondary }),
                    })}
                  >
                    {shownFigure(figure, data[column][figure])}
                  </TableCell>
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
      {data !== undefined && (
        <Box sx={{ px: 2, pt: 1, typography: 'caption', color: 'text.secondary' }}>
          {translate('crm.day.figures.of', { smart_count: data.people })}
        </Box>
      )}
    </Paper>
  );
}
