import { useMemo } from 'react';
import InboxOutlined from '@mui/icons-material/InboxOutlined';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { Theme } from '@mui/material/styles';
import type { LeadRow } from '@crm/contracts/entities/lead.js';
import { useRawLeadMessages } from '../i18n/raw-leads.en.js';
import { BulkUpload } from '../imports/BulkUpload.js';
import { RowPermissions } from '../leads/permission/RowPermissions.js';
import { rawRowHue } from '../leads/table/lead-row.rules.js';
import { TableReaderContext } from '../leads/table/table-reader.js';
import { useLeadTable } from '../leads/table/useLeadTable.js';
import { ListPage, ListRoot } from '../lists/ListPage.js';
import { ListSearch } from '../lists/ListSearch.js';
import { ListTools, useDensity } from '../lists/ListTools.js';
import { useCurrentUser, useRight } from '../session/SessionContext.js';
import { rawLeadColumns } from './raw-lead-columns.js';
import { useLiveRawLeads } from './useLiveRawLeads.js';

const columnsKey = 'rawLeads.columns';

/** Only life rows lead to their lead (rule L13). */
const isLife = ({ type_id }: LeadRow) => type_id === 2;

/** Leads that nobody has saved yet; admins can upload a file of them. */
export default function RawLeadsPage() {
  return (
    <ListRoot<LeadRow> resource="raw-leads" sort={{ field: 'updatedAt', order: 'DESC' }} perPage={10}>
      <RawLeads />
    </ListRoot>
  );
}

function RawLeads() {
  const translate = useRawLeadMessages();
  const { id } = useCurrentUser();
  const mayImport = useRight('leads:import');
  const [isDense] = useDensity(columnsKey);
  const isWide = useMediaQuery((theme: Theme) => theme.breakpoints.up('xl'), { noSsr: true });
  const reader = useMemo(
    () => ({ userId: id, isWide, isDense, isOpenable: isLife, hasCheckboxes: false, hueOf: rawRowHue }),
    [id, isWide, isDense],
  );
  const table = useLeadTable(rawLeadColumns, reader);
  const live = useLiveRawLeads();
  return (
    <TableReaderContext value={reader}>
      <RowPermissions>
        <ListPage
          {...table}
          title={translate('crm.rawLeads.title')}
          {...(mayImport && { actions: <BulkUpload /> })}
          search={<ListSearch label={translate('crm.rawLeads.search')} />}
          tools={<ListTools columns={table.columns} fixed="fullname" storeKey={columnsKey} />}
          storeKey={columnsKey}
          live={live}
          newLabel={translate('crm.rawLeads.showNew')}
          none={{
            Icon: InboxOutlined,
            title: translate('crm.rawLeads.none'),
            text: translate(mayImport ? 'crm.rawLeads.noneTextAdmin' : 'crm.rawLeads.noneText'),
          }}
          noneMatch={{
            title: translate('crm.rawLeads.noneMatch'),
            text: translate('crm.rawLeads.noneMatchText'),
          }}
        />
      </RowPermissions>
    </TableReaderContext>
  );
}
