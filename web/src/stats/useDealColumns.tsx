import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import { term } from '@crm/contracts/codes/life-lists.js';
import type { DealRow } from '@crm/contracts/entities/stats.js';
import { shownDate } from '@crm/contracts/time/pacific.js';
import { Clip } from '../controls/Clip.js';
import { shownCount, shownPremium } from '../i18n/shown-numbers.js';
import { useStatsMessages } from '../i18n/stats.en.js';
import { shortName } from '../leads/table/lead-row.rules.js';
import { StatusChip } from '../leads/table/StatusChip.js';
import { NameCell } from '../lists/cells.js';
import type { ListColumn } from '../lists/list-column.js';
import { useRight } from '../session/SessionContext.js';

const Dash = () => (
  <Box component="span" sx={{ color: 'text.tertiary' }}>
    –
  </Box>
);

const Figure = ({ children }: { children: string }) => (
  <Box component="span" sx={(theme) => theme.tabular}>
    {children}
  </Box>
);

const Day = ({ day }: { day: string | null }) =>
  day === null ? <Dash /> : <Figure>{shownDate(day)}</Figure>;

/** The Submit Date; without one, the day the deal counts for, in secondary colour. */
function SubmitDate({ app_date, deal_date }: DealRow) {
  const translate = useStatsMessages();
  if (app_date !== null) return <Day day={app_date} />;
  const day = shownDate(deal_date);
  return (
    <Tooltip title={translate('crm.stats.gotThere', { day })}>
      <Box
        component="span"
        sx={(theme) => ({ ...theme.tabular, color: 'text.tertiary', fontStyle: 'italic' })}
      >
        {day}
      </Box>
    </Tooltip>
  );
}

const agentCell = ({ agent, agent_id }: DealRow) => (
  <Clip text={agent}>{agent_id === 0 ? agent : shortName(agent)}</Clip>
);

const idEnd = 6;

/** The columns of the deals (rule S2); an agent has no Agent column. */
export function useDealColumns(): readonly ListColumn<DealRow>[] {
  const translate = useStatsMessages();
  const isAdmin = useRight('leads:filter-by-agent');
  const text = (value: string | null) => (value === null ? <Dash /> : <Clip text={value} />);
  const productOf = ({ term: product }: DealRow) => {
    const known = term.safeParse(product);
    return known.success ? translate(`crm.leads.product.${known.data}`) : product;
  };
  const column = (
    source: Exclude<keyof DealRow, 'agent_id' | 'type_id' | 'deal_date' | 'status'>,
    width: number,
    cell: ListColumn<DealRow>['cell'],
    how: Partial<ListColumn<DealRow>> = { sorts: 'ASC' },
  ): ListColumn<DealRow> => ({ source, label: translate(`crm.stats.column.${source}`), width, cell, ...how });
  const amount = { sorts: 'DESC', align: 'right' } as const;
  return [
    ...(isAdmin ? [column('agent', 108, agentCell)] : []),
    column('fullname', 150, ({ id, fullname }) => <NameCell name={fullname} to={`/lead/${id}`} />),
    column('id', 70, ({ id }) => <Clip text={id}>{<Figure>{`…${id.slice(-idEnd)}`}</Figure>}</Clip>, {}),
    column('carrier', 138, ({ carrier }) => text(carrier)),
    column('policy_number', 88, ({ policy_number }) => text(policy_number)),
    column('app_date', 104, (deal) => <SubmitDate {...deal} />, { sorts: 'DESC' }),
    column('term', 80, (deal) => text(productOf(deal))),
    column(
      'coverage_amount',
      96,
      ({ coverage_amount: sum }) => (sum === null ? <Dash /> : <Figure>{shownCount(sum)}</Figure>),
      amount,
    ),
    column(
      'premium',
      90,
      ({ premium }) => (premium === null ? <Dash /> : <Figure>{shownPremium(premium)}</Figure>),
      amount,
    ),
    column('draft_date', 92, ({ draft_date }) => <Day day={draft_date} />, { sorts: 'DESC' }),
    column('s_t', 152, ({ status, type_id }) => <StatusChip status={status} type={type_id} />, {
      sorts: 'ASC',
      hint: translate('crm.stats.hint.s_t'),
    }),
  ];
}
