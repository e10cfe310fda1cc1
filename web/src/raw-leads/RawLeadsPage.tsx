import { useEffect, useMemo, useRef } from 'react';
import InboxOutlined from '@mui/icons-material/InboxOutlined';
import SearchOffOutlined from '@mui/icons-material/SearchOffOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { Theme } from '@mui/material/styles';
import { ListBase, useListContext } from 'react-admin';
import type { LeadRow } from '@crm/contracts/entities/lead.js';
import { useRawLeadWords } from '../i18n/raw-leads.en.js';
import { BulkUpload } from '../imports/BulkUpload.js';
import { PageHead } from '../layout/PageHead.js';
import { createFlashes, FlashContext } from '../lists/flashes.js';
import { useReading } from '../lists/useReading.js';
import { rawRowHue, shownCount } from '../leads/table/lead-row.rules.js';
import { LeadTable } from '../leads/table/LeadTable.js';
import { LeadTools } from '../leads/table/LeadTools.js';
import { TableNotice } from '../lists/TableNotice.js';
import { TableReaderContext } from '../leads/table/table-reader.js';
import { useDensity } from '../lists/ListTools.js';
import { useRowKeys } from '../lists/useRowKeys.js';
import { useCurrentUser, useRight } from '../session/SessionContext.js';
import { rawLeadColumns } from './raw-lead-columns.js';
import { rawLeads, searchOf } from './raw-leads-provider.js';
import { RawLeadSearch } from './RawLeadSearch.js';
import { useLiveRawLeads } from './useLiveRawLeads.js';

const newestFirst = { field: 'updatedAt', order: 'DESC' } as const;
const columnsKey = 'rawLeads.columns';

/** Only life rows lead to their lead (lead-work section 2, Raw leads). */
const isLife = ({ type_id }: LeadRow) => type_id === 2;

/** The leads that nobody has saved yet, and for admins the way to bring in a file of them. */
export default function RawLeadsPage() {
  return (
    <ListBase<LeadRow>
      resource={rawLeads}
      storeKey={rawLeads}
      sort={newestFirst}
      perPage={10}
      // Asked by the layout already: the rows wait for nothing else.
      disableAuthentication
    >
      <RawLeads />
    </ListBase>
  );
}

function RawLeads() {
  const words = useRawLeadWords();
  const { id } = useCurrentUser();
  const mayImport = useRight('leads:import');
  const { total, isPending } = useListContext<LeadRow>();
  const [isDense] = useDensity(columnsKey);
  const isWide = useMediaQuery((theme: Theme) => theme.breakpoints.up('xl'), { noSsr: true });
  const reader = useMemo(
    () => ({ userId: id, isWide, isDense, isOpenable: isLife, hasCheckboxes: false, hueOf: rawRowHue }),
    [id, isWide, isDense],
  );

  const rows = useRef<HTMLDivElement>(null);
  const isReading = useReading(rows);
  const flashes = useMemo(createFlashes, []);
  useEffect(
    () => () => {
      flashes.clear();
    },
    [flashes],
  );
  const { hasNew, showNew } = useLiveRawLeads(flashes, isReading);
  useRowKeys(rows);

  return (
    <TableReaderContext.Provider value={reader}>
      <FlashContext.Provider value={flashes}>
        <Box sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, flex: 1, gap: 1.5 }}>
          <PageHead
            title={words('crm.rawLeads.title')}
            count={
              !isPending && (
                <>
                  {words('crm.list.match', { count: shownCount(total ?? 0) })}
                  {hasNew && (
                    <Button size="small" onClick={showNew} sx={{ ml: 1 }}>
                      {words('crm.rawLeads.showNew')}
                    </Button>
                  )}
                </>
              )
            }
            {...(mayImport && { actions: <BulkUpload /> })}
          />
          <Box role="search" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
            <RawLeadSearch />
            <Box sx={{ ml: 'auto', display: 'flex', gap: 1 }}>
              <LeadTools columns={rawLeadColumns} storeKey={columnsKey} />
            </Box>
          </Box>
          <LeadTable
            label={words('crm.rawLeads.title')}
            columns={rawLeadColumns}
            storeKey={columnsKey}
            readingRef={rows}
            empty={<NoRawLeads />}
          />
        </Box>
      </FlashContext.Provider>
    </TableReaderContext.Provider>
  );
}

/** What an empty table says: searched to nothing, or nothing there. */
function NoRawLeads() {
  const words = useRawLeadWords();
  const list = useListContext<LeadRow>();
  const mayImport = useRight('leads:import');
  if (searchOf(list.filterValues) !== undefined) {
    return (
      <TableNotice
        icon={<SearchOffOutlined />}
        title={words('crm.rawLeads.noneMatch')}
        text={words('crm.rawLeads.noneMatchText')}
        actions={
          <Button
            variant="contained"
            onClick={() => {
              list.setFilters({}, undefined, false);
            }}
          >
            {words('crm.rawLeads.clearSearch')}
          </Button>
        }
      />
    );
  }
  return (
    <TableNotice
      icon={<InboxOutlined />}
      title={words('crm.rawLeads.none')}
      text={words(mayImport ? 'crm.rawLeads.noneTextAdmin' : 'crm.rawLeads.noneText')}
    />
  );
}
