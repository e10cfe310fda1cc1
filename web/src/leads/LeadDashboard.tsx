import { Activity, Suspense, useMemo, useState, type ComponentType, type RefObject } from 'react';
import AddOutlined from '@mui/icons-material/AddOutlined';
import FilterAltOffOutlined from '@mui/icons-material/FilterAltOffOutlined';
import GroupAddOutlined from '@mui/icons-material/GroupAddOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { Theme } from '@mui/material/styles';
import { useListContext, useNotify } from 'react-admin';
import { typeNameOf, type TypeId } from '@crm/contracts/codes/lead-types.js';
import { sourceIdOf } from '@crm/contracts/codes/sources.js';
import type { Lead, LeadRow } from '@crm/contracts/entities/lead.js';
import type { Outcome } from '@crm/contracts/errors.js';
import { useRest } from '../controls/useRest.js';
import { useWasOpened } from '../controls/useWasOpened.js';
import { useTranslate } from '../i18n/useTranslate.js';
import { LeadNews } from '../notifications/LeadNews.js';
import { useCurrentUser, useRight } from '../session/SessionContext.js';
import { useShortcut } from '../shortcuts/ShortcutsProvider.js';
import { bandHeight } from './bulk/band-height.js';
import { useSelectionOfFilters } from './bulk/useSelectionOfFilters.js';
import { LeadFiltersButton, LeadFilterBar } from './filters/LeadFilterBar.js';
import { clearedFilters, freshFilters, isNarrowed, permanentFilter } from './filters/lead-filters.rules.js';
import { useClearedSource } from './filters/useClearedSource.js';
import { useListFilter } from './filters/useListFilter.js';
import { healthLists, lifeLists } from './form/kept-lists.js';
import { useLeadRooms } from './live/useLeadRooms.js';
import { useLiveLeads } from './live/useLiveLeads.js';
import { RowPermissions } from './permission/RowPermissions.js';
import { columnsFor, healthColumns, lifeColumns, type LeadColumn } from './table/lead-columns.js';
import { ListPage, ListRoot } from '../lists/ListPage.js';
import { rowHue } from './table/lead-row.rules.js';
import { shownCount } from '../i18n/shown-numbers.js';
import { TableReaderContext } from './table/table-reader.js';
import { useLeadTable } from './table/useLeadTable.js';
import { ListTools, useDensity } from '../lists/ListTools.js';
import { useIsSettled } from '../loading/idle.js';
import { DrawnAhead, lazyPart } from '../loading/lazy-part.js';
import { useListsAhead } from '../reference/list-query.js';

const ViewTabs = lazyPart(() => import('./views/ViewTabs.js'));
const BulkBand = lazyPart(() => import('./bulk/BulkBand.js'));
const LifeFormDialog = lazyPart(() => import('./life-form/LifeFormDialog.js'));
const HealthFormDialog = lazyPart(() => import('./health-form/HealthFormDialog.js'));

/** The list and its rows go before. */
const aheadAfterMs = 3_000;
const marketplace = sourceIdOf('mediaalpha');
const newestFirst = { field: 'updatedAt', order: 'DESC' } as const;

interface Props {
  type: TypeId;
  /** What works a lead from its row: it goes further than leads do. */
  RowTools: ComponentType<{ area: RefObject<HTMLElement | null>; columns: readonly LeadColumn[] }>;
}

/** The dashboard of life leads (type 2) or health leads (type 4): filters, the table, and its live changes. */
export function LeadDashboard({ type, RowTools }: Props) {
  const { id, role_id } = useCurrentUser();
  const filter = useMemo(() => permanentFilter(type, { id, role: role_id }), [type, id, role_id]);
  return (
    <ListRoot<LeadRow>
      key={type}
      resource="leads"
      storeKey={`leads.${typeNameOf[type]}`}
      filter={filter}
      filterDefaultValues={freshFilters}
      sort={newestFirst}
      perPage={10}
    >
      <Dashboard type={type} RowTools={RowTools} />
    </ListRoot>
  );
}

/** The rows go before the views above them, whose place is kept. */
const viewsToCome = <Box sx={(theme) => ({ flex: 'none', height: theme.size.tab })} />;

