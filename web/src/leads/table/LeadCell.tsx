import type { ReactNode } from 'react';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { Link as RouterLink } from 'react-router-dom';
import { useRecordContext } from 'react-admin';
import type { LeadSortField } from '@crm/contracts/entities/lead-input.js';
import type { LeadRow } from '@crm/contracts/entities/lead.js';
import { toShown } from '@crm/contracts/phone.js';
import { shownDate, shownInstant } from '@crm/contracts/time/pacific.js';
import { useTranslate } from '../../i18n/useTranslate.js';
import { Nothing } from '../../lists/Nothing.js';
import { useFlash } from '../../lists/flashes.js';
import { Clip } from '../../controls/Clip.js';
import { PhoneOfRow } from '../permission/PhoneOfRow.js';
import { isBusyFor, shortName } from './lead-row.rules.js';
import { shownPremium } from '../../i18n/shown-numbers.js';
import { StatusChip } from './StatusChip.js';
import { useTableReader } from './table-reader.js';
import { localise } from '../../i18n/language.js';

type Column = LeadSortField;

/** The value of one column of a lead, as the tables show it. */
export function LeadCell({ column }: { column: Column }) {
  const row = useRecordContext<LeadRow>();
  return row ? <Cell column={column} row={row} /> : null;
}

function Cell({ column, row }: { column: Column; row: LeadRow }) {
  const translate = useTranslate();
  const { userId, isWide } = useTableReader();
  const isBusy = isBusyFor(row, userId);

  switch (column) {
    case 'status':
      return <StatusChip status={row.status} type={row.type_id} outlined={isBusy} />;
    case 'type':
      return translate(`crm.leads.type.${row.type}`);
    case 'source':
      return (
        <Secondary>
          <Clip text={localise(row.source_title)}>
            {isWide ? localise(row.source_title) : translate(`crm.leads.sourceShort.${row.source}`)}
          </Clip>
        </Secondary>
      );
    case 'agent_fullname':
      return row.agent_fullname === null ? (
        <Tertiary>{translate(isWide ? 'crm.leads.withoutAgent' : 'crm.leads.noAgent')}</Tertiary>
      ) : (
        <Secondary>
          <Clip text={row.agent_fullname}>{isWide ? row.agent_fullname : shortName(row.agent_fullname)}</Clip>
        </Secondary>
      );
    case 'fullname':
      return <Name row={row} isBusy={isBusy} />;
    case 'email':
      return row.email ? (
        <Secondary>
          <Clip text={row.email} />
        </Secondary>
      ) : (
        <Nothing />
      );
    case 'phone':
      return (
        <PhoneOfRow id={row.id}>
          {row.phone_hidden ? (
            <Tertiary>{translate('crm.leads.hidden')}</Tertiary>
          ) : row.phone ? (
            <Figures>{toShown(row.phone)}</Figures>
          ) : (
            <Nothing />
          )}
        </PhoneOfRow>
      );
    case 'premium_price':
      return row.premium_price === null ? (
        <Nothing />
      ) : (
        <Figures isStrong>{shownPremium(row.premium_price)}</Figures>
      );
    case 'premium_carrier':
      return row.premium_carrier ? <Clip text={row.premium_carrier} /> : <Nothing />;
    case 'term':
      return row.term ? <Clip text={translate(`crm.leads.product.${row.term}`)} /> : <Nothing />;
    case 'coverage_type':
      return row.coverage_type ? <Clip text={row.coverage_type} /> : <Nothing />;
    case 'state':
      return row.state ? (
        <Box component="abbr" title={row.state_title ?? undefined} sx={{ textDecoration: 'none' }}>
          {row.state}
        </Box>
      ) : (
        <Nothing />
      );
    case 'birth_date':
      return row.birth_date ? <Figures>{shownDate(row.birth_date)}</Figures> : <Nothing />;
    case 'updatedAt':
      return <LastChange row={row} isBusy={isBusy} />;
  }
}

/** The value of a field as its definition shows it. */
export const FieldCell = ({ text }: { text: string }) =>
  text === '' ? (
    <Nothing />
  ) : (
    <Secondary>
      <Clip text={text} />
    </Secondary>
  );

/** The name leads to the lead, so that a row can be opened by keyboard and in a tab of its own; a closed row's does not. */
function Name({ row, isBusy }: { row: LeadRow; isBusy: boolean }) {
  const { isOpenable } = useTableReader();
  return (
    <Clip text={row.fullname}>
      {isBusy || !isOpenable(row) ? (
        <Box component="span" sx={{ fontWeight: 600 }}>
          {row.fullname}
        </Box>
      ) : (
        <Link
          component={RouterLink}
          to={`/lead/${row.id}`}
          underline="none"
          sx={(theme) => ({
            color: 'inherit',
            fontWeight: 600,
            borderRadius: `${String(theme.radius.chip)}px`,
            '&:focus-visible': { outlineOffset: 0 },
          })}
        >
          {row.fullname}
        </Link>
      )}
    </Clip>
  );
}

function LastChange({ row, isBusy }: { row: LeadRow; isBusy: boolean }) {
  const translate = useTranslate();
  const flash = useFlash(row.id);
  if (isBusy) {
    return (
      <Box component="span" sx={{ fontWeight: 600 }}>
        {translate('crm.leads.withNow', { name: shortName(row.busy_fullname ?? '') })}
      </Box>
    );
  }
  return (
    <Box
      component="span"
      sx={(theme) => ({
        ...theme.tabular,
        position: 'relative',
        whiteSpace: 'nowrap',
        color: flash ? theme.palette.text.primary : theme.palette.text.secondary,
        fontWeight: flash ? 600 : undefined,
        ...(flash && {
          '&::before': {
            content: '""',
            position: 'absolute',
            left: theme.spacing(-1.25),
            top: '50%',
            width: theme.spacing(0.75),
            height: theme.spacing(0.75),
            transform: 'translateY(-50%)',
            borderRadius: '50%',
            backgroundColor: theme.palette.hue.blue.edge,
          },
        }),
      })}
    >
      <DayFirst at={shownInstant(row.updatedAt)} />
    </Box>
  );
}

/** A phone has room for the day. */
function DayFirst({ at }: { at: string }) {
  const dayAndMonth = at.slice(0, at.lastIndexOf('/'));
  return (
    <>
      {dayAndMonth}
      <Box component="span" sx={{ display: { xs: 'none', md: 'inline' } }}>
        {at.slice(dayAndMonth.length)}
      </Box>
    </>
  );
}

const Secondary = ({ children }: { children: ReactNode }) => (
  <Box component="span" sx={{ '.RaDataTable-row:not(.busy) &': { color: 'text.secondary' } }}>
    {children}
  </Box>
);

const Tertiary = ({ children }: { children: ReactNode }) => (
  <Box component="span" sx={{ color: 'text.tertiary' }}>
    {children}
  </Box>
);

const Figures = ({ children, isStrong = false }: { children: ReactNode; isStrong?: boolean }) => (
  <Box
    component="span"
    sx={(theme) => ({ ...theme.tabular, whiteSpace: 'nowrap', ...(isStrong && { fontWeight: 600 }) })}
  >
    {children}
  </Box>
);
