import type { ReactNode } from 'react';
import FlagOutlined from '@mui/icons-material/FlagOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import Tooltip from '@mui/material/Tooltip';
import { Link as RouterLink } from 'react-router-dom';
import type { LeadRow } from '@crm/contracts/entities/lead.js';
import { toShown } from '@crm/contracts/phone.js';
import { shownInstant } from '@crm/contracts/time/pacific.js';
import { outcomeOf } from '../dialler/dialler-outcome.js';
import { DiallerChip } from '../dialler/DiallerChip.js';
import { useDiallerMessages } from '../i18n/dialler.en.js';
import { Clip } from '../controls/Clip.js';
import { PhoneOfRow } from '../leads/permission/PhoneOfRow.js';
import { Nothing } from '../lists/Nothing.js';
import type { ListColumn } from '../lists/list-column.js';
import { localise } from '../i18n/language.js';

const Quiet = ({ children }: { children: ReactNode }) => (
  <Box component="span" sx={{ color: 'text.secondary' }}>
    {children}
  </Box>
);

/** The columns of a guide's leads (rule C7). */
export function useGuideColumns(onStatus: (lead: LeadRow) => void): readonly ListColumn<LeadRow>[] {
  const translate = useDiallerMessages();
  const clipped = (text: string | null) =>
    text ? (
      <Quiet>
        <Clip text={text} />
      </Quiet>
    ) : (
      <Nothing />
    );
  return [
    {
      source: 'source',
      label: translate('crm.guideLeads.source'),
      width: 96,
      sorts: 'ASC',
      cell: ({ source_title }) => clipped(localise(source_title)),
    },
    {
      source: 'status',
      narrow: 'tag',
      label: translate('crm.guideLeads.status'),
      width: 168,
      sorts: 'ASC',
      cell: (lead) => {
        const name = translate('crm.guideLeads.statusOf', { name: lead.fullname });
        return (
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
            <Box sx={{ flex: '0 1 auto', minWidth: 0 }}>
              <Clip text={lead.status_title} />
            </Box>
            <Tooltip title={name}>
              <IconButton
                size="small"
                aria-label={name}
                onClick={() => {
                  onStatus(lead);
                }}
              >
                <FlagOutlined fontSize="small" />
              </IconButton>
            </Tooltip>
          </Box>
        );
      },
    },
    {
      source: 'fullname',
      narrow: 'title',
      label: translate('crm.guideLeads.fullname'),
      width: 176,
      sorts: 'ASC',
      cell: ({ id, fullname }) => (
        <Clip text={fullname}>
          <Link
            component={RouterLink}
            to={`/lead/${id}`}
            underline="none"
            sx={{ color: 'inherit', fontWeight: 600 }}
          >
            {fullname}
          </Link>
        </Clip>
      ),
    },
    {
      source: 'email',
      label: translate('crm.guideLeads.email'),
      width: 172,
      sorts: 'ASC',
      cell: ({ email }) => clipped(email),
    },
    {
      source: 'phone',
      narrow: 'below',
      label: translate('crm.guideLeads.phone'),
      width: 122,
      sorts: 'ASC',
      cell: ({ id, phone, phone_hidden }) => (
        <PhoneOfRow id={id}>
          {phone_hidden ? (
            <Quiet>{translate('crm.leads.hidden')}</Quiet>
          ) : phone ? (
            <Box component="span" sx={(theme) => theme.tabular}>
              {toShown(phone)}
            </Box>
          ) : (
            <Nothing />
          )}
        </PhoneOfRow>
      ),
    },
    {
      source: 'state',
      label: translate('crm.guideLeads.state'),
      width: 104,
      sorts: 'ASC',
      cell: ({ state_title }) => clipped(state_title),
    },
    {
      source: 'updatedAt',
      label: translate('crm.guideLeads.updated'),
      width: 160,
      sorts: 'DESC',
      cell: ({ updatedAt }) => (
        <Box component="span" sx={(theme) => ({ ...theme.tabular, color: 'text.secondary' })}>
          {shownInstant(updatedAt)}
        </Box>
      ),
    },
    {
      source: 'AD_status',
      label: translate('crm.guideLeads.dialler'),
      width: 124,
      cell: ({ AD_status }) => {
        const outcome = outcomeOf(AD_status);
        return outcome === undefined ? (
          <Box component="span" sx={{ color: 'text.tertiary' }}>
            {translate('crm.guideLeads.notCalled')}
          </Box>
        ) : (
          <DiallerChip outcome={outcome} />
        );
      },
    },
  ];
}
