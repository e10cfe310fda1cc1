import { Suspense, useState } from 'react';
import GroupAddOutlined from '@mui/icons-material/GroupAddOutlined';
import SearchOffOutlined from '@mui/icons-material/SearchOffOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { ListBase, useListContext } from 'react-admin';
import type { LeadRow } from '@crm/contracts/entities/lead.js';
import { diallerHue } from '../dialler/dialler-outcome.js';
import { DiallerCard } from '../dialler/DiallerCard.js';
import { DiallerLegend } from '../dialler/DiallerLegend.js';
import { useDialler } from '../dialler/useDialler.js';
import { useDiallerWords } from '../i18n/dialler.en.js';
import { PageHead } from '../layout/PageHead.js';
import { FlashContext } from '../lists/flashes.js';
import { shownCount } from '../leads/table/lead-row.rules.js';
import { TableNotice } from '../lists/TableNotice.js';
import { useRowKeys } from '../lists/useRowKeys.js';
import { ListSearch } from '../lists/ListSearch.js';
import { ListTable } from '../lists/ListTable.js';
import { searchOf } from '../raw-leads/raw-leads-provider.js';
import { useGuideColumns } from './guide-columns.js';
import { GuideDeeds } from './GuideDeeds.js';
import { useLiveGuideLeads } from './useLiveGuideLeads.js';
import { lazyPart } from '../loading/lazy-part.js';

const RowStatusDialog = lazyPart(() => import('./RowStatusDialog.js'));

const newestFirst = { field: 'updatedAt', order: 'DESC' } as const;

/** A guide's leads, and the dialler that calls them (lead-work section 2, Guide leads). */
export default function GuideLeadsPage() {
  return (
    <ListBase<LeadRow>
      resource="guide-leads"
      storeKey="guide-leads"
      sort={newestFirst}
      perPage={10}
      // Asked by the layout already: the rows wait for nothing else.
      disableAuthentication
    >
      <GuideLeads />
    </ListBase>
  );
}

function GuideLeads() {
  const words = useDiallerWords();
  const { total, isPending, selectedIds } = useListContext<LeadRow>();
  const { data: dialler } = useDialler();
  const [lead, setLead] = useState<LeadRow>();
  const columns = useGuideColumns(setLead);
  const { hasNew, showNew, flashes, rows } = useLiveGuideLeads();
  useRowKeys(rows);
  return (
    <FlashContext.Provider value={flashes}>
      <Box sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, flex: 1, gap: 1.5 }}>
        <PageHead
          title={words('crm.guideLeads.title')}
          count={
            !isPending && (
              <>
                {words('crm.guideLeads.count', { count: shownCount(total ?? 0) })}
                {hasNew && (
                  <Button size="small" onClick={showNew} sx={{ ml: 1 }}>
                    {words('crm.guideLeads.showNew')}
                  </Button>
                )}
              </>
            )
          }
          actions={<GuideDeeds />}
        />
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
          {dialler && <DiallerCard dialler={dialler} />}
          <DiallerLegend />
        </Box>
        <Box role="search">
          <ListSearch
            label={words('crm.guideLeads.search')}
            clearLabel={words('crm.guideLeads.clearSearch')}
          />
        </Box>
        <ListTable
          label={words('crm.guideLeads.title')}
          columns={columns}
          readingRef={rows}
          checkLabel={({ fullname }) => words('crm.leads.checkRow', { name: fullname })}
          hueOf={({ AD_status }) => diallerHue(AD_status)}
          addressOf={({ id }) => `/lead/${id}`}
          empty={<NoGuideLeads />}
          footNote={
            <Typography variant="body2" color="text.secondary" role="status">
              {words('crm.bulk.totalChecked', { count: shownCount(selectedIds.length) })}
            </Typography>
          }
        />
        <Suspense fallback={null}>
          {lead && (
            <RowStatusDialog
              lead={lead}
              onClose={() => {
                setLead(undefined);
              }}
            />
          )}
        </Suspense>
      </Box>
    </FlashContext.Provider>
  );
}

function NoGuideLeads() {
  const words = useDiallerWords();
  const list = useListContext<LeadRow>();
  if (searchOf(list.filterValues) === undefined) {
    return (
      <TableNotice
        icon={<GroupAddOutlined />}
        title={words('crm.guideLeads.none')}
        text={words('crm.guideLeads.noneText')}
      />
    );
  }
  return (
    <TableNotice
      icon={<SearchOffOutlined />}
      title={words('crm.guideLeads.noneMatch')}
      text={words('crm.guideLeads.noneMatchText')}
      actions={
        <Button
          variant="contained"
          onClick={() => {
            list.setFilters({}, undefined, false);
          }}
        >
          {words('crm.guideLeads.clearSearch')}
        </Button>
      }
    />
  );
}
