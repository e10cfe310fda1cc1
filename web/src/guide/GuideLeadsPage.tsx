import { Suspense, useState } from 'react';
import GroupAddOutlined from '@mui/icons-material/GroupAddOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useListContext } from 'react-admin';
import type { LeadRow } from '@crm/contracts/entities/lead.js';
import { diallerHue } from '../dialler/dialler-outcome.js';
import { DiallerCard } from '../dialler/DiallerCard.js';
import { DiallerLegend } from '../dialler/DiallerLegend.js';
import { useDialler } from '../dialler/useDialler.js';
import { useDiallerMessages } from '../i18n/dialler.en.js';
import { shownCount } from '../i18n/shown-numbers.js';
import { RowPermissions } from '../leads/permission/RowPermissions.js';
import { ListPage, ListRoot } from '../lists/ListPage.js';
import { ListSearch } from '../lists/ListSearch.js';
import { lazyPart } from '../loading/lazy-part.js';
import { useGuideColumns } from './guide-columns.js';
import { GuideActions } from './GuideActions.js';
import { useLiveGuideLeads } from './useLiveGuideLeads.js';

const RowStatusDialog = lazyPart(() => import('../leads/lead/RowStatusDialog.js'));

/** A guide's leads, and the dialler that calls them (rule C7). */
export default function GuideLeadsPage() {
  return (
    <ListRoot<LeadRow> resource="guide-leads" sort={{ field: 'updatedAt', order: 'DESC' }} perPage={10}>
      <GuideLeads />
    </ListRoot>
  );
}

function GuideLeads() {
  const translate = useDiallerMessages();
  const { selectedIds } = useListContext<LeadRow>();
  const { data: dialler } = useDialler();
  const [lead, setLead] = useState<LeadRow>();
  const columns = useGuideColumns(setLead);
  const live = useLiveGuideLeads();
  return (
    <>
      <RowPermissions>
        <ListPage
          title={translate('crm.guideLeads.title')}
          count={(total) => translate('crm.guideLeads.count', { count: shownCount(total) })}
          actions={<GuideActions />}
          bar={
            <>
              <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
                {dialler && <DiallerCard dialler={dialler} />}
                <DiallerLegend />
              </Box>
              <Box role="search">
                <ListSearch label={translate('crm.guideLeads.search')} />
              </Box>
            </>
          }
          columns={columns}
          checkLabel={({ fullname }) => translate('crm.leads.checkRow', { name: fullname })}
          hueOf={({ AD_status }) => diallerHue(AD_status)}
          addressOf={({ id }) => `/lead/${id}`}
          footNote={
            <Typography variant="body2" color="text.secondary" role="status">
              {translate('crm.bulk.totalChecked', { count: shownCount(selectedIds.length) })}
            </Typography>
          }
          // The dialler's cards leave a small window little room for a notice.
          isLow
          live={live}
          none={{
            Icon: GroupAddOutlined,
            title: translate('crm.guideLeads.none'),
            text: translate('crm.guideLeads.noneText'),
          }}
          noneMatch={{
            title: translate('crm.guideLeads.noneMatch'),
            text: translate('crm.guideLeads.noneMatchText'),
          }}
        />
      </RowPermissions>
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
    </>
  );
}
