import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import InboxOutlined from '@mui/icons-material/InboxOutlined';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Tooltip from '@mui/material/Tooltip';
import { ListBase } from 'react-admin';
import type { PrivacyRequest } from '@crm/contracts/http/privacy.js';
import { shownInstant } from '@crm/contracts/time/pacific.js';
import { usePrivacyMessages } from '../i18n/privacy.en.js';
import { labelled } from '../lists/list-column.js';
import { ListTable } from '../lists/ListTable.js';
import { TableNotice } from '../lists/TableNotice.js';
import { comesTo, waitedFor } from './request-words.rules.js';
import { privacyRequests, usePrivacyActions } from './usePrivacy.js';

const readEveryMs = 2_000;
const isRunning = ({ state }: Pick<PrivacyRequest, 'state'>) => state === 'running';

/** What was asked for in persons' names, the latest first; read anew by itself while one is under way. */
export function RequestsTable() {
  return (
    <ListBase<PrivacyRequest>
      resource={privacyRequests}
      perPage={20}
      sort={{ field: 'at', order: 'DESC' }}
      disableAuthentication
      disableSyncWithLocation
      queryOptions={{
        refetchInterval: ({ state }) => (state.data?.data.some(isRunning) === true ? readEveryMs : false),
      }}
    >
      <Requests />
    </ListBase>
  );
}

function Requests() {
  const translate = usePrivacyMessages();
  const { fetching } = usePrivacyActions();
  const comes = (request: PrivacyRequest) =>
    comesTo(request)
      .map(([each, count]) => `${translate(`crm.privacy.kinds.${each}`)} ${String(count)}`)
      .join(', ') || (isRunning(request) ? '' : translate('crm.privacy.nothing'));
  const about = ({ hints, leads }: PrivacyRequest) =>
    [...hints, translate('crm.privacy.leads', { smart_count: leads })].join(', ');
  const fetch = (request: PrivacyRequest) => (
    <Fetch
      request={request}
      isFetching={fetching.isPending && fetching.variables.id === request.id}
      onFetch={() => {
        fetching.mutate(request);
      }}
    />
  );
  const kind = (request: PrivacyRequest) =>
    translate(request.kind === 'export' ? 'crm.privacy.isExport' : 'crm.privacy.isErasure');
  return (
    <ListTable
      label={translate('crm.privacy.requests')}
      columns={labelled(
        [
          { source: 'at', width: 160, cell: ({ at }: PrivacyRequest) => shownInstant(at) },
          { source: 'what', width: 100, names: true, cell: kind },
          { source: 'who', width: 140, cell: ({ user_fullname }) => user_fullname },
          { source: 'about', width: 220, wraps: true, cell: about },
          { source: 'why', width: 220, wraps: true, cell: ({ reason }) => reason },
          { source: 'state', width: 150, cell: (request) => <StateChip request={request} /> },
          { source: 'comesTo', width: 220, wraps: true, cell: comes },
          { source: 'actions', width: 130, align: 'right', cell: fetch },
        ],
        (source) => translate(`crm.privacy.${source}`),
      )}
      empty={
        <TableNotice
          isLow
          icon={<InboxOutlined />}
          title={translate('crm.privacy.noRequestsTitle')}
          text={translate('crm.privacy.noRequestsText')}
        />
      }
      failed={translate('crm.list.loadFailed')}
      skeletonRows={3}
    />
  );
}

function StateChip({ request }: { request: PrivacyRequest }) {
  const translate = usePrivacyMessages();
  const isDone = request.state === 'done';
  return (
    <Chip
      size="small"
      label={
        isDone
          ? translate('crm.privacy.done')
          : translate('crm.privacy.waits', { services: waitedFor(request).join(', ') })
      }
      sx={({ palette }) => ({
        backgroundColor: palette.hue[isDone ? 'green' : 'orange'].chip,
        color: palette.hue[isDone ? 'green' : 'orange'].fg,
      })}
    />
  );
}

/** The file of an export, while it is there, and who has it already. */
function Fetch({
  request: { kind, state, at, expires_at, fetched },
  isFetching,
  onFetch,
}: {
  request: PrivacyRequest;
  isFetching: boolean;
  onFetch: () => void;
}) {
  const translate = usePrivacyMessages();
  if (kind === 'erasure' || state === 'running') return null;
  if (expires_at === null) return translate('crm.privacy.gone');
  const who = [...new Set(fetched.map(({ user_fullname }) => user_fullname))].join(', ');
  return (
    <Tooltip title={who === '' ? '' : translate('crm.privacy.fetchedBy', { who })}>
      <Button
        size="small"
        variant="outlined"
        loading={isFetching}
        startIcon={<FileDownloadOutlined />}
        aria-label={translate('crm.privacy.fetch', { at: shownInstant(at) })}
        onClick={onFetch}
      >
        {translate('crm.privacy.fetchShort')}
      </Button>
    </Tooltip>
  );
}