function Dashboard({ type, RowTools }: Props) {
  const translate = useTranslate();
  const name = typeNameOf[type];
  const { id } = useCurrentUser();
  const isAdmin = useRight('leads:bulk');
  const works = useRight('leads:work');
  const seesOthers = useRight('leads:filter-by-agent');
  const columns = columnsFor(type, !seesOthers);
  const arranged = type === 4 ? healthColumns : lifeColumns;
  const storeKey = `leads.${name}.columns`;
  const [isDense] = useDensity(storeKey);
  const isWide = useMediaQuery((theme: Theme) => theme.breakpoints.up('xl'), { noSsr: true });
  const reader = useMemo(
    () => ({ userId: id, isWide, isDense, isOpenable: () => true, hasCheckboxes: true, hueOf: rowHue }),
    [id, isWide, isDense],
  );
  const table = useLeadTable(columns, reader);
  const { selectedIds, isPending } = useListContext<LeadRow>();
  const { values } = useListFilter();
  useSelectionOfFilters();
  useLeadRooms(name);
  const { waiting, ...live } = useLiveLeads(type);

  return (
    <TableReaderContext value={reader}>
      <RowPermissions>
        <ListPage
          {...table}
          title={translate(`crm.leads.title.${name}`)}
          actions={
            <>
              <LeadFiltersButton />
              {works && <NewLead type={type} />}
            </>
          }
          above={
            isPending ? (
              viewsToCome
            ) : (
              <Suspense fallback={viewsToCome}>
                <ViewTabs type={type} />
              </Suspense>
            )
          }
          bar={
            <LeadFilterBar
              tools={<ListTools columns={table.columns} fixed="fullname" storeKey={storeKey} />}
            />
          }
          storeKey={storeKey}
          live={live}
          newLabel={translate('crm.leads.waiting', { smart_count: waiting })}
          {...(isAdmin
            ? {
                band: (
                  <Suspense fallback={<Box sx={{ flex: 'none', height: bandHeight }} />}>
                    <BulkBand />
                  </Suspense>
                ),
              }
            : {
                footNote: (
                  <Typography
                    variant="body2"
                    color="text.secondary"
                    role="status"
                    // A phone has a line for it once there is something to count.
                    sx={{ display: { xs: selectedIds.length === 0 ? 'none' : 'block', md: 'block' } }}
                  >
                    {translate('crm.bulk.totalChecked', { count: shownCount(selectedIds.length) })}
                  </Typography>
                ),
              })}
          none={{
            Icon: GroupAddOutlined,
            title: translate('crm.leads.none'),
            text: translate(
              isAdmin
                ? 'crm.leads.noneTextAdmin'
                : type === 2
                  ? 'crm.leads.noneText'
                  : 'crm.leads.noneTextHealth',
            ),
            actions: <ShowAllSources />,
          }}
          isNarrowed={isNarrowed(values)}
          noneMatch={{
            Icon: FilterAltOffOutlined,
            title: translate('crm.leads.noneMatch'),
            text: translate('crm.leads.noneMatchText'),
            actions: <ClearFilters />,
          }}
        />
        {/* Nobody waits for it: the rows can be read and opened without. */}
        <DrawnAhead value>
          <Suspense fallback={null}>
            {!isPending && works && <RowTools area={live.rows} columns={arranged} />}
          </Suspense>
        </DrawnAhead>
      </RowPermissions>
    </TableReaderContext>
  );
}

function ShowAllSources() {
  const translate = useTranslate();
  const { setFilters } = useListContext<LeadRow>();
  return (
    <Button
      variant="outlined"
      onClick={() => {
        setFilters({}, undefined, false);
      }}
    >
      {translate('crm.leads.showAllSources')}
    </Button>
  );
}

function ClearFilters() {
  const translate = useTranslate();
  const { setFilters } = useListContext<LeadRow>();
  const [, setCleared] = useClearedSource();
  return (
    <Button
      variant="contained"
      onClick={() => {
        setCleared(true);
        setFilters(clearedFilters, undefined, false);
      }}
    >
      {translate('crm.filters.clear')}
    </Button>
  );
}

/** Makes a lead of the dashboard's type; its dialog is loaded with the first click. */
function NewLead({ type }: { type: TypeId }) {
  const translate = useTranslate();
  const notify = useNotify();
  const [isOpen, setOpen] = useState(false);
  const { values } = useListFilter();
  const [isCleared] = useClearedSource();
  const open = () => {
    setOpen(true);
  };
  const close = () => {
    setOpen(false);
  };
  // The filters may hide it: the message leads to it.
  const show = (lead: Lead, { status, message }: Outcome) => {
    notify(<LeadNews text={message} leadId={lead.id} />, { type: status });
  };
  const isMarketplace = values.source === marketplace && !isCleared;
  const askForLists = useListsAhead();
  const rest = useRest(() => {
    askForLists(Object.values(type === 4 ? healthLists : lifeLists(isMarketplace)));
  });
  useShortcut({ key: 'n', label: translate('crm.leads.new'), scope: 'page' }, open);
  const isSettled = useIsSettled(aheadAfterMs);
  const wasOpened = useWasOpened(isOpen);
  const form = (isAhead: boolean) =>
    type === 4 ? (
      <HealthFormDialog isAhead={isAhead} onClose={close} onSaved={show} />
    ) : (
      <LifeFormDialog isAhead={isAhead} isMarketplace={isMarketplace} onClose={close} onSaved={show} />
    );
  return (
    <>
      <Button variant="contained" startIcon={<AddOutlined />} {...rest} onClick={open}>
        {translate('crm.leads.new')}
      </Button>
      <Suspense fallback={null}>{isOpen && form(false)}</Suspense>
      {isSettled && !wasOpened && (
        <Activity mode="hidden">
          <DrawnAhead value>
            <Suspense fallback={null}>{form(true)}</Suspense>
          </DrawnAhead>
        </Activity>
      )}
    </>
  );
}
