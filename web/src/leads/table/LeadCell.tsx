import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import type { LeadSortField } from '@crm/contracts/entities/lead-filter.js';
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
export function LeadCell({ column, row }: { column: Column; row: LeadRow }) {
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
        <Clip text={localise(row.source_title)} isSecondary>
          {isWide ? localise(row.source_title) : translate(`crm.leads.sourceShort.${row.source}`)}
        </Clip>
      );
    case 'agent_fullname':
      return row.agent_fullname === null ? (
        <Tertiary>{translate(isWide ? 'crm.leads.withoutAgent' : 'crm.leads.noAgent')}</Tertiary>
      ) : (
        <Clip text={row.agent_fullname} isSecondary>
          {isWide ? row.agent_fullname : shortName(row.agent_fullname)}
        </Clip>
      );
    case 'fullname':
      return <Name row={row} isBusy={isBusy} />;
    case 'email':
      return row.email ? <Clip text={row.email} isSecondary /> : <Nothing />;
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
        <abbr title={row.state_title ?? undefined} className="cell-state">
          {row.state}
        </abbr>
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
  text === '' ? <Nothing /> : <Clip text={text} isSecondary />;

/** The name leads to the lead, so that a row can be opened by keyboard and in a tab of its own; a closed row's does not. */
function Name({ row, isBusy }: { row: LeadRow; isBusy: boolean }) {
  const { isOpenable } = useTableReader();
  return (
    <Clip text={row.fullname}>
      {isBusy || !isOpenable(row) ? (
        <span className="cell-strong">{row.fullname}</span>
      ) : (
        <RouterLink to={`/lead/${row.id}`} className="cell-link">
          {row.fullname}
        </RouterLink>
      )}
    </Clip>
  );
}

function LastChange({ row, isBusy }: { row: LeadRow; isBusy: boolean }) {
  const translate = useTranslate();
  const flash = useFlash(row.id);
  if (isBusy) {
    return (
      <span className="cell-strong">
        {translate('crm.leads.withNow', { name: shortName(row.busy_fullname ?? '') })}
      </span>
    );
  }
  const at = shownInstant(row.updatedAt);
  const dayAndMonth = at.slice(0, at.lastIndexOf('/'));
  return (
    <span className={`cell-change${flash ? ' is-marked' : ''}`}>
      {dayAndMonth}
      <span className="cell-not-on-phone">{at.slice(dayAndMonth.length)}</span>
    </span>
  );
}

const Tertiary = ({ children }: { children: ReactNode }) => <span className="cell-tertiary">{children}</span>;

const Figures = ({ children, isStrong = false }: { children: ReactNode; isStrong?: boolean }) => (
  <span className={`cell-figures${isStrong ? ' cell-strong' : ''}`}>{children}</span>
);
