import { Suspense, useEffect, useMemo, useRef, useState } from 'react';
import AddOutlined from '@mui/icons-material/AddOutlined';
import FilterAltOffOutlined from '@mui/icons-material/FilterAltOffOutlined';
import GroupAddOutlined from '@mui/icons-material/GroupAddOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { Theme } from '@mui/material/styles';
import { ListBase, useListContext } from 'react-admin';
import { typeNameOf, type TypeId } from '@crm/contracts/codes/lead-types.js';
import { sourceIdOf } from '@crm/contracts/codes/sources.js';
import type { Lead, LeadRow } from '@crm/contracts/entities/lead.js';
import type { Outcome } from '@crm/contracts/errors.js';
import { useWords } from '../i18n/useWords.js';
import { PageHead } from '../layout/PageHead.js';
import { useShowAnswer } from '../notifications/useShowAnswer.js';
import { useCurrentUser, useRight } from '../session/SessionContext.js';
import { useShortcut } from '../shortcuts/ShortcutsProvider.js';
import { BulkBand } from './bulk/BulkBand.js';
import { useSelectionOfFilters } from './bulk/useSelectionOfFilters.js';
import { LeadFilterBar } from './filters/LeadFilterBar.js';
import { clearedFilters, freshFilters, isNarrowed, permanentFilter } from './filters/lead-filters.rules.js';
import { useClearedSource } from './filters/useClearedSource.js';
import { useListFilter } from './filters/useListFilter.js';
import { createFlashes, FlashContext } from '../lists/flashes.js';
import { useLeadRooms } from './live/useLeadRooms.js';
import { useLiveLeads } from './live/useLiveLeads.js';
import { useReading } from '../lists/useReading.js';
import { columnsFor } from './table/lead-columns.js';
import { LeadTable } from './table/LeadTable.js';
import { LeadTools } from './table/LeadTools.js';
import { rowHue, shownCount } from './table/lead-row.rules.js';
import { TableNotice } from '../lists/TableNotice.js';
import { TableReaderContext } from './table/table-reader.js';
import { useDensity } from '../lists/ListTools.js';
import { useRowKeys } from '../lists/useRowKeys.js';
import { lazyPart } from '../loading/lazy-part.js';

const LifeFormDialog = lazyPart(() => import('./life-form/LifeFormDialog.js'));
const HealthFormDialog = lazyPart(() => import('./health-form/HealthFormDialog.js'));

const marketplace = sourceIdOf('mediaalpha');
const newestFirst = { field: 'updatedAt', order: 'DESC' } as const;

/** The dashboard of life leads (type 2) or health leads (type 4): filters, the table, and its live changes. */
export function LeadDashboard({ type }: { type: TypeId }) {
  const { id, role_id } = useCurrentUser();
  const filter = useMemo(() => permanentFilter(type, { id, role: role_id }), [type, id, role_id]);
  return (
    <ListBase<LeadRow>
      key={type}
      resource="leads"
      storeKey={`leads.${typeNameOf[type]}`}
      filter={filter}
      filterDefaultValues={freshFilters}
      sort={newestFirst}
      perPage={10}
      // Asked by the layout already: the rows wait for nothing else.
      disableAuthentication
    >
      <Dashboard type={type} />
    </ListBase>
  );
}

