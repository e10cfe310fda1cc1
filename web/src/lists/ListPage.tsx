import { useRef, type ComponentProps, type ComponentType, type ReactNode } from 'react';
import SearchOffOutlined from '@mui/icons-material/SearchOffOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { ListBase, useListContext, type ListBaseProps, type RaRecord } from 'react-admin';
import { PageHead } from '../controls/PageHead.js';
import { shownCount } from '../i18n/shown-numbers.js';
import { useTranslate } from '../i18n/useTranslate.js';
import { isNarrowed } from './filter-values.js';
import { FlashContext, noFlashes } from './flashes.js';
import { hasFailed } from './has-failed.js';
import { ListTable } from './ListTable.js';
import { SteadyList } from './SteadyList.js';
import { StaleRowsNotice } from './StaleRowsNotice.js';
import { TableNotice } from './TableNotice.js';
import type { LiveRows } from './useLiveList.js';
import { useRowKeys } from './useRowKeys.js';

/** By the list itself, or by its notice: react-admin would say each failure once more. */
const saidElsewhere = () => undefined;

/** The list element of a page; its scroll position is remembered by resource. */
export const ListRoot = <R extends RaRecord>({
  resource,
  storeKey = resource,
  queryOptions,
  children,
  ...props
}: ListBaseProps<R> & { resource: string }) => (
  <ListBase<R>
    {...props}
    resource={resource}
    storeKey={storeKey}
    // The layout has already checked access: the rows wait for nothing else.
    disableAuthentication
    queryOptions={{ ...queryOptions, onError: saidElsewhere }}
  >
    <SteadyList>
      <StaleRowsNotice />
      {children}
    </SteadyList>
  </ListBase>
);

/** For a page that shows its count elsewhere. */
export const noCount = () => null;

/** The texts of a list without rows. */
interface Empty {
  Icon: ComponentType;
  title: string;
  text: string;
  actions?: ReactNode;
}

type TableProps<R extends RaRecord> = ComponentProps<typeof ListTable<R>>;

interface Props<R extends RaRecord> extends Omit<TableProps<R>, 'label' | 'empty' | 'readingRef'> {
  title: string;
  /** The count beside the title; default: the number of matches. */
  count?: (total: number) => ReactNode;
  /** At the right of the title. */
  actions?: ReactNode;
  /** Live updates. */
  live?: LiveRows;
  /** Label of the button that shows pending updates. */
  newLabel?: string;
  /** The search field, if any. */
  search?: ReactNode;
  /** Beside the field. */
  filters?: ReactNode;
  /** At the right of both. */
  tools?: ReactNode;
  /** Between the head and the filters. */
  above?: ReactNode;
  /** A custom filter bar instead of these three. */
  bar?: ReactNode;
  /** Between the filters and the table. */
  children?: ReactNode;
  none: Empty;
  /** No search or filter results. */
  noneMatch?: Omit<Empty, 'Icon'> & Partial<Pick<Empty, 'Icon'>>;
  /** Label of the button that clears search and filters. */
  clearLabel?: string;
  /** Whether it is filtered; default: whether any search or filter is set. */
  isNarrowed?: boolean;
  /** The page scrolls instead of the rows, because there is much above them. */
  isLong?: boolean;
  /** One card, as high as its place: a list beside what it leads to. */
  isPane?: boolean;
}

const pane = {
  pt: 1,
  gap: 1,
  overflow: 'hidden',
  backgroundColor: 'background.paper',
  border: 1,
  borderColor: 'border.subtle',
  borderRadius: '12px',
  '& > :not(:last-child)': { px: 2 },
  '& footer': { columnGap: 1 },
  '& footer [role="separator"]': { display: 'none' },
  '& footer .MuiPaginationItem-root': { mx: 0.25 },
};

/** A window that is low, or enlarged, has no room for rows between what stands above and below them: there the page scrolls. */
const onLowScreen = { '@media (max-height: 560px)': { flex: '1 0 auto' } };

/** The page of a list: head with new-items notice, filters, table and footer. */
export function ListPage<R extends RaRecord>(props: Props<R>) {
  const { title, count, actions, live, newLabel, search, filters, tools, above, bar, children, ...rest } =
    props;
  const {
    none,
    noneMatch,
    clearLabel,
    isNarrowed: isPicked,
    isLong = false,
    isPane = false,
    ...table
  } = rest;
  const translate = useTranslate();
  const rows = useRef<HTMLDivElement>(null);
  useRowKeys(rows, { isOff: table.addressOf === undefined });
  const { total, ...list } = useListContext<R>();
  const isCounted = !list.isPending && !hasFailed(list);
  const howMany = count ?? ((rows) => translate('crm.list.match', { count: shownCount(rows) }));
  const isEmptied = noneMatch !== undefined && (isPicked ?? isNarrowed(list.filterValues));
  const { Icon, ...notice } = isEmptied
    ? { Icon: SearchOffOutlined, actions: <ClearButton label={clearLabel} />, ...noneMatch }
    : none;
  return (
    <FlashContext value={live?.flashes ?? noFlashes}>
      <Box
        sx={{
          display: 'flex',
          flexDirection: 'column',
          gap: 1.5,
          minHeight: 0,
          flex: isLong ? '1 0 auto' : 1,
          ...(!isPane && onLowScreen),
          ...(isPane && pane),
        }}
      >
        <PageHead
          title={title}
          count={
            isCounted && (
              <>
                {howMany(total ?? 0)}
                {/* There before anything is in it: what comes into it is read out. */}
                <span aria-live="polite">
                  {live?.hasNew && (
                    <Button size="small" onClick={live.showNew} sx={{ ml: 1 }}>
                      {newLabel ?? translate('crm.list.showChanges')}
                    </Button>
                  )}
                </span>
              </>
            )
          }
          actions={actions}
        />
        {above}
        {bar ?? (
          <Box role="search" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
            {search}
            {filters}
            {tools && <Box sx={{ ml: 'auto', display: 'flex', gap: 1 }}>{tools}</Box>}
          </Box>
        )}
        {children}
        <Box
          ref={rows}
          sx={{
            display: 'flex',
            flexDirection: 'column',
            minHeight: 0,
            flex: isLong ? '1 0 auto' : isPane ? 1 : '0 1 auto',
            ...(!isPane && onLowScreen),
          }}
        >
          <ListTable<R>
            {...table}
            label={title}
            isPane={isPane}
            {...(live && { readingRef: live.rows })}
            empty={<TableNotice icon={<Icon />} isLow={isLong || table.isLow === true} {...notice} />}
          />
        </Box>
      </Box>
    </FlashContext>
  );
}

/** Clears a list's search and filters. */
function ClearButton({ label }: { label: string | undefined }) {
  const translate = useTranslate();
  const { setFilters } = useListContext();
  return (
    <Button
      variant="contained"
      onClick={() => {
        setFilters({}, undefined, false);
      }}
    >
      {label ?? translate('crm.list.clearSearch')}
    </Button>
  );
}
