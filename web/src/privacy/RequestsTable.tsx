import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import Tooltip from '@mui/material/Tooltip';
import type { PrivacyRequest } from '@crm/contracts/http/privacy.js';
import { shownInstant } from '@crm/contracts/time/pacific.js';
import { usePrivacyWords } from '../i18n/privacy.en.js';
import { PageCard } from '../layout/PageCard.js';
import { PanelTable } from '../system/PanelTable.js';
import { comesTo, waitedFor } from './request-words.rules.js';
import { usePrivacyDeeds, usePrivacyRequests } from './usePrivacy.js';

/** What was asked for in persons' names, the latest first. */
export function RequestsTable() {
  const words = usePrivacyWords();
  const query = usePrivacyRequests();
  const { fetching } = usePrivacyDeeds();
  return (
    <PageCard sx={{ overflow: 'auto' }}>
      <PanelTable
        label={words('crm.privacy.requests')}
        columns={[
          [words('crm.privacy.at'), 'left'],
          [words('crm.privacy.what'), 'left'],
          [words('crm.privacy.who'), 'left'],
          [words('crm.privacy.about'), 'left'],
          [words('crm.privacy.why'), 'left'],
          [words('crm.privacy.state'), 'left'],
          [words('crm.privacy.comesTo'), 'left'],
          [words('crm.privacy.actions'), 'right'],
        ]}
        query={query}
        empty={{ title: words('crm.privacy.noRequestsTitle'), text: words('crm.privacy.noRequestsText') }}
        row={(request) => (
          <Row
            key={request.id}
            request={request}
            isFetching={fetching.isPending && fetching.variables.id === request.id}
            onFetch={() => {
              fetching.mutate(request);
            }}
          />
        )}
      />
    </PageCard>
  );
}

function Row({
  request,
  isFetching,
  onFetch,
}: {
  request: PrivacyRequest;
  isFetching: boolean;
  onFetch: () => void;
}) {
  const words = usePrivacyWords();
  const { at, kind, user_fullname, hints, leads, reason } = request;
  const counts = comesTo(request)
    .map(([each, count]) => `${words(`crm.privacy.kinds.${each}`)} ${String(count)}`)
    .join(', ');
  return (
    <TableRow>
      <TableCell sx={{ whiteSpace: 'nowrap' }}>{shownInstant(at)}</TableCell>
      <TableCell component="th" scope="row" sx={{ fontWeight: 600 }}>
        {words(kind === 'export' ? 'crm.privacy.isExport' : 'crm.privacy.isErasure')}
      </TableCell>
      <TableCell>{user_fullname}</TableCell>
      <TableCell sx={{ overflowWrap: 'anywhere' }}>
        {[...hints, words('crm.privacy.leads', { smart_count: leads })].join(', ')}
      </TableCell>
      <TableCell sx={{ overflowWrap: 'anywhere' }}>{reason}</TableCell>
      <TableCell>
        <StateChip request={request} />
      </TableCell>
      <TableCell>
        {counts === '' && request.state === 'done' ? words('crm.privacy.nothing') : counts}
      </TableCell>
      <TableCell align="right">
        <Fetch request={request} isFetching={isFetching} onFetch={onFetch} />
      </TableCell>
    </TableRow>
  );
}

function StateChip({ request }: { request: PrivacyRequest }) {
  const words = usePrivacyWords();
  const isDone = request.state === 'done';
  return (
    <Chip
      size="small"
      label={
        isDone
          ? words('crm.privacy.done')
          : words('crm.privacy.waits', { services: waitedFor(request).join(', ') })
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
  const words = usePrivacyWords();
  if (kind === 'erasure' || state === 'running') return null;
  if (expires_at === null) return words('crm.privacy.gone');
  const who = [...new Set(fetched.map(({ user_fullname }) => user_fullname))].join(', ');
  return (
    <Tooltip title={who === '' ? '' : words('crm.privacy.fetchedBy', { who })}>
      <Button
        size="small"
        variant="outlined"
        loading={isFetching}
        startIcon={<FileDownloadOutlined />}
        aria-label={words('crm.privacy.fetch', { at: shownInstant(at) })}
        onClick={onFetch}
      >
        {words('crm.privacy.fetchShort')}
      </Button>
    </Tooltip>
  );
}