function Dashboard({ type }: { type: TypeId }) {
  const words = useWords();
  const name = typeNameOf[type];
  const { id } = useCurrentUser();
  const isAdmin = useRight('leads:bulk');
  const columns = columnsFor(type);
  const storeKey = `leads.${name}.columns`;
  const [isDense] = useDensity(storeKey);
  const isWide = useMediaQuery((theme: Theme) => theme.breakpoints.up('xl'), { noSsr: true });
  const reader = useMemo(
    () => ({ userId: id, isWide, isDense, isOpenable: () => true, hasCheckboxes: true, hueOf: rowHue }),
    [id, isWide, isDense],
  );
  const { total, isPending, selectedIds } = useListContext<LeadRow>();
  useSelectionOfFilters();

  const rows = useRef<HTMLDivElement>(null);
  const isReading = useReading(rows);
  const flashes = useMemo(createFlashes, []);
  useEffect(
    () => () => {
      flashes.clear();
    },
    [flashes],
  );
  useLeadRooms(name);
  const { waiting, showWaiting } = useLiveLeads(type, flashes, isReading);
  useRowKeys(rows);

  return (
    <TableReaderContext.Provider value={reader}>
      <FlashContext.Provider value={flashes}>
        <Box sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, flex: 1, gap: 1.5 }}>
          <PageHead
            title={words(`crm.leads.title.${name}`)}
            count={
              !isPending && (
                <>
                  {words('crm.list.match', { count: shownCount(total ?? 0) })}
                  {waiting > 0 && (
                    <Button size="small" onClick={showWaiting} sx={{ ml: 1 }} role="status">
                      {words('crm.leads.waiting', { smart_count: waiting })}
                    </Button>
                  )}
                </>
              )
            }
            actions={<NewLead type={type} />}
          />
          <LeadFilterBar tools={<LeadTools columns={columns} storeKey={storeKey} />} />
          <LeadTable
            label={words(`crm.leads.title.${name}`)}
            columns={columns}
            storeKey={storeKey}
            readingRef={rows}
            empty={<NoLeads type={type} />}
            {...(isAdmin
              ? { band: <BulkBand /> }
              : {
                  footNote: (
                    <Typography variant="body2" color="text.secondary" role="status">
                      {words('crm.bulk.totalChecked', { count: shownCount(selectedIds.length) })}
                    </Typography>
                  ),
                })}
          />
        </Box>
      </FlashContext.Provider>
    </TableReaderContext.Provider>
  );
}

/** Makes a lead of the dashboard's type; its dialog is loaded with the first click. */
function NewLead({ type }: { type: TypeId }) {
  const words = useWords();
  const showAnswer = useShowAnswer();
  const [isOpen, setOpen] = useState(false);
  const { values } = useListFilter();
  const [isCleared] = useClearedSource();
  const open = () => {
    setOpen(true);
  };
  const close = () => {
    setOpen(false);
  };
  const show = (_lead: Lead, outcome: Outcome) => {
    showAnswer(outcome);
  };
  useShortcut({ key: 'n', label: words('crm.leads.new'), scope: 'page' }, open);
  return (
    <>
      <Button variant="contained" startIcon={<AddOutlined />} onClick={open}>
        {words('crm.leads.new')}
      </Button>
      <Suspense fallback={null}>
        {isOpen && type === 4 && <HealthFormDialog onClose={close} onSaved={show} />}
        {isOpen && type === 2 && (
          <LifeFormDialog
            isMarketplace={values.source === marketplace && !isCleared}
            onClose={close}
            onSaved={show}
          />
        )}
      </Suspense>
    </>
  );
}

/** What an empty table says: filtered to nothing, or nothing there yet. */
function NoLeads({ type }: { type: TypeId }) {
  const words = useWords();
  const { setFilters } = useListContext<LeadRow>();
  const { values } = useListFilter();
  const [, setCleared] = useClearedSource();
  const isAdmin = useRight('leads:bulk');
  if (isNarrowed(values)) {
    return (
      <TableNotice
        icon={<FilterAltOffOutlined />}
        title={words('crm.leads.noneMatch')}
        text={words('crm.leads.noneMatchText')}
        actions={
          <Button
            variant="contained"
            onClick={() => {
              setCleared(true);
              setFilters(clearedFilters, undefined, false);
            }}
          >
            {words('crm.filters.clear')}
          </Button>
        }
      />
    );
  }
  return (
    <TableNotice
      icon={<GroupAddOutlined />}
      title={words('crm.leads.none')}
      text={words(
        isAdmin ? 'crm.leads.noneTextAdmin' : type === 2 ? 'crm.leads.noneText' : 'crm.leads.noneTextHealth',
      )}
      actions={
        <Button
          variant="outlined"
          onClick={() => {
            setFilters({}, undefined, false);
          }}
        >
          {words('crm.leads.showAllSources')}
        </Button>
      }
    />
  );
}
